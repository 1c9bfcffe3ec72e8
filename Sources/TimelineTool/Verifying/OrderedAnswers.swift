struct OrderedAnswers {
    private static let countLimit = 1024
    private let byteLimit: Int
    private var waiting: [Int: VerificationAnswer] = [:]
    private var bytes = 0
    private var next = 0

    init(byteLimit: Int = 64 << 20) { self.byteLimit = byteLimit }

    /// Too many answers wait for an earlier one.
    var isFull: Bool { waiting.count >= Self.countLimit || bytes > byteLimit }

    mutating func add(_ answer: VerificationAnswer, at index: Int) -> [VerificationAnswer] {
        waiting[index] = answer
        bytes += answer.byteCount
        var due: [VerificationAnswer] = []
        while let answer = waiting.removeValue(forKey: next) {
            bytes -= answer.byteCount
            due.append(answer)
            next += 1
        }
        return due
    }
}
