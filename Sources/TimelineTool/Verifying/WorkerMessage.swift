internal import TimelineDebugger
internal import TimelineJSON

/// What a process that verifies sends to `verify`: one answer to each request, or why there will be none.
enum WorkerMessage {
    case answer(VerificationAnswer)
    case divergence(VerificationAnswer)
    case trapped(seq: Int)
    /// Replay did not continue within the time limit, and the process ends.
    ///
    /// - `seq`: The last step whose reducer was called; nil if there is none.
    /// - `isReducing`: Whether that reducer has not returned.
    case timeout(seq: Int?, isReducing: Bool)

    var bytes: [UInt8] {
        switch self {
        case .answer(let answer): Self.json(answer).text
        case .divergence(let answer): JSON.members(["divergence": Self.json(answer)]).text
        case .trapped(let seq): JSON.members([TrapReport.key: .int(seq)]).text
        case .timeout(let seq, let isReducing):
            JSON.members([
                "timeout": .members(["seq": seq.map { .int($0) }, "reducing": .bool(isReducing)])
            ]).text
        }
    }

    init?(parsing bytes: ArraySlice<UInt8>) {
        guard let object = (try? JSON(parsing: bytes))?.object else { return nil }
        if let seq = object[TrapReport.key]?.int {
            self = .trapped(seq: seq)
        } else if let timeout = object["timeout"]?.object {
            self = .timeout(seq: timeout["seq"]?.int, isReducing: timeout["reducing"]?.bool == true)
        } else if let divergence = object["divergence"]?.object {
            guard let answer = Self.answer(divergence) else { return nil }
            self = .divergence(answer)
        } else {
            guard let answer = Self.answer(object) else { return nil }
            self = .answer(answer)
        }
    }

    private static func json(_ answer: VerificationAnswer) -> JSON {
        .members(["line": .object(answer.line), "text": .string(answer.text)])
    }

    private static func answer(_ object: JSONObject) -> VerificationAnswer? {
        guard let line = object["line"]?.object, let text = object["text"]?.string else { return nil }
        return VerificationAnswer(line: line, text: text)
    }
}
