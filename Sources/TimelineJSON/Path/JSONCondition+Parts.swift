extension JSONCondition {
    /// The members of a value that the condition looks at: its answer is the same for a value without the others.
    package var parts: MemberTree {
        var paths: [PathQuery] = []
        expression.collectPaths(below: [], into: &paths)
        return paths.reduce(into: MemberTree()) { $0.insert($1.leadingNames) }
    }
}

extension PathQuery {
    /// The names that the path begins with.
    fileprivate var leadingNames: [String] {
        var names: [String] = []
        for segment in segments {
            guard case .child(let selectors) = segment, selectors.count == 1, case .name(let name) = selectors[0]
            else { break }
            names.append(name)
        }
        return names
    }
}
