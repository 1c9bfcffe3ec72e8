internal import TimelineKit

/// A regular expression as a syntax tree (RFC 9485, section 4).
indirect enum IRegexpSyntax {
    case set(IRegexpSet)
    /// `^` or `$`, which consume nothing.
    case start
    case end
    case sequence([IRegexpSyntax])
    case choice([IRegexpSyntax])
    case repeated(IRegexpSyntax, least: Int, most: Int?)
}

/// Strict (RFC 9485, section 4). Nil if the text violates the grammar: `match` and `search` need no reason.
struct IRegexpParser: PathScanner {
    private static let nestingLimit = 64

    package let scalars: [Unicode.Scalar]
    package var position = 0
    private var nesting = 0
    /// Ends the parse.
    private(set) var isTooDeep = false

    init(_ text: String) { scalars = Array(text.unicodeScalars) }

    mutating func wholeExpression() -> IRegexpSyntax? {
        guard let syntax = expression(), next == nil else { return nil }
        return syntax
    }

    private mutating func expression() -> IRegexpSyntax? {
        var branches: [IRegexpSyntax] = []
        repeat {
            guard let branch = branch() else { return nil }
            branches.append(branch)
        } while take("|")
        return branches.count == 1 ? branches[0] : .choice(branches)
    }

    private mutating func branch() -> IRegexpSyntax? {
        var pieces: [IRegexpSyntax] = []
        while let scalar = next, scalar != "|", scalar != ")" {
            guard let atom = atom(), let piece = quantified(atom) else { return nil }
            pieces.append(piece)
        }
        return .sequence(pieces)
    }

    private mutating func quantified(_ atom: IRegexpSyntax) -> IRegexpSyntax? {
        if take("*") { return .repeated(atom, least: 0, most: nil) }
        if take("+") { return .repeated(atom, least: 1, most: nil) }
        if take("?") { return .repeated(atom, least: 0, most: 1) }
        guard take("{") else { return atom }
        guard let least = quantity() else { return nil }
        var most: Int? = least
        if take(",") {
            most = nil
            if next != "}" {
                guard let bound = quantity(), bound >= least else { return nil }
                most = bound
            }
        }
        return take("}") ? .repeated(atom, least: least, most: most) : nil
    }

    /// A number that overflows becomes `Int.max`.
    private mutating func quantity() -> Int? {
        let digits = taken { $0.isDigit }
        return digits.isEmpty ? nil : Int(digits) ?? .max
    }

    private mutating func atom() -> IRegexpSyntax? {
        guard let scalar = next else { return nil }
        position += 1
        switch scalar {
        case "(":
            guard nesting < Self.nestingLimit else {
                isTooDeep = true
                return nil
            }
            nesting += 1
            guard let inner = expression(), take(")") else { return nil }
            nesting -= 1
            return inner
        case ".": return .set(.dot)
        case "^": return .start
        case "$": return .end
        case "[": return bracketed().map { .set($0) }
        case "\\": return escape().map { .set(IRegexpSet(items: [$0])) }
        case ")", "*", "+", "?", "]", "{", "|", "}": return nil
        default: return .set(IRegexpSet(items: [.range(scalar...scalar)]))
        }
    }

    private mutating func escape() -> IRegexpSet.Item? {
        guard let scalar = next else { return nil }
        position += 1
        switch scalar {
        case "(", ")", "*", "+", "-", ".", "?", "[", "\\", "]", "^", "{", "|", "}": return .range(scalar...scalar)
        case "n": return .range("\n"..."\n")
        case "r": return .range("\r"..."\r")
        case "t": return .range("\t"..."\t")
        case "p", "P":
            guard take("{"), let categories = categories(), take("}") else { return nil }
            return .category(categories, isComplement: scalar == "P")
        default: return nil
        }
    }

    private mutating func categories() -> Set<Unicode.GeneralCategory>? {
        let name = taken { $0 != "}" }
        guard !name.isEmpty else { return nil }
        let found = Unicode.GeneralCategory.byName.filter { $0.key.hasPrefix(name) }
        return found.isEmpty ? nil : Set(found.values)
    }

    private mutating func bracketed() -> IRegexpSet? {
        let isComplement = take("^")
        var items: [IRegexpSet.Item] = []
        if take("-") { items.append(.range("-"..."-")) }
        while let scalar = next, scalar != "]" {
            if take("-") {
                // A hyphen is literal only at either end.
                guard next == "]" else { return nil }
                items.append(.range("-"..."-"))
                break
            }
            guard let item = member() else { return nil }
            guard case .range(let low) = item, next == "-", position + 1 < scalars.count, scalars[position + 1] != "]"
            else {
                items.append(item)
                continue
            }
            position += 1
            guard case .range(let high) = member(), low.lowerBound <= high.lowerBound else { return nil }
            items.append(.range(low.lowerBound...high.lowerBound))
        }
        guard take("]"), !items.isEmpty else { return nil }
        return IRegexpSet(items: items, isComplement: isComplement)
    }

    private mutating func member() -> IRegexpSet.Item? {
        guard let scalar = next, scalar != "[", scalar != "]", scalar != "-" else { return nil }
        position += 1
        return scalar == "\\" ? escape() : .range(scalar...scalar)
    }
}
