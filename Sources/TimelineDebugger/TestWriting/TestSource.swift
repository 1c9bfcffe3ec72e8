package import TimelineKit
internal import TimelineReplay

/// A Swift Testing file that runs recorded actions again:
///
///     @Test func unreadIsNeverNegative() throws {
///         var run = TestRun(EpisodesProgram())
///         try run.reduce(json: #"{"allReadTapped":{}}"#)
///         try run.expect(keeps: "unread is never negative")
///     }
package struct TestSource {
    package enum Expectation {
        case keeps(Rule)
        /// By pointer; nil for none. `areRecorded`: the state is the recorded one.
        case values([(pointer: String, value: JSON?)], areRecorded: Bool)
    }

    struct Entry {
        let change: Step.Change
        let values: [GeneratedValue]
        /// The marks before it, and the line of code that dispatched it.
        var note: String?
    }

    let name: String
    /// `EpisodesCore.EpisodesProgram`.
    let program: String
    let origin: String
    let start: JSONText?
    let entries: [Entry]
    let expectation: Expectation

    /// Not private to a file, or local to a function.
    package static func isNameable(_ type: String) -> Bool { type.contains(".") && !type.contains("(") }

    package var text: String {
        let module = program.prefix { $0 != "." }
        let type = program.dropFirst(module.count + 1)
        let isExit = if case .keeps(let rule) = expectation { rule.signal != nil } else { false }
        var body = [
            start.map { "var run = try TestRun(\(type)(), state: \(Self.raw($0)))" } ?? "var run = TestRun(\(type)())"
        ]
        body += entries.flatMap { ($0.comment.map { ["// \($0)"] } ?? []) + [$0.line] }
        body += expectations
        if isExit { body = ["await #expect(processExitsWith: .success) {"] + body.map { "    \($0)" } + ["}"] }
        let lines = [
            "@testable import \(module)", "import Testing", "import TimelineTesting", "", "/// \(origin)",
            "private struct \(name) {", "    @Test func \(function)() \(isExit ? "async" : "throws") {",
        ]
        return (lines + body.map { "        \($0)" } + ["    }", "}", ""]).joined(separator: "\n")
    }

    private var expectations: [String] {
        switch expectation {
        case .keeps(.invariant(let name)): ["try run.expect(keeps: \(Self.raw(name)))"]
        case .keeps(.condition(let condition)): ["try run.expect(not: \(Self.raw(condition)))"]
        case .keeps(.change(let condition)): ["try run.expect(notChange: \(Self.raw(condition)))"]
        case .keeps(.response(let question)): ["#expect(try run.holds(\(Self.raw(question.expect))))"]
        case .keeps: []
        case .values(let values, _):
            values.map { pointer, value in
                "try run.expect(\(value.map { Self.raw($0.description) } ?? "nil"), at: \(Self.raw(pointer)))"
            }
        }
    }

    private var function: String {
        switch expectation {
        case .keeps(.invariant(let name)): Self.identifier(name) ?? "theInvariantHolds"
        case .keeps(.condition): "theStateIsGood"
        case .keeps(.change): "theChangeIsGood"
        case .keeps(.response): "whatWasAskedForCame"
        case .keeps: "theReducerReturns"
        case .values(_, let areRecorded): areRecorded ? "theStateIsAsRecorded" : "theStateIsUnchanged"
        }
    }

    // MARK: - Names

    /// In lower camel case; nil for fewer than two words, which might be a keyword.
    static func identifier(_ text: String) -> String? {
        let words = words(text)
        guard words.count > 1, words[0].first?.isLetter == true else { return nil }
        return words[0].lowercased() + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// `UnreadBelowZeroTests` for `runs/unread-below-zero.jsonl`.
    package static func structure(forFile file: String) -> String {
        let stem = file.split(separator: "/").last.map { $0.prefix { $0 != "." } } ?? ""
        let name = words(String(stem)).map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        return (name.first?.isLetter == true ? name : "Recorded\(name)") + "Tests"
    }

    package static func isIdentifier(_ text: String) -> Bool {
        !isKeyword(text) && words(text) == [text[...]] && text.first?.isNumber == false
    }

    package static func isKeyword(_ text: String) -> Bool { keywords.contains(text) }

    /// Reserved in declarations or as names of types (*The Swift Programming Language*, "Lexical Structure").
    private static let keywords: Set = [
        "Any", "Protocol", "Self", "Type", "as", "associatedtype", "await", "break", "case", "catch", "class",
        "continue",
        "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
        "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator",
        "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct",
        "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]

    private static func words(_ text: String) -> [Substring] {
        text.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    }

    // MARK: - Literals

    fileprivate static func raw(_ text: JSONText) -> String { raw(String(decoding: text.bytes, as: UTF8.self)) }

    fileprivate static func raw(_ text: String) -> String { RawStringLiteral.of(text) }
}

extension TestSource {
    /// Steps of a run, from its first state on.
    package init<P: Program>(
        _ program: P, name: String, origin: String, _ run: TrialRun, _ steps: [TrialStep],
        note: (Step) -> String? = { _ in nil }, _ expectation: Expectation
    ) throws {
        let isInitial = try JSONCoding.decode(P.State.self, from: run.first.state) == program.initialState
        self.init(
            name: name, program: String(reflecting: P.self), origin: origin, start: isInitial ? nil : run.first.state,
            entries: steps.map { Entry(change: $0.step.change, values: $0.values, note: note($0.step)) },
            expectation: expectation)
    }
}

extension TestSource.Entry {
    /// The name of an action of several names, and the note.
    fileprivate var comment: String? {
        let name: String? = if case .action(let text) = change { VisibleText.of(text.actionType) } else { nil }
        let parts = [name?.contains(ActionLabel.separator) == true ? name : nil, note].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    fileprivate var line: String {
        switch change {
        case .set(let text, _): return "try run.set(json: \(TestSource.raw(text)))"
        case .opaque: preconditionFailure("an action that was not encoded has no test")
        case .action(let text):
            var arguments = "json: \(TestSource.raw(text))"
            if !values.isEmpty {
                let values = JSON.array(
                    values.map { .object(JSONObject([.init(key: $0.name, value: $0.value.value)])) })
                arguments += ", values: \(TestSource.raw(values.description))"
            }
            return "try run.reduce(\(arguments))"
        }
    }
}

package enum RawStringLiteral {
    /// `#"{"text":"a"}"#`, with escapes for the characters that `VisibleText` escapes.
    package static func of(_ text: String) -> String {
        var marks = 1
        // By Unicode scalar, as the compiler reads: a number sign may be the beginning of a character, such as a keycap.
        let scalars = Array(text.unicodeScalars)
        func contains(_ start: Unicode.Scalar) -> Bool {
            scalars.contains([start] + Array(repeating: "#", count: marks))
        }
        while contains("\"") || contains("\\") { marks += 1 }
        let mark = String(repeating: "#", count: marks)
        let escaped = scalars.map {
            VisibleText.isUnprintable($0) ? "\\\(mark)u{\(String($0.value, radix: 16))}" : String($0)
        }
        return "\(mark)\"\(escaped.joined())\"\(mark)"
    }
}
