package import TimelineKit

/// Paths that selected nothing in any value so far: likely mistakes. Filters count as wildcards: the paths of
/// `$.items[?@.prise < 0]` are `$.items`, `$.items[*]` and `$.items[*].prise`.
package struct UnseenPaths: Sendable {
    private var unseen: [PathQuery] = []
    var workLimit = PathEvaluator.workLimit

    package private(set) var count = 0

    package init(_ condition: JSONCondition) { self.init(condition.expression.paths()) }

    package init(_ path: StatePath) { self.init(path.path.query.paths()) }

    private init(_ paths: [PathQuery]) {
        var seen: Set<String> = []
        unseen = paths.filter { !$0.segments.isEmpty && seen.insert($0.text).inserted }
    }

    /// As a rule, no path is unseen after the first value.
    package mutating func evaluate(in value: JSON) {
        count += 1
        unseen.removeAll { path in
            var evaluator = PathEvaluator(root: value, workLimit: workLimit)
            // A path that exceeds the limit counts as seen, because it may select something.
            return (try? evaluator.nodes(of: path))?.isEmpty != true
        }
    }

    package mutating func add(_ other: UnseenPaths) {
        count += other.count
        unseen.removeAll { path in !other.unseen.contains { $0.text == path.text } }
    }

    package mutating func add(emptyValues count: Int) { self.count += count }

    /// In the syntax of RFC 9535, without paths that extend another unseen path. Empty if no value was evaluated.
    package var paths: [String] {
        if count == 0 { return [] }
        let texts = unseen.map { $0.segments.map(\.text) }
        return texts.filter { path in !texts.contains { $0.count < path.count && path.starts(with: $0) } }
            .map { "$" + $0.joined() }
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
    func paths(below prefix: [PathQuery.Segment] = []) -> [PathQuery] {
        switch self {
        case .or(let parts), .and(let parts): parts.flatMap { $0.paths(below: prefix) }
        case .not(let part): part.paths(below: prefix)
        case .comparison(let one, _, let other): one.paths(below: prefix) + other.paths(below: prefix)
        case .exists(let query), .isTrue(let query): query.paths(below: prefix)
        case .function(let function): function.paths(below: prefix)
        }
    }
}

extension PathExpression.Operand {
    fileprivate func paths(below prefix: [PathQuery.Segment]) -> [PathQuery] {
        switch self {
        case .literal: []
        case .query(let query): query.paths(below: prefix)
        case .function(let function): function.paths(below: prefix)
        case .arithmetic(let first, let rest): first.paths(below: prefix) + rest.flatMap { $0.1.paths(below: prefix) }
        }
    }
}

extension PathExpression.Function {
    fileprivate func paths(below prefix: [PathQuery.Segment]) -> [PathQuery] {
        switch self {
        case .length(let operand), .matches(let operand, .fixed, _), .matches(let operand, .tooLarge, _):
            operand.paths(below: prefix)
        case .count(let query), .value(let query), .aggregate(_, let query): query.paths(below: prefix)
        case .matches(let operand, .computed(let pattern), _):
            operand.paths(below: prefix) + pattern.paths(below: prefix)
        }
    }
}

extension PathQuery {
    /// The path, and the paths before and in its filters.
    func paths(below prefix: [PathQuery.Segment] = []) -> [PathQuery] {
        var path = start == .current ? prefix : []
        var before: [PathQuery] = []
        var inside: [PathQuery] = []
        for segment in segments {
            for case .filter(let expression) in segment.selectors {
                if !path.isEmpty { before.append(PathQuery(fromRoot: path)) }
                inside += expression.paths(below: path + [.init(isDescendant: segment.isDescendant, [.wildcard])])
            }
            path.append(segment.withoutFilters)
        }
        return before + [PathQuery(fromRoot: path)] + inside
    }

    private init(fromRoot segments: [Segment]) {
        self.init(start: .root(number: 0), segments: segments, isSingular: false)
    }

    /// The path must have no filters.
    var text: String { "$" + segments.map(\.text).joined() }
}

extension PathQuery.Segment {
    fileprivate var withoutFilters: PathQuery.Segment {
        .init(isDescendant: isDescendant, selectors.map { if case .filter = $0 { .wildcard } else { $0 } })
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
        if !isDescendant { return text }
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
