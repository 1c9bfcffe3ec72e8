/// A set of scalars in a regular expression (`charClass` and `NormalChar` of RFC 9485).
struct IRegexpSet: Sendable {
    enum Item: Sendable {
        case range(ClosedRange<Unicode.Scalar>)
        /// `\p{Lu}`, `\p{L}`: a category by its first letter and, optionally, its second.
        case category(first: UInt8, second: UInt8?)
        case otherThanCategory(first: UInt8, second: UInt8?)
    }

    let items: [Item]

    /// Whether the set holds the scalars that no item holds.
    var isComplement = false

    /// `.`: all scalars except line ends (RFC 9485, section 5.3).
    static let dot = IRegexpSet(items: [.range("\n"..."\n"), .range("\r"..."\r")], isComplement: true)

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        items.contains { $0.contains(scalar) } != isComplement
    }
}

extension IRegexpSet.Item {
    func contains(_ scalar: Unicode.Scalar) -> Bool {
        switch self {
        case .range(let range): range.contains(scalar)
        case .category(let first, let second): scalar.properties.generalCategory.isIn(first, second)
        case .otherThanCategory(let first, let second): !scalar.properties.generalCategory.isIn(first, second)
        }
    }
}

extension Unicode.GeneralCategory {
    fileprivate func isIn(_ first: UInt8, _ second: UInt8?) -> Bool {
        let name = name.utf8
        return name.first == first && (second == nil || name.last == second)
    }

    /// The two-letter abbreviation of the Unicode standard.
    private var name: String {
        switch self {
        case .uppercaseLetter: "Lu"
        case .lowercaseLetter: "Ll"
        case .titlecaseLetter: "Lt"
        case .modifierLetter: "Lm"
        case .otherLetter: "Lo"
        case .nonspacingMark: "Mn"
        case .spacingMark: "Mc"
        case .enclosingMark: "Me"
        case .decimalNumber: "Nd"
        case .letterNumber: "Nl"
        case .otherNumber: "No"
        case .connectorPunctuation: "Pc"
        case .dashPunctuation: "Pd"
        case .openPunctuation: "Ps"
        case .closePunctuation: "Pe"
        case .initialPunctuation: "Pi"
        case .finalPunctuation: "Pf"
        case .otherPunctuation: "Po"
        case .mathSymbol: "Sm"
        case .currencySymbol: "Sc"
        case .modifierSymbol: "Sk"
        case .otherSymbol: "So"
        case .spaceSeparator: "Zs"
        case .lineSeparator: "Zl"
        case .paragraphSeparator: "Zp"
        case .control: "Cc"
        case .format: "Cf"
        case .surrogate: "Cs"
        case .privateUse: "Co"
        case .unassigned: "Cn"
        @unknown default: "Cn"
        }
    }
}
