package import TimelineKit

/// Paths that selected nothing in any value so far, and comparisons of a number with a text, such as `$.badge < "0"`, in every
/// value: likely mistakes. Filters count as wildcards: the paths of
/// `$.items[?@.prise < 0]` are `$.items`, `$.items[*]` and `$.items[*].prise`.
package struct UnseenPaths: Sendable {
    private var unseen: [PathQuery] = []
    /// Those in which both sides were not of one kind in any value.
    private var comparisons: [PathComparison] = []
    var workLimit = PathEvaluator.workLimit

    package private(set) var count = 0

    package init(_ condition: JSONCondition) {
        self.init(condition.expression.parts())
    }

    package init(_ path: StatePath) {
        self.init(path.path.query.parts())
    }

    private init(_ parts: [PathExpression.Part]) {
        var seen: Set<String> = []
        for part in parts {
            switch part {
            case .path(let path):
                if !path.segments.isEmpty, seen.insert(path.text).inserted { unseen.append(path) }
            case .comparison(let comparison):
                if comparison.mayBeMixed, seen.insert(comparison.text).inserted { comparisons.append(comparison) }
            }
        }
    }

    /// As a rule, no path is unseen after the first value.
    package mutating func evaluate(in value: JSON) {
        count += 1
        func nodes(_ path: PathQuery) -> [PathEvaluator.Node]? {
            var evaluator = PathEvaluator(root: value, regularExpressions: IRegexp.compiler, workLimit: workLimit)
            return try? evaluator.nodes(of: path)
        }
        // A path that exceeds the limit counts as seen, because it may select something.
        unseen.removeAll { nodes($0)?.isEmpty != true }
        for index in comparisons.indices { comparisons[index].add { nodes($0)?.map(\.value) } }
        comparisons.removeAll { !$0.mayBeMixed }
    }

    package mutating func add(_ other: UnseenPaths) {
        count += other.count
        unseen.removeAll { path in !other.unseen.contains { $0.text == path.text } }
        comparisons = comparisons.compactMap { comparison in
            other.comparisons.first { $0.text == comparison.text }.map { comparison.adding($0) }
        }
        comparisons.removeAll { !$0.mayBeMixed }
    }

    package mutating func add(emptyValues count: Int) { self.count += count }

    /// In the syntax of RFC 9535, without paths that extend another unseen path. Then the sides of comparisons of a number with a
    /// text, such as `$.badge as a text to compare with "0"`. Empty if no value was evaluated.
    package var paths: [String] {
        if count == 0 { return [] }
        let texts = unseen.map { $0.segments.map(\.text) }
        return texts.filter { path in !texts.contains { $0.count < path.count && path.starts(with: $0) } }
            .map { "$" + $0.joined() } + comparisons.compactMap(\.missing)
    }
}

extension JSONCondition {
    /// The values that it reads, with wildcards in place of filters, without paths that another one extends.
    package var paths: [StatePath] {
        let all = expression.paths().map { $0.segments.map(\.text) }
        let longest = all.filter { path in !all.contains { $0.count > path.count && $0.starts(with: path) } }
        return Set(longest.map { "$" + $0.joined() }).sorted().compactMap { try? StatePath(parsing: $0) }
    }
}

extension PathExpression {
    /// What selects values in an expression, with wildcards in place of filters.
    enum Part {
        case path(PathQuery)
        case comparison(PathComparison)

        var path: PathQuery? { if case .path(let path) = self { path } else { nil } }
    }

    func paths() -> [PathQuery] { parts().compactMap(\.path) }

    func parts(below prefix: [PathQuery.Segment] = []) -> [Part] {
        switch self {
        case .or(let parts), .and(let parts): parts.flatMap { $0.parts(below: prefix) }
        case .not(let part): part.parts(below: prefix)
        case .comparison(let one, _, let other):
            one.parts(below: prefix) + other.parts(below: prefix) + [.comparison(PathComparison(one, other, prefix))]
        case .exists(let query), .isTrue(let query): query.parts(below: prefix)
        case .function(let function): function.parts(below: prefix)
        }
    }
}

