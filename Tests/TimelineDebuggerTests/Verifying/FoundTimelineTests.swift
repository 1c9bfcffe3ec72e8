import Foundation
import Testing
import TimelineKit
import TimelineTestSupport

@testable import TimelineDebugger

struct FoundTimelineTests {
    private let folder = TemporaryFolder()

    private func places(_ names: String...) throws -> [String] {
        for name in names {
            let path = "\(folder.path)/\(name)"
            try FileManager.default.createDirectory(
                atPath: String(path[..<path.lastIndex(of: "/")!]), withIntermediateDirectories: true)
            #expect(FileManager.default.createFile(atPath: path, contents: nil))
        }
        return FoundTimeline.all(at: folder.path).map(text)
    }

    private func text(_ found: FoundTimeline) -> String {
        switch found {
        case .place(let place):
            "\(place.name): \(place.files.joined(separator: " "))".replacing(folder.path, with: "runs")
        case .error(let path, let error): "\(path): \(error)".replacing(folder.path, with: "runs")
        }
    }

    @Test func aFolderOfSegmentsIsOneTimeline() throws {
        #expect(
            try places("a-000001.jsonl", "a-000002.jsonl.gz", "a.txt")
                == ["runs: runs/a-000001.jsonl runs/a-000002.jsonl.gz"])
    }

    @Test func anyOtherFolderIsWalkedInTheOrderOfNames() throws {
        #expect(
            try places(
                "b.jsonl", "a-000001.jsonl", "a-000002.jsonl", "c/z/one.jsonl", "c/two.jsonl", "c/two.bundle.jsonl",
                ".hidden/x.jsonl", "empty/x.txt")
                == [
                    "runs/a-*.jsonl: runs/a-000001.jsonl runs/a-000002.jsonl", "runs/b.jsonl: runs/b.jsonl",
                    "runs/c: runs/c/two.jsonl", "runs/c/z: runs/c/z/one.jsonl",
                ])
    }

    @Test func aFolderThatCannotBeReadIsOneErrorAmongTheOthers() async throws {
        _ = try places("a/one.jsonl", "b/two.jsonl", "b/three.jsonl", "c/four.jsonl")
        chmod(folder.file("b"), 0)
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            // Permissions do not apply to root.
            if geteuid() == 0 { #expect(seteuid(4242) == 0) }
            let found = FoundTimeline.all(at: path)
            #expect(found.count == 3)
            #expect(found[1] == .error(path: "\(path)/b", .unreadable(FileError("\(path)/b", "open", EACCES))))
        }
        chmod(folder.file("b"), 0o700)
    }
}
