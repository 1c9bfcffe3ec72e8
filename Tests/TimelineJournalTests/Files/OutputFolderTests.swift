import Foundation
import Testing

@testable import TimelineJournal

struct OutputFolderTests {
    private let root: String

    init() throws {
        root = FileManager.default.temporaryDirectory.appending(path: "timeline-tests-\(UUID())").path
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    }

    private func names(_ folder: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)").sorted()
    }

    private func fill(_ path: String, replacing: Bool = false) throws {
        let folder = try OutputFolder(path)
        try OutputFile.write(Array("new".utf8), to: folder.place(of: "a.jsonl"), replacing: false)
        try folder.finish(replacing: replacing)
    }

    @Test func aFolderThatIsNotFinishedLeavesNothing() throws {
        do {
            let folder = try OutputFolder("\(root)/out")
            try OutputFile.write(Array("new".utf8), to: folder.place(of: "a.jsonl"), replacing: false)
            #expect(try names().count == 1)
        }
        #expect(try names() == [])
        try FileManager.default.removeItem(atPath: root)
    }

    @Test func aFolderIsReplacedWhollyOrNotAtAll() throws {
        try fill("\(root)/out/")
        #expect(try names("out") == ["a.jsonl"])
        try Data().write(to: URL(fileURLWithPath: "\(root)/out/b.jsonl"))
        let error = #expect(throws: FileError.self) { try fill("\(root)/out") }
        #expect(error?.exists == true)
        #expect(try names("out") == ["a.jsonl", "b.jsonl"])
        try fill("\(root)/out", replacing: true)
        #expect(try names("out") == ["a.jsonl"])
        #expect(try names() == ["out"])
        try FileManager.default.removeItem(atPath: root)
    }

    @Test func aFileOrALinkIsNotReplacedByAFolder() throws {
        try Data().write(to: URL(fileURLWithPath: "\(root)/out"))
        #expect(throws: FileError.self) { try fill("\(root)/out", replacing: true) }
        try FileManager.default.createDirectory(atPath: "\(root)/other", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: "\(root)/link", withDestinationPath: "\(root)/other")
        #expect(throws: FileError.self) { try fill("\(root)/link", replacing: true) }
        #expect(try names() == ["link", "other", "out"])
        try FileManager.default.removeItem(atPath: root)
    }

    @Test func whatIsNoPartOfATimelineIsNamed() throws {
        #expect(try OutputFolder.stranger(in: root) == nil)
        #expect(try OutputFolder.stranger(in: "\(root)/none") == nil)
        for name in ["a.jsonl", "a.jsonl.status", "a.bundle.jsonl"] {
            try Data().write(to: URL(fileURLWithPath: "\(root)/\(name)"))
        }
        #expect(try OutputFolder.stranger(in: root) == nil)
        try FileManager.default.createDirectory(atPath: "\(root)/b.jsonl", withIntermediateDirectories: true)
        #expect(try OutputFolder.stranger(in: root) == "b.jsonl")
        try Data().write(to: URL(fileURLWithPath: "\(root)/Notes"))
        #expect(try OutputFolder.stranger(in: root) == "Notes")
        try FileManager.default.removeItem(atPath: root)
    }
}
