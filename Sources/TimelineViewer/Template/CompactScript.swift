/// A module with short names, and without comments and space that it does not need.
///
/// It is made from tokens, not from a syntax tree. A name is replaced by the same one everywhere in the module, so scopes need not
/// be known: it suffices to tell names from the keys of objects and the members of classes. This relies on how the modules are
/// written: each statement ends with a semicolon or a block, there are no labels, every name that browsers declare is in
/// `globals`, and members whose names are replaced are not accessed by the text of their names.
struct CompactScript {
    private typealias Token = ScriptTokens.Token

    private enum Bracket { case parenthesis, object, block, classBody }

    private struct OpenBracket {
        let kind: Bracket
        /// The index of the brace that begins the function whose `this` is meant in the bracket; nil if that is not of a function.
        let function: Int?
    }

    private let tokens: [Token]
    /// The open brackets before the token at `index`.
    private var brackets: [OpenBracket] = []
    private var index = 0
    /// Whether the next brace begins the body of a class.
    private var isClass = false
    /// The numbers of open brackets at functions whose bodies have not begun.
    private var functions: [Int] = []
    /// The words that are names, by their index, and whether each is also the key of a member: `{ row }`.
    private(set) var names: [Int: Bool] = [:]
    /// The names that are declared outside of functions and classes.
    private(set) var topNames: [Substring] = []
    /// The indexes of the words that are members.
    private(set) var members: Set<Int> = []
    /// The members that classes declare.
    private(set) var declaredMembers: Set<Substring> = []
    /// The values that scripts can give a name: globals, `undefined`, `null`, texts and functions such as `Math.max`, by the index
    /// of the first of their tokens.
    private(set) var values: [Int: String] = [:]
    /// The indexes of `this` in each function, by that of the brace that begins it.
    private var thisIndexes: [Int: [Int]] = [:]
    /// The braces of constructors of derived classes, which have no `this` at first.
    private var derived: Set<Int> = []

    /// The modules in their short form, as one script. The names at their top level must be distinct.
    static func joined(_ modules: [String]) -> String {
        let scripts = modules.map { CompactScript(tokens: ScriptTokens($0).list) }
        let shared = SharedNames(scripts)
        return (shared.declarations + scripts.map { $0.text(shared) }).joined(separator: "\n")
    }

    private init(tokens: [Token]) {
        self.tokens = tokens
        findNames()
    }

    func text(at index: Int) -> Substring { tokens.indices.contains(index) ? tokens[index].text : "" }

