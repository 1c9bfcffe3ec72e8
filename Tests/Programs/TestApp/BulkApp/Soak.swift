import Foundation
import TimelineTestPrograms
import TimelineKit

/// A long run of a flight recorder with small limits, which prints what the process holds at equal distances:
///
///     {"steps":100000,"segments":8123,"descriptors":7,"deletedBytes":0,"folderBytes":80231,"threads":3,"residentBytes":9437184}
///
/// Linux only: it reads `/proc/self`.
struct Soak {
    private let folder: String
    private let steps: Int
    private let recorder: Recorder<BulkState, BulkAction>
    private let program = BulkProgram(blocks: 1, threads: 1)

    /// - Parameter arguments: The folder, the durability, the retention in bytes, and the number of steps.
    init(_ arguments: [String]) {
        folder = arguments[0]
        steps = Int(arguments[3])!
        recorder = Recorder(
            program: program, in: .folder(folder, name: "bulk"),
            options: RecorderOptions(
                durability: Durability(rawValue: arguments[1])!, retention: Retention(bytes: Int(arguments[2])!),
                onProblem: { print("problem \($0)") }))
    }

    func run() {
        let reducer = recorder.recording { (state: inout BulkState, action: BulkAction) in
            program.reduce(&state, action)
        }
        var state = program.initialState
        for step in 1...steps {
            reducer(&state, BulkAction(thread: 0, number: step, text: "a step of a long run"))
            if step % (steps / 10) == 0 { report(step) }
        }
        recorder.finish()
    }

    private func report(_ step: Int) {
        // Obsolete segments are removed on the recorder's queue, which a busy machine may run late.
        recorder.waitForSnapshots()
        let files = FileManager.default
        let descriptors = (try? files.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        var deletedBytes = 0
        for descriptor in descriptors {
            var status = stat()
            let isOpen = fstat(Int32(descriptor)!, &status) == 0
            if isOpen, status.st_mode & S_IFMT == S_IFREG, status.st_nlink == 0 { deletedBytes += Int(status.st_size) }
        }
        let names = (try? files.contentsOfDirectory(atPath: folder)) ?? []
        let sizes = names.map { (try? files.attributesOfItem(atPath: "\(folder)/\($0)"))?[.size] as? Int ?? 0 }
        let threads = (try? files.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0
        let memory = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")[1]
        let segments = names.compactMap { $0.dropLast(6).split(separator: "-").last.flatMap { Int($0) } }.max() ?? 0
        print(
            """
            {"steps":\(step),"segments":\(segments),"descriptors":\(descriptors.count),"deletedBytes":\(deletedBytes),\
            "folderBytes":\(sizes.reduce(0, +)),"threads":\(threads),"residentBytes":\((memory.flatMap { Int($0) } ?? 0) * 4096)}
            """)
        fflush(nil)
    }
}
