package import TimelineJSON

extension JSONCondition {
    /// The members that the condition looks at. Its answer, and the paths that lead nowhere, are the same for a value
    /// without the others.
    package var members: MemberTree {
        var paths: [PathQuery] = []
        expression.collectPaths(below: [], into: &paths)
        return MemberTree(paths.map(\.leadingNames))
    }
}

extension PathQuery {
    /// The names that the path begins with. What comes after them may need any part of the value that they lead to.
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
