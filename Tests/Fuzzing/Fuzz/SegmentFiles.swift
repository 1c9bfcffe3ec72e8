import Foundation

/// A temporary folder for the segments of one input, in memory if the system supports that.
struct SegmentFiles {
    private let folder: String

    init() {
        let memory = "/dev/shm"
        let parent = FileManager.default.fileExists(atPath: memory) ? memory : NSTemporaryDirectory()
        folder = "\(parent)/timeline-fuzzing-\(getpid())"
    }

    /// Runs `body` on a folder with these segments, then removes the folder.
    func write(_ segments: [[UInt8]], _ body: (_ folder: String) throws -> Void) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for (number, bytes) in segments.enumerated() {
            try Data(bytes).write(to: URL(filePath: "\(folder)/run-00000\(number + 1).jsonl"))
        }
        try body(folder)
    }
}
