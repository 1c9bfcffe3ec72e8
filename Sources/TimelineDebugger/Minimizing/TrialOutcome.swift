package import TimelineJSON
package import TimelineSystem

/// What came of a run that was tried in a process of its own.
package enum TrialOutcome {
    /// The verdict on the state after the step at the index `last` of the run. `unseen` are the paths of a condition that selected
    /// nothing in any state so far.
    case judged(Verdict, last: Int, unseen: [String] = [])
    /// The last state.
    case state(JSONText)
    /// The names and values that the reducer of each step got, and the last state.
    case completed([[JSONObject.Member]], JSONText)
    /// The program cannot decode an action of the run.
    case undecodable
    /// The verdicts on a state contradict each other.
    case contradiction(ContradictionError)
    /// The run cannot be judged, for this reason.
    case failed(String)

    // MARK: - Without an answer

    /// The reducer of the step at this index of the run did not return.
    case crashed(Signal, index: Int)
    /// The process exceeded the time that it had.
    case timedOut
    /// The process ended otherwise: `was ended by SIGKILL`.
    case ended(String)
}

extension TrialOutcome {
    /// The answer to the request `number`, on one line: `12 {"verdict":"good","last":3}`.
    func message(_ number: Int) -> [UInt8] { Array("\(number) ".utf8) + message }

    /// The number of the request and the answer in a line.
    static func numbered(_ line: [UInt8]) -> (number: Int, message: [UInt8])? {
        guard let space = line.firstIndex(of: UInt8(ascii: " ")),
            let number = Int(String(decoding: line[..<space], as: UTF8.self))
        else { return nil }
        return (number, Array(line[(space + 1)...]))
    }

    private var message: [UInt8] {
        switch self {
        case .judged(let verdict, let last, let unseen):
            JSON.members([
                "verdict": .string(verdict.rawValue), "last": .int(last),
                "unseen": unseen.isEmpty ? nil : .array(unseen.map { .string($0) }),
            ]).text
        case .state(let state): JSON.members(["state": state.value]).text
        case .completed(let values, let state):
            JSON.members([
                "values": .array(
                    values.map { .array($0.map { [.string($0.key), $0.value] }) }), "state": state.value,
            ]).text
        case .undecodable: JSON.members(["undecodable": true]).text
        case .contradiction(let error):
            JSON.members([
                "contradiction": [.string(error.first.rawValue), .string(error.other.rawValue), .int(error.attempts)],
                "seq": error.seq.map { .int($0) },
            ]).text
        case .failed(let reason): JSON.members(["failed": .string(reason)]).text
        case .crashed, .timedOut, .ended: preconditionFailure("a process that ended has no answer")
        }
    }

    init?(parsing message: [UInt8]) {
        guard let object = (try? JSON(parsing: message))?.object else { return nil }
        if let verdict = object["verdict"]?.string.flatMap(Verdict.init), let last = object["last"]?.int {
            self = .judged(verdict, last: last, unseen: object["unseen"]?.array?.compactMap(\.string) ?? [])
        } else if let values = object["values"]?.array, let state = object["state"] {
            self = .completed(values.map { ($0.array ?? []).compactMap(Self.member) }, JSONText(state))
        } else if let state = object["state"] {
            self = .state(JSONText(state))
        } else if let parts = object["contradiction"]?.array, parts.count == 3,
            let first = parts[0].string.flatMap(Verdict.init), let other = parts[1].string.flatMap(Verdict.init)
        {
            self = .contradiction(
                ContradictionError(
                    first: first, other: other, attempts: parts[2].int ?? 2, seq: object["seq"]?.int))
        } else if let reason = object["failed"]?.string {
            self = .failed(reason)
        } else if object["undecodable"] != nil {
            self = .undecodable
        } else {
            return nil
        }
    }

    private static func member(_ pair: JSON) -> JSONObject.Member? {
        guard let pair = pair.array, pair.count == 2, let name = pair[0].string else { return nil }
        return JSONObject.Member(key: name, value: pair[1])
    }
}
