/// A module with short names, and without comments and space that it does not need.
///
/// It is made from tokens, not from a syntax tree. A name is replaced by the same one everywhere in the module, so scopes need not
/// be known: it suffices to tell names from the keys of objects and the members of classes. This relies on how the modules are
/// written: each statement ends with a semicolon or a block, there are no labels, and every name that browsers declare is in
/// `globals`. Members that a class declares are replaced too if their names are long or of several words, such as `isOpen`: they
/// are no members of what browsers or the data declare, except for `foreignMembers`.
struct CompactScript {
    private typealias Token = ScriptTokens.Token

    private enum Bracket { case parenthesis, object, block, classBody }

    private let tokens: [Token]
    /// The open brackets before the token at `index`.
    private var brackets: [Bracket] = []
    private var index = 0
    /// Whether the next brace begins the body of a class.
    private var isClass = false
    /// The words that are names, by their index, and whether each is also the key of a member: `{ row }`.
    private var names: [Int: Bool] = [:]
    /// The names that are declared outside of functions and classes.
    private var topNames: [Substring] = []
    /// The indexes of the words that are members.
    private var members: Set<Int> = []
    /// The long members that classes declare.
    private var ownMembers: Set<Substring> = []

    /// The modules in their short form, as one script. The names at their top level must be distinct.
    static func joined(_ modules: [String]) -> String {
        let scripts = modules.map { CompactScript(tokens: ScriptTokens($0).list) }
        // Most names are local to a module: those of one letter are theirs.
        var shared: [Substring: String] = [:]
        for (name, short) in zip(scripts.flatMap(\.topNames), shortNames.dropFirst(letters.count)) {
            shared[name] = short
        }
        let members = scripts.reduce(into: Set<Substring>()) { $0.formUnion($1.ownMembers) }
        // No member of anything else begins so.
        let short = Dictionary(uniqueKeysWithValues: zip(members.sorted(), shortNames.map { "$\($0)" }))
        return scripts.map { $0.text(shared, members: short) }.joined(separator: "\n")
    }

    private init(tokens: [Token]) {
        self.tokens = tokens
        findNames()
    }

    private func text(at index: Int) -> Substring { tokens.indices.contains(index) ? tokens[index].text : "" }

    // MARK: - Names

    private static let keywords: Set<Substring> = [
        "arguments", "async", "await", "break", "case", "catch", "class", "const", "continue", "default", "delete",
        "do",
        "else", "extends", "false", "finally", "for", "function", "get", "if", "in", "instanceof", "let", "new", "null",
        "of", "return", "set", "static", "super", "switch", "this", "throw", "true", "try", "typeof", "undefined",
        "void",
        "while", "yield",
    ]

    /// The names of the language and of browsers that modules use.
    private static let globals: Set<Substring> = [
        "Array", "Blob", "Boolean", "Date", "DOMMatrix", "DecompressionStream", "Error", "Float32Array",
        "Float64Array", "HTMLButtonElement", "HTMLInputElement", "HTMLSelectElement", "HTMLTextAreaElement",
        "Infinity", "Int32Array", "Int8Array", "Intl", "JSON", "Map", "Math", "MessageChannel", "NaN", "Node",
        "Number", "Object", "OffscreenCanvas", "Promise", "RegExp", "ResizeObserver", "Response", "Set", "String",
        "Symbol", "SyntaxError", "TextDecoder", "TextEncoder", "URL", "URLSearchParams", "Uint16Array", "Uint32Array",
        "Uint8Array", "WeakMap", "WebSocket", "addEventListener", "atob", "cancelAnimationFrame", "clearInterval",
        "clearTimeout", "console", "decodeURIComponent", "devicePixelRatio", "document", "encodeURIComponent",
        "getComputedStyle", "history", "innerHeight", "innerWidth", "location", "matchMedia", "navigator",
        "performance", "queueMicrotask", "removeEventListener", "requestAnimationFrame", "scheduler",
        "sessionStorage", "setInterval", "setTimeout", "window",
    ]

    /// The long members that classes of the modules declare, and the language or browsers too.
    private static let foreignMembers: Set<Substring> = ["constructor", "indexOf", "scrollTo", "toString", "valueOf"]

    private mutating func findNames() {
        for index in tokens.indices {
            self.index = index
            let token = tokens[index]
            switch token.kind {
            case .word: visitWord(token.text)
            case .punctuator: visitPunctuator(token.text)
            case .literal:
                // The expression in a template.
                if token.text.hasPrefix("}") { brackets.removeLast() }
                if token.text.hasSuffix("${") { brackets.append(.parenthesis) }
            }
        }
    }

    private mutating func visitPunctuator(_ text: Substring) {
        switch text {
        case "(", "[": brackets.append(.parenthesis)
        case ")", "]", "}": brackets.removeLast()
        case "{":
            brackets.append(isClass ? .classBody : isObjectNext ? .object : .block)
            isClass = false
        default: break
        }
    }

    /// Whether a brace begins an object or a pattern, not a block.
    private var isObjectNext: Bool {
        guard index > 0 else { return false }
        let last = text(at: index - 1)
        if tokens[index - 1].kind == .word { return ["return", "of", "const", "let", "yield", "await"].contains(last) }
        if last == ":" { return brackets.last != .block || !isAfterCase }
        return ![";", "{", "}", ")", "=>"].contains(last)
    }

