internal import EpisodesCore
internal import Foundation
internal import TimelineKit

/// The timelines that are measured, made when they are first asked for, by the recorder itself.
final class Recordings {
    private let folder: String
    private let report: (String) -> Void

    /// - Parameters:
    ///   - folder: Where they lie. What is there already, of the name that the sizes give, is taken.
    ///   - report: Told what is being made.
    init(folder: String, report: @escaping (String) -> Void) {
        self.folder = folder
        self.report = report
    }

    /// The file of a session of `steps` with a state of `stateBytes`.
    func path(steps: Int, stateBytes: Int) throws -> String {
        let name = "episodes-\(Amount.short(steps))-\(Amount.bytes(stateBytes))"
        let path = "\(folder)/\(name).jsonl"
        if FileManager.default.fileExists(atPath: path) { return path }
        report("making a recording of \(Amount.short(steps)) steps with a state of \(Amount.bytes(stateBytes))")
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

    /// A file of that name beside the recordings, to write to.
    func scratch(_ name: String) -> String {
        let path = "\(folder)/\(name)"
        try? FileManager.default.removeItem(atPath: path)
        return path
    }

    /// The same, open for writing.
    func scratchFile(_ name: String) throws -> FileHandle {
        let path = scratch(name)
        guard FileManager.default.createFile(atPath: path, contents: nil), let file = FileHandle(forWritingAtPath: path)
        else { throw Command.Failure(description: "cannot make \(path)") }
        return file
    }
}
