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

/// Strict (RFC 9485, section 4).
struct IRegexpParser: PathScanner {
    private static let nestingLimit = 64

    package let scalars: [Unicode.Scalar]
    package var position = 0
    private var nesting = 0

    init(_ text: String) { scalars = Array(text.unicodeScalars) }

    mutating func wholeExpression() throws(RegularExpressionError) -> IRegexpSyntax {
        let syntax = try expression()
        guard next == nil else { throw .invalid }
        return syntax
    }

    private mutating func expression() throws(RegularExpressionError) -> IRegexpSyntax {
        var branches: [IRegexpSyntax] = []
        repeat { branches.append(try branch()) } while take("|")
        return branches.count == 1 ? branches[0] : .choice(branches)
    }

    private mutating func branch() throws(RegularExpressionError) -> IRegexpSyntax {
        var pieces: [IRegexpSyntax] = []
        while let scalar = next, scalar != "|", scalar != ")" { pieces.append(try quantified(try atom())) }
        return .sequence(pieces)
    }

    private mutating func quantified(_ atom: IRegexpSyntax) throws(RegularExpressionError) -> IRegexpSyntax {
        if take("*") { return .repeated(atom, least: 0, most: nil) }
        if take("+") { return .repeated(atom, least: 1, most: nil) }
        if take("?") { return .repeated(atom, least: 0, most: 1) }
        guard take("{") else { return atom }
        let least = try quantity()
        let most: Int? = try !take(",") ? least : next == "}" ? nil : quantity()
        guard take("}"), least <= most ?? .max else { throw .invalid }
        return .repeated(atom, least: least, most: most)
    }

    /// A number that overflows becomes `Int.max`.
    private mutating func quantity() throws(RegularExpressionError) -> Int {
        let digits = taken { $0.isDigit }
        if digits.isEmpty { throw .invalid }
        return Int(digits) ?? .max
    }

    private mutating func atom() throws(RegularExpressionError) -> IRegexpSyntax {
        guard let scalar = next else { throw .invalid }
        position += 1
        switch scalar {
        case "(":
            guard nesting < Self.nestingLimit else { throw .tooLarge }
            nesting += 1
            let inner = try expression()
            guard take(")") else { throw .invalid }
            nesting -= 1
            return inner
        case ".": return .set(.dot)
        case "^": return .start
        case "$": return .end
        case "[": return .set(try bracketed())
        case "\\": return .set(IRegexpSet(items: [try escape()]))
        case ")", "*", "+", "?", "]", "{", "|", "}": throw .invalid
        default: return .set(IRegexpSet(items: [.range(scalar...scalar)]))
        }
    }

    private mutating func escape() throws(RegularExpressionError) -> IRegexpSet.Item {
        guard let scalar = next else { throw .invalid }
        position += 1
        switch scalar {
        case "(", ")", "*", "+", "-", ".", "?", "[", "\\", "]", "^", "{", "|", "}": return .range(scalar...scalar)
        case "n": return .range("\n"..."\n")
        case "r": return .range("\r"..."\r")
        case "t": return .range("\t"..."\t")
        case "p", "P":
            guard take("{"), let categories = categories(), take("}") else { throw .invalid }
            return .category(categories, isComplement: scalar == "P")
        default: throw .invalid
        }
    }

    private mutating func categories() -> Set<Unicode.GeneralCategory>? {
        let name = taken { $0 != "}" }
        guard !name.isEmpty else { return nil }
        let found = Unicode.GeneralCategory.byName.filter { $0.key.hasPrefix(name) }
        return found.isEmpty ? nil : Set(found.values)
    }

    private mutating func bracketed() throws(RegularExpressionError) -> IRegexpSet {
        let isComplement = take("^")
        var items: [IRegexpSet.Item] = []
        if take("-") { items.append(.range("-"..."-")) }
        while let scalar = next, scalar != "]" {
            if take("-") {
                // A hyphen is literal only at either end.
                guard next == "]" else { throw .invalid }
                items.append(.range("-"..."-"))
                break
            }
            let item = try member()
            guard case .range(let low) = item, next == "-", position + 1 < scalars.count, scalars[position + 1] != "]"
            else {
                items.append(item)
                continue
            }
            position += 1
            guard case .range(let high) = try member(), low.lowerBound <= high.lowerBound else { throw .invalid }
            items.append(.range(low.lowerBound...high.lowerBound))
        }
        guard take("]"), !items.isEmpty else { throw .invalid }
        return IRegexpSet(items: items, isComplement: isComplement)
    }

    private mutating func member() throws(RegularExpressionError) -> IRegexpSet.Item {
        guard let scalar = next, scalar != "[", scalar != "]", scalar != "-" else { throw .invalid }
        position += 1
        return scalar == "\\" ? try escape() : .range(scalar...scalar)
    }
}