    // MARK: - Names

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
                if token.text.hasSuffix("${") { open(.parenthesis) }
                if "'\"".contains(token.text.prefix(1)), !isKeyOrType { values[index] = String(token.text) }
            }
        }
        // A name for `this` is worth its declaration from a number of uses on.
        thisIndexes = thisIndexes.filter { !derived.contains($0.key) && $0.value.count >= 4 }
    }

    /// Whether a text is the key of an object or class, or the name of a type, which engines compare fast.
    private var isKeyOrType: Bool {
        let (last, next) = (text(at: index - 1), text(at: index + 1))
        let isKey = [":", "(", "="].contains(next) && ["{", ",", "}", ";"].contains(last)
        return (isKey && [.object, .classBody].contains(brackets.last?.kind)) || text(at: index - 3) == "typeof"
    }

    private mutating func open(_ kind: Bracket) {
        brackets.append(OpenBracket(kind: kind, function: brackets.last?.function))
    }

    private mutating func visitPunctuator(_ text: Substring) {
        switch text {
        case "(", "[": open(.parenthesis)
        case ")", "]", "}": brackets.removeLast()
        case "{":
            if isClass {
                brackets.append(OpenBracket(kind: .classBody, function: nil))
                isClass = false
            } else if isFunctionNext {
                brackets.append(OpenBracket(kind: .block, function: index))
            } else {
                open(isObjectNext ? .object : .block)
            }
        default: break
        }
    }

    /// Whether a brace begins the body of a function or method, which has its own `this`.
    private var isFunctionNext: Bool {
        mutating get {
            let last = text(at: index - 1)
            if last == "static" { return true }
            guard last == ")" else { return false }
            if functions.last == brackets.count {
                functions.removeLast()
                return true
            }
            return [.classBody, .object].contains(brackets.last?.kind)
        }
    }

    /// Whether a brace begins an object or a pattern, not a block.
    private var isObjectNext: Bool {
        guard index > 0 else { return false }
        let last = text(at: index - 1)
        if tokens[index - 1].kind == .word { return ["return", "of", "const", "let", "yield", "await"].contains(last) }
        if last == ":" { return brackets.last?.kind != .block || !isAfterCase }
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
            if text(at: index - 2) == "this", ["=", "??="].contains(next) { declaredMembers.insert(word) }
            return
        }
        let isModified = ["get", "set", "static", "async"].contains(last)
        switch brackets.last?.kind {
        case .classBody where ["{", "}", ";", "*"].contains(last) || isModified:
            members.insert(index)
            declaredMembers.insert(word)
        case .object where ["{", ","].contains(last) || (isModified && next == "("):
            if [":", "("].contains(next) {
                members.insert(index)
                return
            }
            if !Self.keywords.contains(word) { names[index] = true }
        default: visitExpressionWord(word, last, next)
        }
    }

    private mutating func visitExpressionWord(_ word: Substring, _ last: Substring, _ next: Substring) {
        switch word {
        case "class": isClass = true
        case "function": functions.append(brackets.count)
        case "super" where next == "(":
            if let function = brackets.last?.function { derived.insert(function) }
        case "this":
            if let function = brackets.last?.function { thisIndexes[function, default: []].append(index) }
        case "undefined", "null": values[index] = Self.shortForms[word] ?? String(word)
        default: break
        }
        if Self.keywords.contains(word) { return }
        if Self.globals.contains(word) {
            let isOwner = Self.ownersOfFunctions.contains(word) && next == "."
            let value = isOwner ? "\(word).\(text(at: index + 2))" : String(word)
            if !Self.variables.contains(word) { values[index] = value }
            return
        }
        names[index] = false
        if brackets.isEmpty, ["const", "let", "class", "function", "*"].contains(last) { topNames.append(word) }
    }

    // MARK: - Text

    /// A short name for each name, and one for `this`: the shortest for those that occur most.
    private func shortNames(_ shared: SharedNames) -> [Substring: String] {
        var counts: [Substring: (count: Int, first: Int)] = [:]
        for index in names.keys.sorted() { counts[text(at: index), default: (0, index)].count += 1 }
        let thisCount = thisIndexes.reduce(0) { $0 + $1.value.count + 1 }
        if thisCount > 0 { counts["this"] = (thisCount, 0) }
        let sorted = counts.sorted { ($0.value.count, $1.value.first) > ($1.value.count, $0.value.first) }
        var free = Self.shortNames.lazy.filter { !shared.taken.contains($0) }.makeIterator()
        return sorted.reduce(into: shared.names) { short, entry in
            // A global may also be the key of a member.
            if Self.globals.contains(entry.key) || short[entry.key] != nil { return }
            short[entry.key] = free.next()
        }
    }

    private func text(_ shared: SharedNames) -> String {
        let shortNames = shortNames(shared)
        let namedThis = Set(thisIndexes.values.joined())
        var script = ""
        // For each open bracket, whether the statement in it is a declaration.
        var declarations = [false]
        var index = tokens.startIndex
        while index < tokens.endIndex {
            let token = tokens[index]
            var text = String(token.text)
            let next = self.text(at: index + 1)
            defer { index += 1 }
            switch (token.kind, text) {
            case (.word, _):
                let member = shared.members[token.text]
                if let value = values[index], let name = shared.values[value] {
                    text = name
                    if value.contains(".") { index += 2 }
                } else if namedThis.contains(index) {
                    text = shortNames["this"] ?? text
                } else if let isKey = names[index] {
                    let name = shortNames[token.text] ?? shared.values[text]
                    if let name { text = isKey ? "\(member ?? text):\(name)" : name }
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
                if isEmptyArgumentsOfNew(index) {
                    index += 1
                    continue
                }
                if ["(", "[", "{"].contains(text) { declarations.append(false) }
                if [")", "]", "}"].contains(text) { declarations.removeLast() }
                if isParenthesisOfOneParameter(index) { continue }
                if thisIndexes[index] != nil, let name = shortNames["this"] {
                    let isContinued = next == "const" || next == "let"
                    text += "let \(name)=this\(isContinued ? "," : ";")"
                    declarations[declarations.count - 1] = isContinued
                }
            case (.literal, _):
                if let value = values[index] { text = shared.values[value] ?? text }
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

    /// Whether the token is the first parenthesis of `new Name()`, before nothing that would then belong to the name.
    private func isEmptyArgumentsOfNew(_ index: Int) -> Bool {
        text(at: index) == "(" && text(at: index + 1) == ")" && text(at: index - 2) == "new"
            && !["(", "[", ".", "?."].contains(text(at: index + 2)) && !text(at: index + 2).hasPrefix("`")
    }

    private static func needsSpace(_ last: Character, _ first: Character) -> Bool {
        (ScriptTokens.isWord(last) && ScriptTokens.isWord(first)) || (last == first && "+-/".contains(last))
    }
}
