/// Answers that arrive in any order, and leave in the order of their timelines.
struct OrderedAnswers {
    /// The bytes of the answers that wait above which `isFull` is true.
    let byteLimit: Int
    private var waiting: [Int: VerificationAnswer] = [:]
    private var bytes = 0
    private var next = 0

    init(byteLimit: Int = 64 << 20) { self.byteLimit = byteLimit }

    /// Whether the thread that added an answer must wait until another one leaves.
    var isFull: Bool { bytes > byteLimit }

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
