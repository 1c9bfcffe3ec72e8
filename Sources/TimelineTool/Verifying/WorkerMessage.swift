internal import TimelineJSON

enum WorkerMessage {
    case answer(VerificationAnswer)
    /// What is known so far, in case that the process ends before its answer.
    case partial(VerificationAnswer)
    case trapped(seq: Int, isSurvived: Bool)

    var bytes: [UInt8] {
        switch self {
        case .answer(let answer): Self.json(answer).text
        case .partial(let answer): JSON.members(["partial": Self.json(answer)]).text
        case .trapped(let seq, let isSurvived):
            JSON.members([TrapReport.key: .int(seq), "survived": isSurvived ? .bool(true) : nil]).text
        }
    }

    init?(parsing bytes: ArraySlice<UInt8>) {
        guard let object = (try? JSON(parsing: bytes))?.object else { return nil }
        if let seq = object[TrapReport.key]?.int {
            self = .trapped(seq: seq, isSurvived: object["survived"] != nil)
        } else {
            let partial = object["partial"]?.object
            let parts = partial ?? object
            guard let line = parts["line"]?.object, let text = parts["text"]?.string else { return nil }
            let answer = VerificationAnswer(line: line, text: text)
            self = partial == nil ? .answer(answer) : .partial(answer)
        }
    }

    private static func json(_ answer: VerificationAnswer) -> JSON {
        .members(["line": .object(answer.line), "text": .string(answer.text)])
    }
}
