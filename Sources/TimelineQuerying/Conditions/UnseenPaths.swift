package import TimelineJSON

/// The paths of a condition, or of a path, that selected nothing in any value so far. They are likely to be misspelled: the condition
/// itself is then just false, or true.
///
/// Filters count as wildcards, and a path in a filter begins at the values that the filter tests: the paths of
/// `$.items[?@.prise < 0]` are `$.items`, `$.items[*]` and `$.items[*].prise`.
package struct UnseenPaths: Sendable {
    private var unseen: [PathQuery]
    /// The maximum number of steps to evaluate one path.
    var workLimit = PathEvaluator.workLimit

    package private(set) var count = 0

    package init(_ condition: JSONCondition) {
        var paths: [PathQuery] = []
        condition.expression.collectPaths(below: [], into: &paths)
        self.init(paths)
    }

    package init(_ path: StatePath) {
        var paths: [PathQuery] = []
        path.path.query.collectPaths(below: [], into: &paths)
        self.init(paths)
    }

    private init(_ paths: [PathQuery]) {
        var seen: Set<String> = []
        unseen = paths.filter { !$0.segments.isEmpty && seen.insert($0.text).inserted }
    }

    /// Evaluates the unseen paths in one more value. As a rule there are none left after the first.
    package mutating func evaluate(in value: JSON) {
        count += 1
        let workLimit = workLimit
        unseen.removeAll { path in
            var evaluator = PathEvaluator(root: value, regularExpressions: IRegexp.compiler, workLimit: workLimit)
            // A path that exceeds the limit counts as seen, because it may select something.
            return (try? evaluator.nodes(of: path).isEmpty) != true
        }
    }

    package mutating func add(_ other: UnseenPaths) {
        count += other.count
        unseen.removeAll { path in !other.unseen.contains { $0.text == path.text } }
    }

    /// Counts values that select nothing, which were not evaluated.
    package mutating func add(emptyValues count: Int) { self.count += count }

    /// The paths in the syntax of RFC 9535, in the order of the condition, without those that extend another unseen path.
    package var paths: [String] {
        let texts = unseen.map { $0.segments.map(\.text) }
        return texts.filter { path in !texts.contains { $0.count < path.count && path.starts(with: $0) } }
            .map { "$" + $0.joined() }
    }
}

extension PathExpression {
    /// Collects the paths of the expression, with wildcards in place of filters.
    func collectPaths(below prefix: [PathQuery.Segment], into paths: inout [PathQuery]) {
        switch self {
        case .or(let parts), .and(let parts): for part in parts { part.collectPaths(below: prefix, into: &paths) }
        case .not(let part): part.collectPaths(below: prefix, into: &paths)
        case .comparison(let one, _, let other):
            one.collectPaths(below: prefix, into: &paths)
            other.collectPaths(below: prefix, into: &paths)
        case .exists(let query), .isTrue(let query): query.collectPaths(below: prefix, into: &paths)
        case .function(let function): function.collectPaths(below: prefix, into: &paths)
        }
    }
}

extension PathExpression.Operand {
    fileprivate func collectPaths(below prefix: [PathQuery.Segment], into paths: inout [PathQuery]) {
        switch self {
        case .literal: break
        case .query(let query): query.collectPaths(below: prefix, into: &paths)
        case .function(let function): function.collectPaths(below: prefix, into: &paths)
        case .arithmetic(let first, let rest):
            first.collectPaths(below: prefix, into: &paths)
            for (_, operand) in rest { operand.collectPaths(below: prefix, into: &paths) }
        }
    }
}

extension PathExpression.Function {
    fileprivate func collectPaths(below prefix: [PathQuery.Segment], into paths: inout [PathQuery]) {
        switch self {
        case .length(let operand): operand.collectPaths(below: prefix, into: &paths)
        case .count(let query), .value(let query): query.collectPaths(below: prefix, into: &paths)
        case .matches(let operand, let pattern, _):
            operand.collectPaths(below: prefix, into: &paths)
            if case .computed(let operand) = pattern { operand.collectPaths(below: prefix, into: &paths) }
        }
    }
}

extension PathQuery {
    /// Collects the path and the paths in its filters, with wildcards in place of filters.
    func collectPaths(below prefix: [PathQuery.Segment], into paths: inout [PathQuery]) {
        var path = start == .current ? prefix : []
        var filters: [(expression: PathExpression, prefix: [PathQuery.Segment])] = []
        for segment in segments {
            let before = path
            path.append(segment.withoutFilters)
            for case .filter(let expression) in segment.selectors {
                if !before.isEmpty {
                    paths.append(PathQuery(start: .root(number: 0), segments: before, isSingular: false))
                }
                filters.append((expression, before + [segment.with([.wildcard])]))
            }
        }
        paths.append(PathQuery(start: .root(number: 0), segments: path, isSingular: false))
        for filter in filters { filter.expression.collectPaths(below: filter.prefix, into: &paths) }
    }

    /// The path in the syntax of RFC 9535, with shorthands. The path must have no filters.
    fileprivate var text: String { "$" + segments.map(\.text).joined() }
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

    /// The segment with a wildcard in place of each filter.
    fileprivate var withoutFilters: PathQuery.Segment {
        with(selectors.map { if case .filter = $0 { .wildcard } else { $0 } })
    }

    /// Whether this is a token of a JSON Pointer that may be a name or an index. As in `JSONPointer.pathDescription`, it is
    /// shown as an index.
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
