internal import EpisodesCore
internal import Foundation
internal import TimelineTestPrograms
internal import TimelineKit

/// The timelines to measure, each recorded when it is first needed.
final class Recordings {
    let folder: String
    private let report: (String) -> Void

    /// Reuses files in `folder` that have the right names, and reports each file that it makes.
    init(folder: String, report: @escaping (String) -> Void) { (self.folder, self.report) = (folder, report) }

    func path(steps: Int, stateBytes: Int) throws -> String {
        let name = "episodes-\(steps)-\(Amount.bytes(stateBytes))"
        return try made("\(folder)/\(name).jsonl") { making in
            report("making a recording of \(Amount.count(steps)) steps with a state of \(Amount.bytes(stateBytes))")
            Self.record(EpisodesSession(count: steps, stateBytes: stateBytes), steps: steps, to: making)
        }
    }

    /// The path of a recording of the inventory, always with the same bytes.
    func inventory(steps: Int, stateBytes: Int) throws -> String {
        try made("\(folder)/inventory-\(steps)-\(Amount.bytes(stateBytes)).jsonl") { making in
            report("making a run of \(Amount.count(steps)) steps with a state of \(Amount.bytes(stateBytes))")
            let file = try Self.create(making)
            var text = ""
            for line in InventoryRun(steps: steps, items: max(2, stateBytes / InventoryRun.bytesOfItem)) {
                text += line
                guard text.utf8.count > 1 << 20 else { continue }
                try file.write(contentsOf: Data(text.utf8))
                text = ""
            }
            try file.write(contentsOf: Data(text.utf8))
            try file.close()
        }
    }

    /// The path of a folder with `count` recordings of `steps` steps each, without the bad step.
    func folder(of count: Int, steps: Int) throws -> String {
        try made("\(folder)/\(count)-episodes-\(steps)") { making in
            report("making \(Amount.count(count)) recordings of \(steps) steps")
            try FileManager.default.createDirectory(atPath: making, withIntermediateDirectories: true)
            let session = EpisodesSession(count: 1_000_000, stateBytes: 1000)
            for number in 0..<count { Self.record(session, steps: steps, to: "\(making)/run-\(number).jsonl") }
        }
    }

    /// Makes the file or folder at `path`, if it does not exist.
    private func made(_ path: String, _ make: (_ path: String) throws -> Void) throws -> String {
        if FileManager.default.fileExists(atPath: path) { return path }
        let making = "\(path).making"
        try? FileManager.default.removeItem(atPath: making)
        try make(making)
        try FileManager.default.moveItem(atPath: making, toPath: path)
        return path
    }

    private static func record(_ session: EpisodesSession, steps: Int, to path: String) {
        let program = EpisodesProgram()
        let recorder = Recorder(program: program, in: .file(path))
        var state = program.initialState
        for seq in 1...steps {
            let action = session.action(seq)
            let number = recorder.begin(action)
            program.reduce(&state, action)
            recorder.commit(number, state)
        }
        recorder.finish()
    }

    /// The path of a temporary file beside the recordings.
    func scratch(_ name: String) -> String {
        let path = "\(folder)/\(name)"
        try? FileManager.default.removeItem(atPath: path)
        return path
    }

    /// An empty temporary file, open for writing.
    func scratchFile(_ name: String) throws -> FileHandle { try Self.create(scratch(name)) }

    private static func create(_ path: String) throws -> FileHandle {
        guard FileManager.default.createFile(atPath: path, contents: nil), let file = FileHandle(forWritingAtPath: path)
        else { throw BenchmarkError(description: "cannot make \(path)") }
        return file
    }

    /// The size of a file.
    static func bytes(of path: String) throws -> Int {
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber
        guard let size else { throw BenchmarkError(description: "\(path) has no size") }
        return size.intValue
    }
}