extension PathExpression.Operand {
    fileprivate func parts(below prefix: [PathQuery.Segment]) -> [PathExpression.Part] {
        switch self {
        case .literal: []
        case .query(let query): query.parts(below: prefix)
        case .function(let function): function.parts(below: prefix)
        case .arithmetic(let first, let rest):
            first.parts(below: prefix) + rest.flatMap { $0.1.parts(below: prefix) }
        }
    }
}

extension PathExpression.Function {
    fileprivate func parts(below prefix: [PathQuery.Segment]) -> [PathExpression.Part] {
        switch self {
        case .length(let operand), .matches(let operand, .fixed, _), .matches(let operand, .tooLarge, _):
            operand.parts(below: prefix)
        case .count(let query), .value(let query), .aggregate(_, let query): query.parts(below: prefix)
        case .matches(let operand, .computed(let pattern), _):
            operand.parts(below: prefix) + pattern.parts(below: prefix)
        }
    }
}

extension PathQuery {
    /// The path, and the paths before and in its filters.
    func parts(below prefix: [PathQuery.Segment] = []) -> [PathExpression.Part] {
        var path = start == .current ? prefix : []
        var before: [PathExpression.Part] = []
        var inside: [PathExpression.Part] = []
        for segment in segments {
            for case .filter(let expression) in segment.selectors {
                if !path.isEmpty { before.append(.path(PathQuery(fromRoot: path))) }
                inside += expression.parts(below: path + [segment.with([.wildcard])])
            }
            path.append(segment.withoutFilters)
        }
        return before + [.path(PathQuery(fromRoot: path))] + inside
    }

    private init(fromRoot segments: [Segment]) {
        self.init(start: .root(number: 0), segments: segments, isSingular: false)
    }

    /// From the root, with wildcards in place of filters.
    func wildcards(below prefix: [Segment]) -> PathQuery {
        PathQuery(fromRoot: (start == .current ? prefix : []) + segments.map(\.withoutFilters))
    }

    /// The path must have no filters.
    var text: String { "$" + segments.map(\.text).joined() }
}

extension PathQuery.Segment {
    fileprivate var selectors: [PathQuery.Selector] {
        switch self {
        case .child(let selectors), .descendant(let selectors): selectors
        }
    }

    fileprivate func with(_ selectors: [PathQuery.Selector]) -> PathQuery.Segment {
        switch self {
        case .child: .child(selectors)
        case .descendant: .descendant(selectors)
        }
    }

    fileprivate var withoutFilters: PathQuery.Segment {
        with(selectors.map { if case .filter = $0 { .wildcard } else { $0 } })
    }

    /// Of a JSON Pointer: a name or an index. Shown as an index, as by `JSONPointer.pathDescription`.
    private var isToken: Bool {
        guard selectors.count == 2, case .name(let name) = selectors[0], case .index(let index) = selectors[1] else {
            return false
        }
        return name == "\(index)"
    }

    fileprivate var text: String {
        let text =
            switch selectors.count == 1 ? selectors[0] : nil {
            case .name(let name)?: name.pathSegment
            case nil where isToken: "[\(selectors[1].text)]"
            default: "[\(selectors.map(\.text).joined(separator: ","))]"
            }
        guard case .descendant = self else { return text }
        return text.hasPrefix(".") ? "." + text : ".." + text
    }
}

extension PathQuery.Selector {
    fileprivate var text: String {
        switch self {
        case .name(let name): name.quotedName
        case .wildcard, .filter: "*"
        case .index(let index): "\(index)"
        case .slice(let slice):
            [slice.start, slice.end].map { $0.map { "\($0)" } ?? "" }.joined(separator: ":")
                + (slice.step == 1 ? "" : ":\(slice.step)")
        }
    }
}
