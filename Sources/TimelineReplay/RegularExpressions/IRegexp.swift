/// Compiled; matches in linear time. As in RFC 9485, section 5, `^` and `$` outside brackets match the start and the end
/// of the text.
package struct IRegexp: Sendable {
    enum Instruction: Sendable {
        case consume(IRegexpSet)
        case assertStart
        case assertEnd
        case fork(Int, Int)
        case jump(Int)
        case accept
    }

    /// The matcher may visit each instruction for each scalar. `(a{100}){100}` exceeds the limit.
    static let sizeLimit = 10_000

    private(set) var instructions: [Instruction] = []

    package init(parsing text: String) throws(RegularExpressionError) {
        var parser = IRegexpParser(text)
        try emit(try parser.wholeExpression())
        try append(.accept)
    }

    /// In instructions, which bounds the work per character.
    package var size: Int { instructions.count }

    /// The whole text, or a part of it.
    package func matches(_ text: String, wholly: Bool) -> Bool {
        var matcher = IRegexpMatcher(instructions)
        return matcher.run(over: text, wholly: wholly)
    }

    // MARK: - Compiling

    private mutating func append(_ instruction: Instruction) throws(RegularExpressionError) {
        instructions.append(instruction)
        if instructions.count > Self.sizeLimit { throw .tooLarge }
    }

    private mutating func emit(_ syntax: IRegexpSyntax) throws(RegularExpressionError) {
        switch syntax {
        case .set(let set): try append(.consume(set))
        case .start: try append(.assertStart)
        case .end: try append(.assertEnd)
        case .sequence(let parts): for part in parts { try emit(part) }
        case .choice(let branches): try emitChoice(branches)
        case .repeated(let body, let least, let most):
            for _ in 0..<least {
                let before = instructions.count
                try emit(body)
                if instructions.count == before { break }
            }
            guard let most else { return try emitStar(body) }
            var forks: [Int] = []
            for _ in least..<most {
                forks.append(instructions.count)
                try append(.jump(0))
                try emit(body)
            }
            for fork in forks { instructions[fork] = .fork(fork + 1, instructions.count) }
        }
    }

    private mutating func emitChoice(_ branches: [IRegexpSyntax]) throws(RegularExpressionError) {
        var jumps: [Int] = []
        for branch in branches.dropLast() {
            let fork = instructions.count
            try append(.jump(0))
            try emit(branch)
            jumps.append(instructions.count)
            try append(.jump(0))
            instructions[fork] = .fork(fork + 1, instructions.count)
        }
        try emit(branches[branches.count - 1])
        for jump in jumps { instructions[jump] = .jump(instructions.count) }
    }

    private mutating func emitStar(_ body: IRegexpSyntax) throws(RegularExpressionError) {
        let fork = instructions.count
        try append(.jump(0))
        try emit(body)
        try append(.jump(fork))
        instructions[fork] = .fork(fork + 1, instructions.count)
    }
}

package enum RegularExpressionError: Error {
    case invalid
    case tooLarge
}
