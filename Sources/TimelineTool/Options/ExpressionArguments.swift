internal import TimelineKit
internal import TimelineReplay

enum ExpressionArguments {
    static let help = """
        A path on its own is true if any value that it selects is not false: '$.paid' and '!$.paid' test the value; \
        '$.items' is true for an empty list, too, and '$.items[0]' tests for an element. + - * / work on numbers; \
        'sum($.cart.items[*].price)', 'min(…)' and 'max(…)' on the numbers that a path selects.
        """

    static func condition(_ expression: String) throws(ToolError) -> JSONCondition {
        do throws(JSONPathError) { return try JSONCondition(parsing: expression) } catch {
            throw ToolError(error, in: expression).appending(remedy(error, in: expression) ?? hint(expression))
        }
    }

    static func path(_ text: String) throws(ToolError) -> StatePath {
        do throws(StatePath.Error) { return try StatePath(parsing: text) } catch {
            throw ToolError(.usage, error.description + hint(text))
        }
    }

    /// For what people write who know other languages.
    private static func remedy(_ error: JSONPathError, in text: String) -> String? {
        let rest = text.unicodeScalars.dropFirst(error.column - 1)
        var word = ""
        word.unicodeScalars += rest.prefix { $0.continuesName || $0 == "." }
        switch word {
        case "" where rest.first == "=": return "\nEquality is written as =="
        case "and", "or", "not": return "\nConditions are joined with && and ||, and ! negates"
        default:
            guard error.reason.hasPrefix("expected a value"), word.unicodeScalars.first?.startsName == true,
                !text.contains("-" + word)
            else { return nil }
            return "\nA path begins with $: $.\(word)"
        }
    }

    /// `$.unread-count` subtracts: names the first member that is written so.
    private static func hint(_ text: String) -> String {
        for path in text.split(whereSeparator: { " ()<>=!&|+*,".contains($0) }) where "$@".contains(path.prefix(1)) {
            let names = path.prefix { $0 != "[" }.split(separator: ".", omittingEmptySubsequences: false)
            guard let index = names.firstIndex(where: isHyphenated), index > 0 else { continue }
            let before = names[..<index].joined(separator: ".")
            return "\nThe member \"\(names[index])\" is written as \(before)['\(names[index])']"
        }
        return ""
    }

    private static func isHyphenated(_ name: Substring) -> Bool {
        let words = name.split(separator: "-", omittingEmptySubsequences: false)
        return words.count > 1 && words.allSatisfy { $0.first?.isLetter == true }
            && name.allSatisfy { $0.isLetter || $0.isNumber || "_-".contains($0) }
    }
}
