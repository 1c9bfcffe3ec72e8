import Foundation
import Testing
import TimelineKit
import TimelineTestSupport

@testable import TimelineTool

struct OutputFolderTests {
    private let scratch = TemporaryFolder()
    private var root: String { scratch.path }

    private func names(_ folder: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)").sorted()
    }

    private func fill(_ path: String, replacing: Bool = false) throws {
        let folder = try OutputFolder(path)
        try OutputFile.write(Array("new".utf8), to: folder.place(of: "a.jsonl"), replacing: false)
        try folder.finish(replacing: replacing)
    }

    @Test func anUnfinishedFolderIsRemoved() throws {
        do {
            let folder = try OutputFolder("\(root)/out")
            try OutputFile.write(Array("new".utf8), to: folder.place(of: "a.jsonl"), replacing: false)
            #expect(try names().count == 1)
        }
        #expect(try names() == [])
    }

    @Test func theFolderOfAKilledProcessIsPrivateAndRemovedByTheNext() async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = "\(root)/out" as String] in
            umask(0)
            let folder = try OutputFolder(path)
            try OutputFile.write(Array("new".utf8), to: folder.place(of: "a.jsonl"), replacing: false)
            kill(getpid(), SIGKILL)
            try folder.finish(replacing: false)
        }
        let left = try #require(names().first)
        #expect(left.hasPrefix("out.") && left.count == 10)
        #expect(FileStatus("\(root)/\(left)")?.permissions == 0o700)
        #expect(try names(left) == [".timeline-draft", "a.jsonl"])
        for name in ["out.backup", "other.aaaaaa"] {
            try FileManager.default.createDirectory(atPath: "\(root)/\(name)", withIntermediateDirectories: false)
            try Data().write(to: URL(fileURLWithPath: "\(root)/\(name)/mine"))
        }
        // A folder that is still being written is not abandoned.
        let other = try OutputFolder("\(root)/out")
        #expect(try names().count == 3)
        try fill("\(root)/out")
        #expect(try names().count == 4)
        #expect(try names("out") == ["a.jsonl"])
        try OutputFile.write(Array("more".utf8), to: other.place(of: "b.jsonl"), replacing: false)
        try other.finish(replacing: true)
        #expect(try names("out") == ["b.jsonl"])
        #expect(try names() == ["other.aaaaaa", "out", "out.backup"])
        #expect(try names("out.backup") == ["mine"])
    }

    @Test func aFolderIsReplacedAtomically() throws {
        try fill("\(root)/out/")
        #expect(try names("out") == ["a.jsonl"])
        try Data().write(to: URL(fileURLWithPath: "\(root)/out/b.jsonl"))
        let error = #expect(throws: FileError.self) { try fill("\(root)/out") }
        #expect(error?.exists == true)
        #expect(try names("out") == ["a.jsonl", "b.jsonl"])
        try fill("\(root)/out", replacing: true)
        #expect(try names("out") == ["a.jsonl"])
        #expect(try names() == ["out"])
    }

    @Test func aFileOrALinkIsNotReplacedByAFolder() throws {
        try Data().write(to: URL(fileURLWithPath: "\(root)/out"))
        #expect(throws: FileError.self) { try fill("\(root)/out", replacing: true) }
        try FileManager.default.createDirectory(atPath: "\(root)/other", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: "\(root)/link", withDestinationPath: "\(root)/other")
        #expect(throws: FileError.self) { try fill("\(root)/link", replacing: true) }
        #expect(try names() == ["link", "other", "out"])
    }

    @Test func unexpectedEntriesAreNamed() throws {
        func unexpected(_ folder: String? = nil) throws -> String? {
            try OutputFolder.unexpected(in: folder ?? root) { $0.hasPrefix("a.") || $0.hasPrefix("b.") }
        }
        #expect(try unexpected() == nil)
        #expect(try unexpected("\(root)/none") == nil)
        for name in ["a.jsonl", "a.jsonl.status"] { try Data().write(to: URL(fileURLWithPath: "\(root)/\(name)")) }
        #expect(try unexpected() == nil)
        // A folder and a link are unexpected, whatever their names.
        try FileManager.default.createDirectory(atPath: "\(root)/b.jsonl", withIntermediateDirectories: true)
        #expect(try unexpected() == "b.jsonl")
        try FileManager.default.createSymbolicLink(atPath: "\(root)/a.link", withDestinationPath: "\(root)/a.jsonl")
        #expect(try unexpected() == "a.link")
        try Data().write(to: URL(fileURLWithPath: "\(root)/Notes.jsonl"))
        #expect(try unexpected() == "Notes.jsonl")
    }
}
