package import TimelineKit

/// Recursion is as deep as the value or the expression, never their product: descendants are collected before they are selected.
package struct PathEvaluator {
    /// The work that one evaluation may do, in values visited: some seconds. Nested filters can need far more.
    package static let workLimit = 20_000_000

    package struct Node {
        package let value: JSON
        let location: JSONLocation?
    }

    private let root: JSON

    private var work: Int

    /// By number. They are the same for every current value.
    private var absolutes: [Int: [JSON]] = [:]

    /// Read from the value; nil for an invalid one.
    private var patterns: [ExactString: IRegexp?] = [:]

    package init(root: JSON, workLimit: Int = Self.workLimit) {
        self.root = root
        work = workLimit
    }

    mutating func spend(_ steps: Int) throws(JSONPathError) {
        guard steps <= work else {
            throw JSONPathError(column: 1, reason: "the evaluation takes too long for a value of this size")
        }
        work -= steps
    }

    package mutating func nodes(of query: PathQuery) throws(JSONPathError) -> [Node] {
        try follow(query.segments[...], from: Node(value: root, location: JSONLocation()))
    }

    mutating func values(of query: PathQuery, from current: JSON) throws(JSONPathError) -> [JSON] {
        if query.isSingular { return try value(of: query, from: current).map { [$0] } ?? [] }
        guard case .root(let number) = query.start else {
            return try follow(query.segments[...], from: Node(value: current, location: nil)).map(\.value)
        }
        if let known = absolutes[number] { return known }
        let values = try follow(query.segments[...], from: Node(value: root, location: nil)).map(\.value)
        absolutes[number] = values
        return values
    }

    mutating func value(of query: PathQuery, from current: JSON) throws(JSONPathError) -> JSON? {
        try spend(1 + query.segments.count)
        var value = query.start == .current ? current : root
        for segment in query.segments {
            if segment.isDescendant { return nil }
            switch segment.selectors[0] {
            case .name(let name):
                guard let member = value.object?[name] else { return nil }
                value = member
            case .index(let index):
                guard let elements = value.array, let index = Self.normalized(index, in: elements) else { return nil }
                value = elements[index]
            default: return nil
            }
        }
        return value
    }

    private mutating func follow(
        _ segments: ArraySlice<PathQuery.Segment>, from start: Node
    ) throws(JSONPathError) -> [Node] {
        var nodes = [start]
        for segment in segments {
            var found: [Node] = []
            var parents = segment.isDescendant ? [] : nodes
            if segment.isDescendant { for node in nodes { try collect(node, into: &parents) } }
            for parent in parents { try select(segment.selectors, from: parent, into: &found) }
            nodes = found
        }
        return nodes
    }

    private mutating func collect(_ node: Node, into descendants: inout [Node]) throws(JSONPathError) {
        try spend(1)
        descendants.append(node)
        switch node.value {
        case .array, .object:
            for child in children(of: node) { try collect(child, into: &descendants) }
        default: break
        }
    }

    private mutating func select(
        _ selectors: [PathQuery.Selector], from node: Node, into found: inout [Node]
    ) throws(JSONPathError) {
        for selector in selectors {
            try spend(1)
            switch (selector, node.value) {
            case (.name(let name), .object(let object)):
                if let value = object[name] { found.append(node.child(.name(name), value)) }
            case (.index(let index), .array(let elements)):
                if let index = Self.normalized(index, in: elements) {
                    found.append(node.child(.index(index), elements[index]))
                }
            case (.slice(let slice), .array(let elements)):
                for index in slice.indices(count: elements.count) {
                    try spend(1)
                    found.append(node.child(.index(index), elements[index]))
                }
            case (.wildcard, .array), (.wildcard, .object):
                let children = children(of: node)
                try spend(children.count)
                found.append(contentsOf: children)
            case (.filter(let expression), .array), (.filter(let expression), .object):
                for child in children(of: node) {
                    try spend(1)
                    if try holds(expression, for: child.value) { found.append(child) }
                }
            default: break
            }
        }
    }

    private func children(of node: Node) -> [Node] {
        switch node.value {
        case .array(let elements): elements.enumerated().map { node.child(.index($0), $1) }
        case .object(let object): object.members.map { node.child(.name($0.key), $0.value) }
        default: []
        }
    }

    private static func normalized(_ index: Int, in elements: [JSON]) -> Int? {
        let index = index < 0 ? elements.count + index : index
        return elements.indices.contains(index) ? index : nil
    }

    static let patternTooLarge = JSONPathError(column: 1, reason: "a regular expression is too large")

    mutating func pattern(_ text: String) throws(JSONPathError) -> IRegexp? {
        let key = ExactString(text)
        if let known = patterns[key] { return known }
        try spend(text.utf8.count)
        let pattern: IRegexp?
        do throws(RegularExpressionError) { pattern = try IRegexp(parsing: text) } catch {
            if error == .tooLarge { throw Self.patternTooLarge }
            pattern = nil
        }
        try spend(pattern?.size ?? 0)
        patterns[key] = .some(pattern)
        return pattern
    }
}

extension PathEvaluator.Node {
    fileprivate func child(_ step: JSONLocation.Component, _ value: JSON) -> Self {
        Self(value: value, location: location?.appending(step))
    }
}
