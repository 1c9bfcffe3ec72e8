import Foundation
import Testing
import TimelineTestSupport

/// The header's `checksums`, in recorders and commands.
@Suite(.ownThreads)
struct ChecksumCommandTests {
    private let sandbox = Sandbox(["old.jsonl": Recorded.run])

    /// Whether the header declares checksums, and each line has one.
    private func isSealed(_ name: String) throws -> Bool {
        let lines = try sandbox.read(name).split(separator: "\n")
        let strict = try sandbox.run(["info", name, "--recover", "strict"])
        return strict.status == 0 && lines[0].contains(#","checksums":"crc32c""#)
            && lines.allSatisfy { $0.contains(/,"crc":"[0-9a-f]{8}"}$/) }
    }

    @Test func aRecordingAndItsCopiesDeclareTheirChecksums() throws {
        let actions = String(repeating: #"{"increment":{}}"# + "\n", count: 5)
        _ = try sandbox.run(["record", "--program", "counter", "-o", "run.jsonl"], input: actions)
        #expect(try isSealed("run.jsonl"))
        for command in [["bundle", "--last", "2"], ["redact", "--path", "$.none"]] {
            #expect(try sandbox.run(command + ["run.jsonl", "-o", "copy.jsonl", "--force"]).status == 0)
            #expect(try isSealed("copy.jsonl"), "\(command)")
        }
    }

    @Test func aBundleOfARecordingWithoutChecksumsHasNone() throws {
        #expect(try sandbox.run(["bundle", "old.jsonl", "--last", "2", "-o", "b.jsonl"]).status == 0)
        #expect(try !sandbox.read("b.jsonl").contains("checksums"))
        #expect(try sandbox.run(["info", "b.jsonl", "--recover", "strict"]).status == 0)
    }
}
