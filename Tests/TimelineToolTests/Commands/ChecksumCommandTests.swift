import Foundation
import Testing
import TimelineJournal
import TimelineTestSupport

/// The header's `checksums`, in recorders and commands.
@Suite(.ownThreads)
struct ChecksumCommandTests {
    private static let recording = Result {
        let sandbox = try Sandbox()
        let actions = String(repeating: #"{"increment":{}}"# + "\n", count: 5)
        _ = try sandbox.run(["record", "--program", "counter", "-o", "run.jsonl"], input: actions)
        return try sandbox.read("run.jsonl")
    }

    private let sandbox: Sandbox

    /// Five actions as `record` writes them, in `run.jsonl`; and `bare.jsonl`, whose fifth line, step 3, lost its checksum.
    init() throws {
        let run = try Self.recording.get()
        sandbox = try Sandbox(["run.jsonl": run])
        var lines = run.split(separator: "\n").map(String.init)
        // The set of written snapshots depends on timing.
        lines = lines.prefix(2) + lines.filter { $0.contains(#""action":"#) }
        lines[4] = lines[4].dropLast(18) + "}"
        try sandbox.write(Recorded.text(lines), to: "bare.jsonl")
    }

    private func lines(_ name: String) throws -> [String] {
        try sandbox.read(name).split(separator: "\n").map(String.init)
    }

    /// Whether the header declares checksums, and each line has one.
    private func isSealed(_ name: String) throws -> Bool {
        let lines = try lines(name)
        let strict = try sandbox.run(["info", name, "--recover", "strict"])
        return strict.status == 0 && lines[0].contains(#","checksums":"crc32c","crc":""#)
            && lines.allSatisfy { $0.contains(/,"crc":"[0-9a-f]{8}"}$/) }
    }

    private func damage(_ name: String) throws -> String {
        let lines = try lines("bare.jsonl")
        let byte = lines[..<4].reduce(0) { $0 + $1.utf8.count + 1 } + lines[4].utf8.count - 1
        let checksum = Checksum.text(Checksum.of(lines[4].utf8.dropLast()))
        return "\(name), line 5, byte \(byte): the header says that each line has a checksum, and this one has none: "
            + #"expected it to end with ,"crc":"\#(checksum)"}; after an edit, drop "checksums" from the header, too"#
    }

    @Test func aRecordingDeclaresItsChecksums() throws { #expect(try isSealed("run.jsonl")) }

    @Test(arguments: [
        ["info", "bare.jsonl"], ["log", "bare.jsonl.gz"], ["state", "bare.jsonl"],
        ["replay", "bare.jsonl.gz", "--no-wait"], ["bundle", "bare.jsonl", "-o", "-"],
        ["redact", "bare.jsonl", "-o", "-", "--path", "$.count"],
    ])
    func aLineWithoutItsChecksumIsDamage(command: [String]) throws {
        if command[1].hasSuffix(".gz") { try sandbox.write(Packed.gzip(sandbox.read("bare.jsonl")), to: command[1]) }
        let finished = try sandbox.run(command)
        #expect(finished.status == 65)
        let text = finished.errors + finished.output
        #expect(text.contains(try damage(command[1])) || command[0] == "redact", "\(finished)")
    }

    @Test func repairLeavesItOutAndTheCopyKeepsItsChecksums() throws {
        let repair = try sandbox.run(["repair", "bare.jsonl", "-o", "sound.jsonl"])
        #expect(repair.status == 0)
        #expect(repair.output.contains("left out   \(try damage("bare.jsonl"))\n"))
        #expect(try isSealed("sound.jsonl"))
        #expect(
            try sandbox.run(["state", "bare.jsonl", "2", "--recover", "salvage", "--json"]).output == #"{"count":2}"#
                + "\n")
        #expect(try sandbox.run(["state", "bare.jsonl", "3", "--recover", "salvage"]).status == 2)
    }

    @Test func copiesKeepTheKey() throws {
        #expect(try sandbox.run(["bundle", "run.jsonl", "--last", "2", "-o", "b.jsonl"]).status == 0)
        #expect(try isSealed("b.jsonl") || lines("b.jsonl")[0].contains(#""checksums":"crc32c","crc":""#))
        #expect(try sandbox.run(["info", "b.jsonl", "--recover", "strict"]).status == 0)
        #expect(
            try sandbox.run(["redact", "run.jsonl", "-o", "r.jsonl", "--path", "$.none"]).status == 0)
        #expect(try isSealed("r.jsonl"))
    }

    @Test func aBundleOfARecordingWithoutChecksumsHasNone() throws {
        try sandbox.write(Recorded.run, to: "old.jsonl")
        #expect(try sandbox.run(["bundle", "old.jsonl", "--last", "2", "-o", "b.jsonl"]).status == 0)
        #expect(try !sandbox.read("b.jsonl").contains("checksums"))
        #expect(try sandbox.run(["info", "b.jsonl", "--recover", "strict"]).status == 0)
    }
}
