/// Runs a program over a text in all its possible ways at once, one scalar at a time (Thompson's construction).
struct IRegexpMatcher {
    private let program: IRegexpProgram

    /// The instructions that wait for the next scalar.
    private var waiting: [Int] = []

    /// When each instruction was last reached, as the number of scalars before.
    private var reached: [Int]

    /// Whether the program was accepted after the scalars so far.
    private var isAccepted = false

    init(_ program: IRegexpProgram) {
        self.program = program
        reached = [Int](repeating: -1, count: program.instructions.count)
    }

    mutating func run(over text: String, wholly: Bool) -> Bool {
        var scalars = text.unicodeScalars.makeIterator()
        var scalar = scalars.next()
        var offset = 0
        reach(0, at: offset, isEnd: scalar == nil)
        while let taken = scalar {
            if isAccepted && !wholly { return true }
            scalar = scalars.next()
            offset += 1
            isAccepted = false
            let before = waiting
            waiting.removeAll(keepingCapacity: true)
            for index in before {
                guard case .take(let set) = program.instructions[index], set.contains(taken) else { continue }
                reach(index + 1, at: offset, isEnd: scalar == nil)
            }
            if !wholly { reach(0, at: offset, isEnd: scalar == nil) }
            if waiting.isEmpty && !isAccepted && wholly { return false }
        }
        return isAccepted
    }

    /// Follows all ways from an instruction to those that take a scalar.
    private mutating func reach(_ start: Int, at offset: Int, isEnd: Bool) {
        // A list and no recursion: a way may be as long as the program.
        var ways = [start]
        while let index = ways.popLast() {
            guard reached[index] != offset else { continue }
            reached[index] = offset
            switch program.instructions[index] {
            case .take: waiting.append(index)
            case .assertStart: if offset == 0 { ways.append(index + 1) }
            case .assertEnd: if isEnd { ways.append(index + 1) }
            case .fork(let one, let other):
                ways.append(other)
                ways.append(one)
            case .jump(let goal): ways.append(goal)
            case .accept: isAccepted = true
            }
        }
    }
}
