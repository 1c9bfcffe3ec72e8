/// The tokens of a script (ECMA-262, section 12), without comments and space.
///
/// The token before a slash decides whether it begins a regular expression or divides. Automatic semicolons are not added.
struct ScriptTokens {
    enum Kind {
        /// An identifier or a keyword.
        case word
        /// A number, a string, a regular expression, or a part of a template.
        case literal
        case punctuator
    }

    struct Token {
        let kind: Kind
        let text: Substring
    }

    private var rest: Substring
    private(set) var list: [Token] = []
    /// The open braces: whether each is that of an expression in a template.
    private var braces: [Bool] = []

    init(_ script: String) {
        rest = script[...]
        while let first = rest.first { readToken(first) }
    }

    private static let punctuators = [
        "...", "===", "!==", "**=", "<<=", ">>=", "&&=", "||=", "??=", "=>", "==", "!=", "<=", ">=", "&&", "||", "??",
        "?.",
        "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<", ">>", "**",
    ]

    private mutating func readToken(_ first: Character) {
        switch first {
        case " ", "\n": rest.removeFirst()
        case "/" where rest.hasPrefix("//"): rest = rest.drop { $0 != "\n" }
        case "/" where rest.hasPrefix("/*"):
            rest = rest.dropFirst(2)
            while !rest.isEmpty, !rest.hasPrefix("*/") { rest.removeFirst() }
            rest = rest.dropFirst(2)
        case "/" where isOperandNext: take(.literal, regularExpressionLength)
        case "'", "\"": take(.literal, stringLength(first))
        case "`",
            "}" where first == "`" || braces.last == true:
            if first == "}" { braces.removeLast() }
            let length = templateLength
            let isOpen = rest[rest.index(rest.startIndex, offsetBy: length - 1)] == "{"
            take(.literal, length)
            if isOpen { braces.append(true) }
        case "0"..."9": take(.literal, rest.prefix { Self.isWord($0) || $0 == "." }.count)
        case _ where Self.isWord(first): take(.word, rest.prefix(while: Self.isWord).count)
        default:
            if first == "{" { braces.append(false) }
            if first == "}" { _ = braces.popLast() }
            take(.punctuator, Self.punctuators.first { rest.hasPrefix($0) }?.count ?? 1)
        }
    }

    static func isWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || "_$#".contains(character)
    }

    private mutating func take(_ kind: Kind, _ count: Int) {
        list.append(Token(kind: kind, text: rest.prefix(count)))
        rest = rest.dropFirst(count)
    }

    /// Whether a value may begin here, so that a slash begins a regular expression.
    private var isOperandNext: Bool {
        guard let last = list.last else { return true }
        return switch last.kind {
        case .word: ["return", "typeof", "case", "of", "in", "await", "yield"].contains(last.text)
        case .literal: last.text.hasSuffix("${")
        case .punctuator: ![")", "]", "}"].contains(last.text)
        }
    }

    private var regularExpressionLength: Int {
        var (length, isInClass, isEscaped) = (0, false, false)
        for character in rest {
            length += 1
            if isEscaped {
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "[" {
                isInClass = true
            } else if character == "]" {
                isInClass = false
            } else if character == "/", !isInClass, length > 1 {
                break
            }
        }
        return length + rest.dropFirst(length).prefix(while: Self.isWord).count
    }

    private func stringLength(_ quote: Character) -> Int {
        var (length, isEscaped) = (1, false)
        for character in rest.dropFirst() {
            length += 1
            if character == quote, !isEscaped { break }
            isEscaped = character == "\\" && !isEscaped
        }
        return length
    }

    /// The length of a part of a template: up to its end or to its next expression.
    private var templateLength: Int {
        var (length, isEscaped, last) = (1, false, Character(" "))
        for character in rest.dropFirst() {
            length += 1
            if !isEscaped, character == "`" || (last == "$" && character == "{") { break }
            last = isEscaped ? " " : character
            isEscaped = character == "\\" && !isEscaped
        }
        return length
    }
}
