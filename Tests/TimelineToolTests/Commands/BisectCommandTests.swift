import Testing
import TimelineTestSupport

@Suite(.ownThreads)
struct BisectCommandTests {
    private let sandbox = Sandbox(["run.jsonl": Self.wide])

    /// A step that changes 30 values, one of them a long text.
    private static let wide: String = {
        func state(_ seq: Int, _ value: String) -> String {
            let members = (10..<40).map { #""k\#($0)":\#(value)"# }.joined(separator: ",")
            return #"{"seq":\#(seq),"at":0.\#(seq)00000,"state":{\#(members)}}"#
        }
        return Recorded.text([
            Recorded.header.replacing(#""counter""#, with: #""notes""#), state(0, "0"),
            #"{"seq":1,"at":0.100000,"action":{"filled":{"with":"\#(String(repeating: "x", count: 90))"}}}"#,
            state(1, #""\#(String(repeating: "x", count: 90))""#),
        ])
    }()

    @Test func onATerminalTheNumberOfHiddenChangesIsShownWithTheFlag() throws {
        let arguments = ["bisect", "run.jsonl", "--bad", "$.k10 != 0"]
        let atTerminal = try sandbox.talk(arguments, with: "bare-timeline", [], environment: ["NO_COLOR": "1"])
        let short =
            "    $.k29  0 → \"\(String(repeating: "x", count: 61))…\n    and 10 more changes: --full shows all\n\nFound"
        #expect(atTerminal.output.contains(short))
        let full = try sandbox.talk(
            arguments + ["--full"], with: "bare-timeline", [], environment: ["NO_COLOR": "1"], columns: 200)
        let whole = String(repeating: "x", count: 90)
        #expect(full.output.matches(of: /\$\.k\d\d/).count == 31)
        #expect(full.output.ranges(of: whole).count == 31)
        #expect(!full.output.contains("--full"))
        let narrow = try sandbox.talk(arguments + ["--full"], with: "bare-timeline", [], environment: ["NO_COLOR": "1"])
        #expect(narrow.output.ranges(of: whole).count == 31)
        // Elsewhere none is hidden.
        let piped = try sandbox.run(arguments, with: "bare-timeline")
        #expect(piped.output.split(separator: "\n").filter { $0.hasPrefix("    $.k") }.count == 30)
    }
}
