/// Members of a value, by their names from its root: those that a reader looks at.
package struct MemberTree: Equatable, Sendable {
    /// Whether all of the value is meant.
    package private(set) var isWhole = false

    private struct Branch: Equatable {
        let name: String
        var tree: MemberTree
    }

    /// The members that are meant, or a part of them. None, where all of the value is.
    private var branches: [Branch] = []

    /// No member.
    package init() {}

    /// Adds all that stands at a path of names. Two spellings of one name are taken for one, which may mean too much.
    package mutating func insert(_ path: some Collection<String>) {
        if isWhole { return }
        guard let name = path.first else {
            isWhole = true
            branches = []
            return
        }
        let index = branches.firstIndex { $0.name == name } ?? branches.endIndex
        if index == branches.endIndex { branches.append(Branch(name: name, tree: MemberTree())) }
        branches[index].tree.insert(path.dropFirst())
    }

    /// What is meant of the member `name`; nil where nothing is. There are few members, and a walk over them is quicker than
    /// a hash.
    subscript(name: String) -> MemberTree? {
        if isWhole { return self }
        return branches.first { $0.name == name }?.tree
    }
}
