@testable import TimelineKit
@testable import TimelineReplay

/// Evaluating paths, conditions and regular expressions ends, and equivalent expressions have equal results.
///
/// An input is an expression and, after a NUL, a document. A second NUL ends the document.
enum FuzzJSONPath: Fuzzer {
    /// A thousandth of the real limit, about ten milliseconds.
    private static let workLimit = PathEvaluator.workLimit / 1000

    private static let sample: JSON = [
        "cart": ["total": -5, "ids": [1, 2.5, [3]]], "items": [["name": "tea", "n": 3], ["name": "Ж", "n": -1]],
        "done": false, "nothing": .null, "a b'\"": "aab", "": [[], .object(JSONObject())],
    ]

    static func test(_ bytes: [UInt8]) throws {
        let parts = bytes.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
        let text = String(decoding: parts[0], as: UTF8.self)
        let rest = parts.count > 1 ? Array(parts[1]) : []
        let document = (try? JSON(parsing: rest)) ?? sample
        try path(text, document)
        try condition(text, document)
        regularExpression(text, String(decoding: rest.prefix(4096), as: UTF8.self))
        if let pointer = try? JSONPointer(parsing: text) {
            Fuzzing.require(pointer.description.isExactly(text), "a pointer is written differently")
        }
    }

    // MARK: - Paths

    private static func path(_ text: String, _ document: JSON) throws {
        let path: JSONPath
        do throws(JSONPathError) { path = try JSONPath(parsing: text) } catch {
            return checkColumn(of: error, in: text)
        }
        var parser = PathParser(text)
        let query = try parser.wholeQuery()
        var evaluator = PathEvaluator(root: document, workLimit: workLimit)
        guard let bounded = try? evaluator.nodes(of: query) else { return }
        let nodes = try path.nodes(in: document)
        Fuzzing.require(nodes.map(\.value) == bounded.map(\.value), "the limit changes the result")
        for node in nodes.prefix(8) + nodes.suffix(8) {
            Fuzzing.require(document[node.path.pointer] == node.value, "\(node.path.pointer) leads elsewhere")
            for spelling in [node.path.description, node.path.pathDescription] {
                let found = try JSONPath(parsing: spelling).nodes(in: document)
                Fuzzing.require(found == [node], "\(spelling) leads elsewhere")
            }
        }
        if let pointer = path.pointer { Fuzzing.require(nodes.count <= 1, "\(pointer) selects several nodes") }
        // In the filters of a condition, an invalid regular expression is an error, and a path tests the value.
        if text.contains("?") { return }
        guard let condition = try? JSONCondition(parsing: text) else {
            return Fuzzing.require(false, "a path is not a valid condition")
        }
        Fuzzing.require(
            try condition.holds(for: document) == nodes.contains { $0.value != false },
            "the condition differs from the selected values")
    }

    // MARK: - Conditions

    private static func condition(_ text: String, _ document: JSON) throws {
        value(text, document)
        let condition: JSONCondition
        do throws(JSONPathError) { condition = try JSONCondition(parsing: text) } catch {
            return checkColumn(of: error, in: text)
        }
        guard let holds = try answer(text, document) else { return }
        // The longer expression may exceed a limit, but its result must agree.
        if let negated = try answer("!(\(text))", document) {
            Fuzzing.require(negated != holds, "the negation has the same result")
        }
        if let doubled = try answer(" \(text) && (\(text)) ", document) {
            Fuzzing.require(doubled == holds, "repeated, it differs")
        }
        // The text of each path repeats the paths that lead to its filter.
        guard text.utf8.count <= 1024 else { return }
        var unseen = UnseenPaths(condition)
        unseen.workLimit = workLimit
        unseen.evaluate(in: document)
        // Others are comparisons of a number with a text.
        for path in unseen.paths where !path.contains(" to compare with ") {
            Fuzzing.require(
                try JSONPath(parsing: path).nodes(in: document).isEmpty, "the unseen path \(path) selects a node")
        }
    }

    /// An expression that gives a value, which is Nothing for some documents.
    private static func value(_ text: String, _ document: JSON) {
        func holds(_ condition: String) -> Bool? { try? answer(condition, document) }
        // In the repeated text, an unclosed string or parenthesis may be closed by the second copy.
        guard holds("\(text) == 0") != nil, let isItself = holds("(\(text)) == (\(text))") else { return }
        Fuzzing.require(isItself, "a value differs from itself")
        for (one, other) in [("0 + (\(text))", "(\(text)) + 0"), ("(\(text)) * 2", "2 * (\(text))")] {
            if let isEqual = holds("\(one) == \(other)") { Fuzzing.require(isEqual, "\(one) differs from \(other)") }
        }
        if let isNumber = holds("(\(text)) + 0 == (\(text))"), isNumber,
            holds("(\(text)) + 0 == $[-1][-1][-1]") == false,
            let isZero = holds("(\(text)) - (\(text)) == 0")
        {
            Fuzzing.require(isZero, "a number minus itself is not zero")
        }
    }

    /// Whether `text` holds; nil if it is invalid or exceeds a limit.
    private static func answer(_ text: String, _ document: JSON) throws -> Bool? {
        var parser = PathParser(text)
        guard let expression = try? parser.wholeCondition() else { return nil }
        var evaluator = PathEvaluator(root: document, workLimit: workLimit)
        return try? evaluator.holds(expression, for: document)
    }

    private static func checkColumn(of error: JSONPathError, in text: String) {
        let columns = 1...text.unicodeScalars.count + 1
        Fuzzing.require(columns.contains(error.column), "column \(error.column) is not in \(columns)")
    }

    // MARK: - Regular expressions

    private static func regularExpression(_ pattern: String, _ text: String) {
        guard let expression = try? IRegexp(parsing: pattern) else { return }
        Fuzzing.require(expression.size <= IRegexp.sizeLimit, "\(expression.size) instructions")
        guard expression.size * (text.utf8.count + 1) <= 100_000 else { return }
        let matches = expression.matches(text, wholly: true)
        Fuzzing.require(
            !matches || expression.matches(text, wholly: false), "a match of the whole text is not found in it")
        // The anchors may exceed the limits of size and depth.
        guard let anchored = try? IRegexp(parsing: "^(\(pattern))$") else { return }
        Fuzzing.require(
            anchored.matches(text, wholly: false) == matches, "found with anchors differs from a match of the whole")
        Fuzzing.require(anchored.matches(text, wholly: true) == matches, "anchors change a match of the whole")
    }
}
