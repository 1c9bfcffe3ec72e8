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
        guard let syntax = parser.wholeExpression() else { throw parser.isTooDeep ? .tooLarge : .invalid }
        guard emit(syntax), append(.accept) else { throw .tooLarge }
    }

    /// In instructions, which bounds the work per character.
    package var size: Int { instructions.count }

    /// The whole text, or a part of it.
    package func matches(_ text: String, wholly: Bool) -> Bool {
        var matcher = IRegexpMatcher(instructions)
        return matcher.run(over: text, wholly: wholly)
    }

    // MARK: - Compiling

    /// Returns whether they are within `sizeLimit`.
    private mutating func append(_ instruction: Instruction) -> Bool {
        instructions.append(instruction)
        return instructions.count <= Self.sizeLimit
    }

    private mutating func emit(_ syntax: IRegexpSyntax) -> Bool {
        switch syntax {
        case .set(let set): return append(.consume(set))
        case .start: return append(.assertStart)
        case .end: return append(.assertEnd)
        case .sequence(let parts): return parts.allSatisfy { emit($0) }
        case .choice(let branches): return emitChoice(branches)
        case .repeated(let body, let least, let most):
            for _ in 0..<least {
                let before = instructions.count
                guard emit(body) else { return false }
                if instructions.count == before { break }
            }
            guard let most else { return emitStar(body) }
            var forks: [Int] = []
            for _ in least..<most {
                forks.append(instructions.count)
                guard append(.jump(0)), emit(body) else { return false }
            }
            for fork in forks { instructions[fork] = .fork(fork + 1, instructions.count) }
            return true
        }
    }

    private mutating func emitChoice(_ branches: [IRegexpSyntax]) -> Bool {
        var jumps: [Int] = []
        for branch in branches.dropLast() {
            let fork = instructions.count
            guard append(.jump(0)), emit(branch) else { return false }
            jumps.append(instructions.count)
            guard append(.jump(0)) else { return false }
            instructions[fork] = .fork(fork + 1, instructions.count)
        }
        guard let last = branches.last, emit(last) else { return false }
        for jump in jumps { instructions[jump] = .jump(instructions.count) }
        return true
    }

    private mutating func emitStar(_ body: IRegexpSyntax) -> Bool {
        let fork = instructions.count
        guard append(.jump(0)), emit(body), append(.jump(fork)) else { return false }
        instructions[fork] = .fork(fork + 1, instructions.count)
        return true
    }
}

package enum RegularExpressionError: Error {
    case invalid
    case tooLarge
}
