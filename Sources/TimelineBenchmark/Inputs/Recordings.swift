internal import EpisodesCore
internal import Foundation
internal import TimelineKit

/// The timelines to measure, each recorded when it is first needed.
final class Recordings {
    private let folder: String
    private let report: (String) -> Void

    /// - Parameters:
    ///   - folder: The folder of the files. Existing files with the right names are reused.
    ///   - report: Called with a description of each file that is made.
    init(folder: String, report: @escaping (String) -> Void) {
        self.folder = folder
        self.report = report
    }

    /// The path of a recording with `steps` steps and a state of `stateBytes` bytes.
    func path(steps: Int, stateBytes: Int) throws -> String {
        let name = "episodes-\(steps)-\(Amount.bytes(stateBytes))"
        let path = "\(folder)/\(name).jsonl"
        if FileManager.default.fileExists(atPath: path) { return path }
        report("making a recording of \(Amount.count(steps)) steps with a state of \(Amount.bytes(stateBytes))")
        let session = EpisodesSession(count: steps, stateBytes: stateBytes)
        let program = EpisodesProgram()
        let making = "\(path).making"
        try? FileManager.default.removeItem(atPath: making)
        let recorder = Recorder(program: program, in: .file(making))
        var state = program.initialState
        for seq in 1...steps {
            let action = session.action(seq)
            let number = recorder.begin(action)
            program.reduce(&state, action)
            recorder.commit(number, state)
        }
        recorder.finish()
        try FileManager.default.moveItem(atPath: making, toPath: path)
        return path
    }

    /// The path of a temporary file beside the recordings.
    func scratch(_ name: String) -> String {
        let path = "\(folder)/\(name)"
        try? FileManager.default.removeItem(atPath: path)
        return path
    }

    /// The same, open for writing.
    func scratchFile(_ name: String) throws -> FileHandle {
        let path = scratch(name)
        guard FileManager.default.createFile(atPath: path, contents: nil), let file = FileHandle(forWritingAtPath: path)
        else { throw BenchmarkError(description: "cannot make \(path)") }
        return file
    }
}
