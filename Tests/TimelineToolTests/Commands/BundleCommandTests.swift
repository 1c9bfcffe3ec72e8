import Foundation
import Testing
import TimelineKit
import TimelineTestSupport

@Suite(.ownThreads)
struct BundleCommandTests {
    private let sandbox = Sandbox(["run.jsonl": Recorded.run])

    @Test(arguments: [2, 150, 400])
    func aTrapOutsideTheReducerIsBlamedOnNoStep(place: Int) throws {
        var lines = Array(Recorded.lines[..<2])
        lines += (1..<500).map { seq in
            seq == place
                ? #"{"seq":\#(seq),"at":0.1,"set":{"count":\#(Int.min)},"by":"test"}"#
                : #"{"seq":\#(seq),"at":0.1,"action":{"increment":{}}}"#
        }
        try sandbox.write(Recorded.text(lines), to: "run.jsonl")
        let finished = try sandbox.run(["replay", "run.jsonl", "--verify"])
        #expect(finished.status == 2)
        #expect(!finished.errors.contains("reducer"))
        #expect(finished.errors.contains("can't tell: the process that runs the program was ended by SIG"))
        #expect(finished.errors.contains("asked to crash"))
    }

    @Test func aSalvagedCopyHasTheStatusPageOfTheOriginal() throws {
        let lines = Recorded.lines[..<2] + [#"{"seq":1,"at":0.1,"action":{"increment":{}}}"#, "damage"]
        try sandbox.write(Recorded.text(Array(lines)), to: "run.jsonl")
        let session = "0c8b1a52-7a35-4b6b-9f0e-1f6a3c5d7e90"
        _ = try StatusPage(beside: "\(sandbox.folder)/run.jsonl", session: session, reduced: 1)
        let bundle = try sandbox.run(["bundle", "run.jsonl", "--recover", "salvage"])
        #expect(
            bundle
                == Finished(
                    output: "run.bundle.jsonl: 1 step from position 0, 450 bytes\n",
                    errors: """
                        Warning: 1 line left out: run.jsonl, line 4, byte 301: expected an object, found "d"
                        Warning: unknown: whether more steps came after step 1

                        """))
        #expect(
            try sandbox.read("run.bundle.jsonl").hasPrefix(
                Recorded.header.dropLast() + #","bundle":{"states":1,"last":{"seq":1,"reduced":true}}"#))
    }
}
