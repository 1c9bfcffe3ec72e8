/// Each step is indented below its cause; a root shows a cause that is not in the tree. Memory is proportional to the steps.
///
///      1     0.004  user      refreshTapped
///      2     0.105  effect      episodesLoaded {"episodes":[]}
///     53     2.024  effect    commentsArrived {"arrival":2}  ← 48
struct StepTree {
    private var nodes: [(line: (_ level: Int, _ showsCause: Bool) -> String, children: [Int])] = []
    private var roots: [Int] = []
    private var indices: [Int: Int] = [:]

    private static let levelLimit = 20

    mutating func add(_ seq: Int, cause: Int?, line: @escaping (_ level: Int, _ showsCause: Bool) -> String) {
        nodes.append((line, []))
        if let parent = cause.flatMap({ indices[$0] }) {
            nodes[parent].children.append(nodes.count - 1)
        } else {
            roots.append(nodes.count - 1)
        }
        indices[seq] = nodes.count - 1
    }

    func visit(_ print: (String) -> Void) {
        var open = roots.reversed().map { (index: $0, level: 0) }
        while let (index, level) = open.popLast() {
            let node = nodes[index]
            print(node.line(min(level, Self.levelLimit), level == 0 || level > Self.levelLimit))
            open += node.children.reversed().map { ($0, level + 1) }
        }
    }
}
