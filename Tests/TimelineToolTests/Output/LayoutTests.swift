import Foundation
import Testing
import TimelineTestSupport

@testable import TimelineTool

struct LayoutTests {
    @Test(arguments: [(0, "0.000"), (0.0004, "0.000"), (0.0005, "0.001"), (9.0126, "9.013"), (59.9999, "60.000")])
    func secondsHaveThreeDecimals(_ seconds: Double, _ text: String) {
        #expect(Layout.seconds(seconds) == text)
    }

    @Test func aShellReadsBackEachQuotedArgument() throws {
        let parts = [
            "a", "ü", "👩‍🚀", " ", "'", "\"", "\\", "%s", "!x", "$HOME", "`id`", "-", "~", "\u{1}", "\u{1B}[31m", "\r",
            "\n",
            "\t", "\u{7F}", "\u{9B}", "\u{202E}", "\u{200B}", "\u{2028}", "7",
        ]
        var random = Seed()
        var words = parts + ["", "a\n\n", "\u{1B}\n"]
        for _ in 0..<200 { words.append((0..<6).map { _ in parts.randomElement(using: &random)! }.joined()) }
        for shell in ["sh", "bash", "dash", "zsh"] where FileManager.default.isExecutableFile(atPath: "/bin/\(shell)") {
            let quoted = words.map { Layout.argument($0) }
            let script = "printf '%s\\0' " + quoted.joined(separator: " ")
            let read = try TestProcess.run(["/bin/\(shell)", "-c", script]).output.split(
                separator: "\0", omittingEmptySubsequences: false)
            #expect(read.dropLast().map(String.init) == words, "\(random)")
            for word in quoted {
                let shown = word.replacing(/\n+"$/, with: "\"")
                #expect(Layout.visible(shown) == shown, "\(random)")
            }
        }
        #expect(Layout.argument("-\u{9B}'\0\n") == "\"$(printf '\\055\\302\\233\\047')\n\"")
    }

    @Test(arguments: [
        ("short", 20, "short"),
        ("one two three four", 9, "one two\n  three\n  four"),
        ("label  one two three", 20, "label  one two three"),
        ("  in    one two three", 18, "  in    one two\n    three"),
        ("  in    one two three", 24, "  in    one two three"),
        ("  in    one two three four", 24, "  in    one two three\n        four"),
        ("ended      not cleanly at all", 20, "ended      not\n  cleanly at all"),
        ("ended    not cleanly at all", 27, "ended    not cleanly at all"),
        ("ended    not cleanly at alls", 27, "ended    not cleanly at\n         alls"),
        (String(repeating: " ", count: 29) + "deep one two", 20, "    deep one two"),
        ("  timeline state 'a b' 17", 20, "  timeline state \\\n    'a b' 17"),
        (#"{"json": "is left alone"}"#, 9, #"{"json": "is left alone"}"#),
        (#"["json", "is left alone"]"#, 9, #"["json", "is left alone"]"#),
        ("[--good <p>] [--first]", 12, "[--good <p>]\n  [--first]"),
        ("unbreakablewords stay whole", 10, "unbreakablewords\n  stay\n  whole"),
        ("\u{1B}[31mred text\u{1B}[0m here", 13, "\u{1B}[31mred text\u{1B}[0m here"),
        ("\u{1B}[31mred text\u{1B}[0m there", 13, "\u{1B}[31mred text\u{1B}[0m\n  there"),
        ("one two\nthree four", 8, "one two\nthree\n  four"),
    ])
    func longLinesAreWrappedBetweenWords(_ text: String, _ width: Int, _ wrapped: String) {
        #expect(Layout.wrapped(text, to: width) == wrapped)
    }
}
