import Foundation
import Testing
import TimelineKit
import TimelineTestSupport

struct OutputFileTests {
    private let scratch = TemporaryFolder()

    /// Bytes whose reader is killed when half of them are written.
    private struct KillingSource: ByteSource {
        func size() -> Int { 2 << 20 }

        func read(at offset: Int, count: Int) -> [UInt8] {
            if offset > 0 { kill(getpid(), SIGKILL) }
            return [UInt8](repeating: 0x20, count: 1 << 20)
        }
    }

    @Test(arguments: [false, true])
    func aKilledWriterLeavesADraftThatNobodyReads(replacing: Bool) async throws {
        if replacing { try scratch.write("before".utf8, to: "run.bundle.jsonl") }
        let path = scratch.file("run.bundle.jsonl")
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, replacing = replacing as Bool] in
            try OutputFile.write(KillingSource(), to: path, replacing: replacing)
        }
        let left = try scratch.names().filter { $0 != "run.bundle.jsonl" }
        #expect(left.map { $0.hasPrefix("run.bundle.jsonl.") } == [true])
        #expect(try JournalFolder.journals(in: scratch.path, packed: true) == [])
        if replacing { #expect(try scratch.bytes(of: "run.bundle.jsonl").text == "before") }
    }

    @Test func aFileIsReplacedOnlyOnRequest() throws {
        let path = scratch.file("run.jsonl")
        try OutputFile.write(Array("one".utf8), to: path, replacing: false)
        #expect(throws: FileError(path, "create", EEXIST)) {
            try OutputFile.write(Array("two".utf8), to: path, replacing: false)
        }
        #expect(try scratch.bytes(of: "run.jsonl").text == "one")
        try OutputFile.write(Array("two".utf8), to: path, replacing: true)
        #expect(try scratch.bytes(of: "run.jsonl").text == "two")
        #expect(FileStatus(path)?.permissions == 0o600)
        #expect(FileStatus(path)?.links == 1)
    }

    @Test func aFolderIsNeverReplaced() throws {
        let folder = scratch.file("folder")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        #expect(throws: FileError(folder, "create", EISDIR)) {
            try OutputFile.write(Array("new".utf8), to: folder, replacing: true)
        }
        #expect(try scratch.names() == ["folder"])
    }
}
