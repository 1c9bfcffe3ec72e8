import Foundation
import Synchronization
import Testing
@testable import TimelineKit
import TimelineTestSupport

@Suite(.ownThreads)
struct JournalFileTests {
    private let scratch = TemporaryFolder()

    @Test(.needsRoot) func isNotMadeInTheFolderOfAnotherUser() throws {
        #expect(chown(scratch.path, 4242, 4242) == 0)
        let path = scratch.file("a.jsonl")
        #expect(
            errorMessage { _ = try JournalFile(creating: path) }
                == "cannot create \(path): its folder is owned by another user, who could put another file in its place"
        )
        #expect(!scratch.exists("a.jsonl"))
    }

    @Test func writesWholeLinesAndCountsThem() throws {
        var file = try JournalFile(creating: scratch.file("a.jsonl"))
        try file.append([UInt8](lines: "one"))
        try file.append([UInt8](lines: "two", "three"))
        let length = file.length
        #expect(length == 14)
        #expect(try scratch.bytes(of: "a.jsonl").text == "one\ntwo\nthree\n")
    }

    @Test func refusesALineThatIsTooLong() throws {
        let path = scratch.file("a.jsonl")
        var file = try JournalFile(creating: path, lineLimit: 8)
        try file.append([UInt8](lines: "one"))
        let message = errorMessage { try file.append([UInt8](lines: "12345678")) }
        #expect(message == "cannot write \(path): a line would be longer than the limit of readers, 256 MiB")
        try file.append([UInt8](lines: "1234567"))
        #expect(try scratch.bytes(of: "a.jsonl").text == "one\n1234567\n")
    }

    // MARK: - Bytes of others

    @Test func aFailedWriteIsCutOffAndNothingElse() throws {
        let files = ShortFiles()
        var file = try JournalFile(creating: scratch.file("a.jsonl"), layer: files)
        try file.append([UInt8](lines: "one"))
        try append("foreign\n".utf8, to: scratch.file("a.jsonl"))
        try file.append([UInt8](lines: "two"))
        files.room.store(3, ordering: .relaxed)
        let message = errorMessage { try file.append([UInt8](lines: "three")) }
        #expect(message == "cannot write \(scratch.file("a.jsonl")): no space left on device")
        #expect(try scratch.bytes(of: "a.jsonl").text == "one\nforeign\ntwo\n")
        let problem = file.problem()
        #expect(problem == .extended)
        files.room.store(.max, ordering: .relaxed)
        try file.append([UInt8](lines: "four"))
        #expect(try scratch.bytes(of: "a.jsonl").text == "one\nforeign\ntwo\nfour\n")
    }

    @Test func bytesOfAnotherProcessAfterAFailedLineRemain() throws {
        let files = ShortFiles()
        var file = try JournalFile(creating: scratch.file("a.jsonl"), layer: files)
        try file.append([UInt8](lines: "one"))
        files.room.store(3, ordering: .relaxed)
        files.isUncuttable.store(true, ordering: .relaxed)
        let message = errorMessage { try file.append([UInt8](lines: "three")) }
        #expect(message == "cannot write \(scratch.file("a.jsonl")): no space left on device")
        try append("foreign".utf8, to: scratch.file("a.jsonl"))
        files.room.store(.max, ordering: .relaxed)
        files.isUncuttable.store(false, ordering: .relaxed)
        try file.append([UInt8](lines: "four"))
        #expect(try scratch.bytes(of: "a.jsonl").text == "one\nthrforeignfour\n")
        let problem = file.problem()
        #expect(problem == .extended)
    }
}

/// A disk that writes a limited number of bytes of a line.
private final class ShortFiles: FileLayerWrapper {
    let room = Atomic<Int>(.max)
    let isUncuttable = Atomic<Bool>(false)
    let base = SystemFiles()

    func append(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
        let room = room.load(ordering: .relaxed)
        if room == 0 { return -Int(ENOSPC) }
        let taken = base.append(UnsafeRawBufferPointer(rebasing: bytes.prefix(room)), to: descriptor)
        if taken < bytes.count { self.room.store(0, ordering: .relaxed) }
        return taken
    }

    func truncate(_ descriptor: Int32, to length: Int) -> Int32 {
        isUncuttable.load(ordering: .relaxed) ? -EIO : base.truncate(descriptor, to: length)
    }
}
