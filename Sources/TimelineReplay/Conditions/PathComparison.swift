internal import TimelineKit

/// The kinds of the values that a comparison has compared. Where one side is always a number and the other always a text, or where
/// one is null and the other never, it is false for every value, or with `!=` true.
struct PathComparison: Sendable {
    private struct Kinds: OptionSet {
        let rawValue: Int

        static let number = Kinds(rawValue: 1)
        static let text = Kinds(rawValue: 2)
        static let null = Kinds(rawValue: 4)
        static let other = Kinds(rawValue: 8)

        init(rawValue: Int) { self.rawValue = rawValue }

        init(_ value: JSON) {
            switch value {
            case .number: self = .number
            case .string: self = .text
            case .null: self = .null
            default: self = .other
            }
        }
    }

    private struct Side: Sendable {
        let text: String
        /// Nil if the kind of the value is known.
        var path: PathQuery?
        var kinds: Kinds = []
        /// In a value, a path of names selected nothing.
        var wasAbsent = false

        init(_ operand: PathExpression.Operand, _ prefix: [PathQuery.Segment]) {
            text = operand.text(below: prefix)
            switch operand {
            case .literal(let value): kinds = Kinds(value)
            case .query(let query), .function(.value(let query)): path = query.wildcards(below: prefix)
            case .function, .arithmetic: kinds = .number
            }
        }
    }

    private var sides: [Side]

    init(_ one: PathExpression.Operand, _ other: PathExpression.Operand, _ prefix: [PathQuery.Segment]) {
        sides = [Side(one, prefix), Side(other, prefix)]
    }

    var text: String { "\(sides[0].text) with \(sides[1].text)" }

    /// Adds the values that the sides select; nil if that is not known.
    mutating func add(_ values: (PathQuery) -> [JSON]?) {
        for index in sides.indices {
            guard let path = sides[index].path else { continue }
            let found = values(path)
            sides[index].kinds.formUnion(found?.reduce([]) { $0.union(Kinds($1)) } ?? [.number, .text, .null])
            if found?.isEmpty == true, path.leadingNames.count == path.segments.count { sides[index].wasAbsent = true }
        }
    }

    func adding(_ other: PathComparison) -> PathComparison {
        var sum = self
        for index in sides.indices {
            sum.sides[index].kinds.formUnion(other.sides[index].kinds)
            if other.sides[index].wasAbsent { sum.sides[index].wasAbsent = true }
        }
        return sum
    }

    /// Whether no values of one kind were compared, and a number may be compared with a text.
    var mayBeMixed: Bool {
        sides[0].kinds.isDisjoint(with: sides[1].kinds)
            && !sides.contains { $0.path == nil && $0.kinds == .other }
    }

    /// `$.badge as a text to compare with "0"`, or `a null at $.user`; nil if no number was compared with a text, nor null with what is absent.
    var missing: String? {
        for (one, other) in [(sides[0], sides[1]), (sides[1], sides[0])] where one.path != nil || other.path == nil {
            if mayBeMixed, one.wasAbsent, !one.kinds.isEmpty, other.path == nil, other.kinds == .null {
                return "a null at \(one.text) (!\(one.text) is true where it is absent)"
            }
            for (kind, wanted, word) in [(Kinds.number, Kinds.text, "text"), (.text, .number, "number")]
            where mayBeMixed && one.kinds.contains(kind) && other.kinds.contains(wanted) {
                return "\(one.text) as a \(word) to compare with \(other.text)"
            }
        }
        return nil
    }
}

extension PathExpression.Operand {
    fileprivate func text(below prefix: [PathQuery.Segment]) -> String {
        switch self {
        case .literal(let value): value.description
        case .query(let query): query.wildcards(below: prefix).text
        case .function(.length(let operand)): "length(\(operand.text(below: prefix)))"
        case .function(.count(let query)): "count(\(query.wildcards(below: prefix).text))"
        case .function(.value(let query)): "value(\(query.wildcards(below: prefix).text))"
        case .function(.aggregate(let name, let query)):
            "\(name.rawValue)(\(query.wildcards(below: prefix).text))"
        case .function(.matches): "match(…)"
        case .arithmetic(let first, let rest):
            rest.reduce(first.factor(below: prefix)) { "\($0) \($1.0.rawValue) \($1.1.factor(below: prefix))" }
        }
    }

    private func factor(below prefix: [PathQuery.Segment]) -> String {
        if case .arithmetic = self { "(\(text(below: prefix)))" } else { text(below: prefix) }
    }
}
