internal import Synchronization
internal import TimelineKit
internal import TimelineReplay

/// Encodes states one after another, and keeps what it knows of the last one: much of the next one is the same.
final class StateCoder: Sendable {
    typealias Change = (seq: Int, text: JSONText, patch: JSONPatch?)

    private struct Known {
        let texts = SharedTexts()
        var value: TextValue?
        var changes: Result<[Change], any Error> = .success([])
    }

    private let known = Mutex(Known())

    /// - Parameter last: The state before them. Each of the others comes with a patch that leads to it, if it is the next one.
    func encode<State: Encodable & Sendable>(
        _ states: ArraySlice<(seq: Int, state: State)>, after last: (seq: Int, text: JSONText)?, of file: String
    ) {
        known.withLock { known in
            func value(_ text: JSONText) -> TextValue {
                let value = known.value.map { $0.next(text, JSONParser.parse(_:like:)) } ?? TextValue(text)
                known.value = value
                return value
            }
            var before = last.map { (seq: $0.seq, text: $0.text, value: value($0.text)) }
            known.changes = Result {
                try states.map { seq, state in
                    let text = try ReplayError.encode(state, at: seq, of: file, sharing: known.texts)
                    let value = before.flatMap { $0.text == text ? $0.value : nil } ?? value(text)
                    defer { before = (seq, text, value) }
                    let patch = before.flatMap {
                        $0.seq == seq - 1 ? JSONDifference(from: $0.value, to: value).patch : nil
                    }
                    return (seq, text, patch)
                }
            }
        }
    }

    /// Of the states that were encoded last.
    func changes() throws -> [Change] { try known.withLock { try $0.changes.get() } }
}
