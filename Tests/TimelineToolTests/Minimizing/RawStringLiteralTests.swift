import Foundation
import TestHarness
import Testing
import TimelineDebugger

/// What the compiler reads from the literals of generated tests.
@Suite(.ownThreads)
struct RawStringLiteralTests {
    private static let keycap = "#\u{FE0F}\u{20E3}"

    private static let texts = [
        "", "\"", "\"\"", "\"\"\"", "\"#", "\"##", "\\", "\\(a)", "\\#(a)", "\\#n", "a\nb\r\t\0\u{7F}", "#", "##\"",
        // A keycap, whose number sign is part of a character, after a quote and after a backslash.
        "{\"text\":\"\(keycap)\"}", "{\"text\":\"\\\"\(keycap)\\\(keycap)\"}", "\"#\u{301}", "\\#\u{301}(a)",
        "\u{301}\"", "\"\u{301}#",
        "\u{202E}\u{2066}\u{61C}\u{FEFF}\u{2028}\u{85}", "e\u{301}\u{1F469}\u{200D}\u{1F4BB}",
    ]

    @Test func theCompilerReadsTheTextsThatWereWritten() throws {
        let sandbox = try Sandbox()
        let literals = Self.texts.map(RawStringLiteral.of).map { "    \($0),\n" }.joined()
        try sandbox.write(
            "let texts: [String] = [\n\(literals)]\nfor text in texts { print(Array(text.utf8)) }\n", to: "main.swift")
        let compiled = try sandbox.run(
            ["swiftc", "main.swift", "-o", "main"], with: "/usr/bin/env",
            environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"],
            timeout: .seconds(120))
        #expect(compiled.status == 0, "\(compiled)")
        let read = try sandbox.run([], with: "\(sandbox.folder)/main")
        #expect(read.output == Self.texts.map { "\(Array($0.utf8))\n" }.joined())
    }

    @Test func aTerminatorIsFoundWithinACharacter() {
        #expect(RawStringLiteral.of("\"" + Self.keycap) == "##\"\"\(Self.keycap)\"##")
        #expect(RawStringLiteral.of("\\" + Self.keycap) == "##\"\\\(Self.keycap)\"##")
        #expect(RawStringLiteral.of("a\u{61C}b") == "#\"a\\#u{61c}b\"#")
    }
}
