/// `MemberTree([["cart", "total"], ["user"]])` is the total of the cart and the whole user.
package struct MemberTree: Equatable, Sendable {
    typealias Node = UInt32

    struct Member: Equatable {
        let name: String
        let node: Node
    }

    static let all: Node = 0
    static let none: Node = 1

    private var nodes: [[Member]] = [[], []]

    private(set) var root = MemberTree.none

    private static var depthLimit: Int { JSONWriter.depthLimit }

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

    /// Nil if the member is not needed. `==` treats two Unicode forms of "é" as one name; then members of both are encoded.
    subscript(name: String, in node: Node) -> Node? {
        node == Self.all ? node : nodes[Int(node)].first { $0.name == name }?.node
    }
}
