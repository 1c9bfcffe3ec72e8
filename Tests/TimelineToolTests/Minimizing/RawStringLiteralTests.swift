import Foundation
import Testing
import TimelineDebugger
import TimelineTestSupport

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
        let sandbox = Sandbox()
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

    @Test(arguments: ["61c", "85", "200b", "2028", "202e", "2066", "feff"])
    func aCharacterThatIsNotSeenIsEscaped(code: String) throws {
        let scalar = try #require(UInt32(code, radix: 16).flatMap(Unicode.Scalar.init))
        #expect(RawStringLiteral.of("a\(scalar)b") == "#\"a\\#u{\(code)}b\"#")
    }
}
