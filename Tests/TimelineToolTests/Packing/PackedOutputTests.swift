import Foundation
import Testing
import TimelineTestSupport

@Suite(.ownThreads)
struct PackedOutputTests {
    private let sandbox = Sandbox(["run.jsonl": Recorded.run])

    private func unpacked(_ name: String) throws -> String {
        String(decoding: try Packed.gunzip(Array(sandbox.files()[name] ?? Data())), as: UTF8.self)
    }

    private func size(_ name: String) -> Int { sandbox.files()[name]?.count ?? -1 }

    @Test func aBundleIsCompressedByItsName() throws {
        _ = try sandbox.run(["bundle", "run.jsonl", "-o", "plain.jsonl"])
        let bundle = try sandbox.run(["bundle", "run.jsonl", "-o", "crash.jsonl.gz"])
        #expect(try unpacked("crash.jsonl.gz") == sandbox.read("plain.jsonl"))
        let bytes = size("crash.jsonl.gz")
        #expect(bundle == Finished(output: "crash.jsonl.gz: 5 steps from position 3, \(bytes) bytes\n"))
        let again = try sandbox.run(["bundle", "run.jsonl", "-o", "again.jsonl.gz", "--json"])
        #expect(
            again
                == Finished(
                    output: #"{"bundle":"again.jsonl.gz","states":5,"first":3,"last":8,"bytes":\#(bytes)}"# + "\n"))
        #expect(sandbox.files()["again.jsonl.gz"] == sandbox.files()["crash.jsonl.gz"])
        let mode = try FileManager.default.attributesOfItem(atPath: "\(sandbox.folder)/crash.jsonl.gz")
        #expect(mode[.posixPermissions] as? Int == 0o600)
        #expect(Set(sandbox.files().keys) == ["run.jsonl", "plain.jsonl", "crash.jsonl.gz", "again.jsonl.gz"])
        let replay = try sandbox.run(["replay", "crash.jsonl.gz", "--verify"])
        #expect(replay == Finished(output: "5 steps replayed. It agrees with 2 recorded states.\n"))
    }

    @Test func theBundleOfAPackedTimelineIsNotPacked() throws {
        try sandbox.write(Packed.gzip(Recorded.run), to: "other.jsonl.gz")
        _ = try sandbox.run(["bundle", "run.jsonl"])
        let bundle = try sandbox.run(["bundle", "other.jsonl.gz"])
        #expect(bundle.output.hasPrefix("other.bundle.jsonl: 5 steps from position 3, "))
        #expect(try sandbox.read("other.bundle.jsonl") == sandbox.read("run.bundle.jsonl"))
    }

    @Test func theSizeLimitOfAPackedBundleIsOnItsPackedBytes() throws {
        // Random names compress badly, so that each step adds to the packed size.
        var lines = Array(Recorded.lines[..<2])
        for seq in 1...60 {
            let noise = (0..<8).map { String((seq &* 2_654_435_761 &+ $0 &* 40_503) % 65_521, radix: 36) }.joined()
            lines.append(#"{"seq":\#(seq),"at":1.000000,"action":{"increment":{}},"from":"\#(noise)"}"#)
        }
        try sandbox.write(Recorded.text(lines), to: "long.jsonl")
        func bundle(_ limit: Int?, _ last: Int = 60) throws -> Finished {
            let limit = limit.map { ["--max-bytes", "\($0)"] } ?? []
            return try sandbox.run(
                ["bundle", "long.jsonl", "--last", "\(last)", "-o", "x.jsonl.gz", "--force", "--json"] + limit)
        }
        func states(_ finished: Finished) throws -> Int {
            let match = try #require(finished.output.firstMatch(of: /"states":(\d+)/))
            return try #require(Int(match.1))
        }
        let whole = try bundle(nil)
        #expect(try states(whole) == 60)
        let all = size("x.jsonl.gz")
        #expect(try states(bundle(all)) == 60)
        for limit in stride(from: all - 1, to: 400, by: -97) {
            let count = try states(bundle(limit))
            #expect(size("x.jsonl.gz") <= limit)
            // The search is approximate: a few more steps could fit.
            _ = try bundle(nil, count + 4)
            #expect(size("x.jsonl.gz") > limit, "\(count) steps for \(limit) bytes")
        }
        let none = try bundle(100)
        #expect(none.status == 1)
        let smallest = try #require(none.errors.firstMatch(of: /takes at least (\d+) bytes/))
        #expect(
            none.errors
                == """
                Error: there is no bundle: it takes at least \(smallest.1) bytes, for one state and the steps after it, and \
                may take 100.
                Allow more with --max-bytes.

                """)
        #expect(try states(bundle(Int(smallest.1))) == 1)
        #expect(size("x.jsonl.gz") == Int(smallest.1))
    }

    @Test(arguments: [["bundle", "run.jsonl"], ["repair", "run.jsonl"]])
    func aPackedFileIsReplacedOnlyWithForce(_ command: [String]) throws {
        try sandbox.write("kept", to: "out.gz")
        let refused = try sandbox.run(command + ["-o", "out.gz"])
        #expect(refused == Finished(errors: "Error: out.gz already exists; --force replaces it\n", status: 73))
        #expect(try sandbox.read("out.gz") == "kept")
        let forced = try sandbox.run(command + ["-o", "out.gz", "--force"])
        #expect(forced.status == 0)
        #expect(try unpacked("out.gz").hasPrefix(#"{"timeline":1,"#))
        #expect(Set(sandbox.files().keys) == ["run.jsonl", "out.gz"])
    }

    @Test(arguments: [["--program", "counter"], ["--", "counter-app"]])
    func aRecordingCannotBeCompressed(_ what: [String]) throws {
        let record = try sandbox.run(["record", "-o", "new.jsonl.gz"] + what)
        #expect(record.status == 64)
        #expect(
            record.errors.hasPrefix(
                """
                Error: -o new.jsonl.gz: a recording is not compressed, because a crash would lose actions. Record to \
                new.jsonl, then run: gzip new.jsonl

                """))
        #expect(Set(sandbox.files().keys) == ["run.jsonl"])
    }
}