    /// Whether the colon before belongs to a `case`.
    private var isAfterCase: Bool {
        let start = tokens[..<index].lastIndex { ["case", "default", "?", ";"].contains($0.text) }
        return start.map { ["case", "default"].contains(tokens[$0].text) } ?? false
    }

    private mutating func visitWord(_ word: Substring) {
        let (last, next) = (text(at: index - 1), text(at: index + 1))
        if last == "." || last == "?." {
            members.insert(index)
            if text(at: index - 2) == "this", ["=", "??="].contains(next) { declareMember(word) }
            return
        }
        let isModified = ["get", "set", "static", "async"].contains(last)
        switch brackets.last {
        case .classBody where ["{", "}", ";", "*"].contains(last) || isModified:
            members.insert(index)
            declareMember(word)
        case .object where ["{", ","].contains(last) || (isModified && next == "("):
            if [":", "("].contains(next) {
                members.insert(index)
                return
            }
            if !Self.keywords.contains(word) { names[index] = true }
        default:
            if word == "class" { isClass = true }
            if Self.keywords.contains(word) || Self.globals.contains(word) { return }
            names[index] = false
            if brackets.isEmpty, ["const", "let", "class", "function", "*"].contains(last) { topNames.append(word) }
        }
    }

    private mutating func declareMember(_ word: Substring) {
        let isLong = word.count >= 8 || word.contains(where: \.isUppercase)
        if isLong, !Self.foreignMembers.contains(word) { ownMembers.insert(word) }
    }

    // MARK: - Text

    /// A short name for each name: the shortest for those that occur most.
    ///
    /// - Parameter shared: The short names of names at the top level of modules.
    private func shortNames(_ shared: [Substring: String]) -> [Substring: String] {
        var counts: [Substring: (count: Int, first: Int)] = [:]
        for index in names.keys.sorted() { counts[tokens[index].text, default: (0, index)].count += 1 }
        let sorted = counts.sorted { ($0.value.count, $1.value.first) > ($1.value.count, $0.value.first) }
        let taken = Set(shared.values)
        var free = Self.shortNames.lazy.filter { !taken.contains($0) }.makeIterator()
        return sorted.reduce(into: shared) { short, entry in
            // A global may also be the key of a member.
            if Self.globals.contains(entry.key) || shared[entry.key] != nil { return }
            short[entry.key] = free.next()
        }
    }

    private static let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")

    /// a, b, … Z, aa, ba, …, ZZ
    private static let shortNames =
        letters.map { String($0) }
        + letters.flatMap { end in letters.map { "\($0)\(end)" } }.filter { !keywords.contains($0[...]) }

    /// Shorter forms of the same.
    private static let shortForms: [Substring: String] = [
        "const": "let", "true": "!0", "false": "!1", "undefined": "void 0",
    ]

    private func text(_ shared: [Substring: String], members shortMembers: [Substring: String]) -> String {
        let shortNames = shortNames(shared)
        var script = ""
        // For each open bracket, whether the statement in it is a declaration.
        var declarations = [false]
        for (index, token) in tokens.enumerated() {
            var text = String(token.text)
            let next = self.text(at: index + 1)
            switch (token.kind, text) {
            case (.word, _):
                let member = shortMembers[token.text]
                if let isKey = names[index] {
                    if let name = shortNames[token.text] { text = isKey ? "\(member ?? text):\(name)" : name }
                } else if members.contains(index) {
                    text = member ?? text
                } else {
                    let isDeclaration = text == "const" || text == "let"
                    // One that continues the last declaration.
                    if isDeclaration, declarations.last == true, script.last == "," { continue }
                    if isDeclaration { declarations[declarations.count - 1] = true }
                    text = Self.shortForms[token.text] ?? text
                }
            case (.punctuator, ";") where declarations.last == true && (next == "const" || next == "let"): text = ","
            case (.punctuator, ";"):
                declarations[declarations.count - 1] = false
                if next == "}" { continue }
            case (.punctuator, _):
                if ["(", "[", "{"].contains(text) { declarations.append(false) }
                if [")", "]", "}"].contains(text) { declarations.removeLast() }
                if isParenthesisOfOneParameter(index) { continue }
            case (.literal, _):
                if text.hasPrefix("}") { declarations.removeLast() }
                if text.hasSuffix("${") { declarations.append(false) }
            }
            if let last = script.last, let first = text.first, Self.needsSpace(last, first) { script += " " }
            script += text
        }
        return script
    }

    /// Whether the token is a parenthesis of `(name) =>`.
    private func isParenthesisOfOneParameter(_ index: Int) -> Bool {
        let open = text(at: index) == "(" ? index : index - 2
        return text(at: open) == "(" && names[open + 1] != nil && text(at: open + 2) == ")"
            && text(at: open + 3) == "=>"
    }

    private static func needsSpace(_ last: Character, _ first: Character) -> Bool {
        (ScriptTokens.isWord(last) && ScriptTokens.isWord(first)) || (last == first && "+-/".contains(last))
    }
}
