/// Runs a program over a text in all possible ways at once, one scalar at a time (Thompson's construction).
struct IRegexpMatcher {
    private let instructions: [IRegexp.Instruction]

    private var active: [Int] = []

    /// By instruction, the offset in scalars where it was last reached.
    private var reached: [Int]

    private var isAccepted = false

    init(_ instructions: [IRegexp.Instruction]) {
        self.instructions = instructions
        reached = [Int](repeating: -1, count: instructions.count)
    }

    mutating func run(over text: String, wholly: Bool) -> Bool {
        var scalars = text.unicodeScalars.makeIterator()
        var scalar = scalars.next()
        var offset = 0
        reach(0, at: offset, isEnd: scalar == nil)
        while let current = scalar {
            if isAccepted && !wholly { return true }
            scalar = scalars.next()
            offset += 1
            isAccepted = false
            let before = active
            active.removeAll(keepingCapacity: true)
            for index in before {
                guard case .consume(let set) = instructions[index], set.contains(current) else { continue }
                reach(index + 1, at: offset, isEnd: scalar == nil)
            }
            if !wholly { reach(0, at: offset, isEnd: scalar == nil) }
            if active.isEmpty && !isAccepted && wholly { return false }
        }
        return isAccepted
    }

    private mutating func reach(_ start: Int, at offset: Int, isEnd: Bool) {
        // A stack instead of recursion, because a path may be as long as the program.
        var pending = [start]
        while let index = pending.popLast() {
            guard reached[index] != offset else { continue }
            reached[index] = offset
            switch instructions[index] {
            case .consume: active.append(index)
            case .assertStart: if offset == 0 { pending.append(index + 1) }
            case .assertEnd: if isEnd { pending.append(index + 1) }
            case .fork(let one, let other):
                pending.append(other)
                pending.append(one)
            case .jump(let goal): pending.append(goal)
            case .accept: isAccepted = true
            }
        }
    }
}
