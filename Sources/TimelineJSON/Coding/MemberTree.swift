/// The needed parts of a value, as a tree of member names.
///
/// `MemberTree([["cart", "total"], ["user"]])` is the total of the cart and the whole user.
package struct MemberTree: Equatable, Sendable {
    /// The needed part of a value: an index in `nodes`.
    typealias Node = UInt32

    struct Member: Equatable {
        let name: String
        let node: Node
    }

    /// The value is needed with all its members.
    static let all: Node = 0
    /// The value is needed without its members.
    static let none: Node = 1

    /// The needed members of each node. The list of `all` is not used.
    private var nodes: [[Member]] = [[], []]

    /// The needed part of the root.
    private(set) var root = MemberTree.none

    /// The maximum nesting depth of a value. Longer paths are shortened to it.
    private static var depthLimit: Int { JSONWriter.depthLimit }

    /// - Parameter paths: The path of each value that is needed with all its members: the member names from the root.
    package init(_ paths: [[String]]) { root = insert(paths.map { $0.prefix(Self.depthLimit) }) }

    private mutating func insert(_ paths: [ArraySlice<String>]) -> Node {
        if paths.contains(where: \.isEmpty) { return Self.all }
        let node = Node(nodes.count)
        nodes.append([])
        for name in paths.compactMap(\.first) where self[name, in: node] == nil {
            let rest = insert(paths.filter { $0.first == name }.map { $0.dropFirst() })
            nodes[Int(node)].append(Member(name: name, node: rest))
        }
        return node
    }

    /// The needed part of the member `name` of a value; nil if it is not needed.
    ///
    /// Compares with each name, since there are few. `==` treats two Unicode forms of "é" as one name, though JSON does not:
    /// then members of both forms are encoded.
    subscript(name: String, in node: Node) -> Node? {
        node == Self.all ? node : nodes[Int(node)].first { $0.name == name }?.node
    }
}
