import Fuzzing

@testable import TimelineJSON
@testable import TimelineQuerying

/// Paths, conditions and regular expressions end, and agree with what they are by another way.
///
/// An input is an expression; after a NUL, which no expression holds, a document to ask it of.
/// What follows another NUL is no part of either.
@main struct FuzzJSONPath {
    /// A thousandth of what may be spent in earnest, some ten milliseconds: what ends here in time ends there, too.
    private static let workLimit = PathEvaluator.workLimit / 1000

    static func main() {
        let sample: JSON = [
            "cart": ["total": -5, "ids": [1, 2.5, [3]]], "items": [["name": "tea", "n": 3], ["name": "Ж", "n": -1]],
            "done": false, "nothing": .null, "a b'\"": "aab", "": [[], .object(JSONObject())],
        ]
        Fuzzing.run { bytes in
            let parts = bytes.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
            let text = String(decoding: parts[0], as: UTF8.self)
            let rest = parts.count > 1 ? Array(parts[1]) : []
            let document = (try? JSON(parsing: rest)) ?? sample
            try path(text, document)
            try condition(text, document)
            regularExpression(text, String(decoding: rest.prefix(4096), as: UTF8.self))
            if let pointer = try? JSONPointer(parsing: text) {
                Fuzzing.require(pointer.description.isExactly(text), "a pointer is written as it was read")
            }
        }
    }

    // MARK: - Paths

    private static func path(_ text: String, _ document: JSON) throws {
        let path: JSONPath
        do throws(JSONPathError) { path = try JSONPath(parsing: text) } catch { return places(error, in: text) }
        var parser = PathParser(text, regularExpressions: IRegexp.compiler)
        let query = try parser.wholeQuery()
        var evaluator = PathEvaluator(root: document, regularExpressions: IRegexp.compiler, workLimit: workLimit)
        guard let bounded = try? evaluator.nodes(of: query) else { return }
        let nodes = try path.nodes(in: document)
        Fuzzing.require(nodes.map(\.value) == bounded.map(\.value), "the limit changes no answer")
        for node in nodes.prefix(8) + nodes.suffix(8) {
            Fuzzing.require(document[node.path.pointer] == node.value, "\(node.path.pointer) leads there")
            for spelling in [node.path.description, node.path.pathDescription] {
                let found = try JSONPath(parsing: spelling).nodes(in: document)
                Fuzzing.require(found == [node], "\(spelling) leads there")
            }
        }
        if let pointer = path.pointer {
            Fuzzing.require(nodes.count <= 1, "\(pointer) is one place")
        }
        // In filters, a condition says no to some regular expressions, and a path on its own is another question.
        if text.contains("?") { return }
        guard let question = try? JSONCondition(parsing: text) else {
            return Fuzzing.require(false, "a path is a condition, too")
        }
        Fuzzing.require(
            try question.holds(for: document) == nodes.contains { $0.value != false }, "something is not false")
    }

    // MARK: - Conditions

    private static func condition(_ text: String, _ document: JSON) throws {
        value(text, document)
        let condition: JSONCondition
        do throws(JSONPathError) { condition = try JSONCondition(parsing: text) } catch {
            return places(error, in: text)
        }
        guard let holds = try answer(text, document) else { return }
        // With a level more, or a space, it may be past a limit; it is never another answer.
        if let negated = try answer("!(\(text))", document) { Fuzzing.require(negated != holds, "a negation") }
        if let doubled = try answer(" \(text) && (\(text)) ", document) { Fuzzing.require(doubled == holds, "twice") }
        // Each path repeats those that lead to its filter.
        guard text.utf8.count <= 1024 else { return }
        var unseen = UnseenPaths(condition)
        unseen.workLimit = workLimit
        unseen.evaluate(in: document)
        for path in unseen.paths {
            Fuzzing.require(try JSONPath(parsing: path).nodes(in: document).isEmpty, "\(path) leads nowhere")
        }
    }

    /// An expression that gives a value, which is Nothing for some documents.
    private static func value(_ text: String, _ document: JSON) {
        func holds(_ condition: String) -> Bool? { try? answer(condition, document) }
        // What opens a string or a parenthesis and does not close it may be closed by its own beginning.
        guard holds("\(text) == 0") != nil, let isItself = holds("(\(text)) == (\(text))") else { return }
        Fuzzing.require(isItself, "a value is equal to itself")
        for (one, other) in [("0 + (\(text))", "(\(text)) + 0"), ("(\(text)) * 2", "2 * (\(text))")] {
            if let isEqual = holds("\(one) == \(other)") { Fuzzing.require(isEqual, "\(one) is \(other)") }
        }
        if let isNumber = holds("(\(text)) + 0 == (\(text))"), isNumber,
            holds("(\(text)) + 0 == $[-1][-1][-1]") == false,
            let isZero = holds("(\(text)) - (\(text)) == 0")
        {
            Fuzzing.require(isZero, "a number less itself is zero")
        }
    }

    /// Whether `text` holds; nil where it is past a limit.
    private static func answer(_ text: String, _ document: JSON) throws -> Bool? {
        var parser = PathParser(text, regularExpressions: IRegexp.compiler)
        guard let expression = try? parser.wholeCondition() else { return nil }
        var evaluator = PathEvaluator(root: document, regularExpressions: IRegexp.compiler, workLimit: workLimit)
        return try? evaluator.holds(expression, for: document)
    }

    private static func places(_ error: JSONPathError, in text: String) {
        let columns = 1...text.unicodeScalars.count + 1
        Fuzzing.require(columns.contains(error.column), "column \(error.column) is none of \(columns)")
    }

    // MARK: - Regular expressions

    private static func regularExpression(_ pattern: String, _ text: String) {
        guard let expression = try? IRegexp(parsing: pattern) else { return }
        Fuzzing.require(expression.size <= IRegexpProgram.sizeLimit, "\(expression.size) instructions")
        guard expression.size * (text.utf8.count + 1) <= 100_000 else { return }
        let matches = expression.matches(text)
        Fuzzing.require(!matches || expression.isFound(in: text), "what fits the whole is found in it")
        // An anchor is an instruction; at the limits of size and depth there may be no room for it.
        guard let anchored = try? IRegexp(parsing: "^(\(pattern))$") else { return }
        Fuzzing.require(anchored.isFound(in: text) == matches, "found between anchors is fitting the whole")
        Fuzzing.require(anchored.matches(text) == matches, "anchors stand at both ends of the whole")
    }
}
