struct IRegexpSet: Sendable {
    enum Item: Sendable {
        case range(ClosedRange<Unicode.Scalar>)
        case category(Set<Unicode.GeneralCategory>, isComplement: Bool)
    }

    let items: [Item]

    var isComplement = false

    /// `.`: all scalars except line ends (RFC 9485, section 5.3).
    static let dot = IRegexpSet(items: [.range("\n"..."\n"), .range("\r"..."\r")], isComplement: true)

    func contains(_ scalar: Unicode.Scalar) -> Bool { items.contains { $0.contains(scalar) } != isComplement }
}

extension IRegexpSet.Item {
    func contains(_ scalar: Unicode.Scalar) -> Bool {
        switch self {
        case .range(let range): range.contains(scalar)
        case .category(let categories, let isComplement):
            categories.contains(scalar.properties.generalCategory) != isComplement
        }
    }
}

extension Unicode.GeneralCategory {
    /// Without `Cs`: no text holds a surrogate.
    static let byName: [String: Unicode.GeneralCategory] = [
        "Lu": .uppercaseLetter, "Ll": .lowercaseLetter, "Lt": .titlecaseLetter, "Lm": .modifierLetter,
        "Lo": .otherLetter, "Mn": .nonspacingMark, "Mc": .spacingMark, "Me": .enclosingMark, "Nd": .decimalNumber,
        "Nl": .letterNumber, "No": .otherNumber, "Pc": .connectorPunctuation, "Pd": .dashPunctuation,
        "Ps": .openPunctuation, "Pe": .closePunctuation, "Pi": .initialPunctuation, "Pf": .finalPunctuation,
        "Po": .otherPunctuation, "Sm": .mathSymbol, "Sc": .currencySymbol, "Sk": .modifierSymbol, "So": .otherSymbol,
        "Zs": .spaceSeparator, "Zl": .lineSeparator, "Zp": .paragraphSeparator, "Cc": .control, "Cf": .format,
        "Co": .privateUse, "Cn": .unassigned,
    ]
}
