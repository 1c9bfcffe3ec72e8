internal import Synchronization
internal import TimelineJSON
internal import TimelineJournal

/// What `Redacted` finds in the `userInfo` of an encoder that writes values as they are, but none that is to be hidden.
final class RedactedValueWatch: Sendable {
    private let encoding: RedactedEncoding
    private let met = Atomic(false)

    init(_ pseudonyms: Pseudonyms) { encoding = RedactedEncoding(pseudonyms, isSealing: false) }

    /// Whether a value was met that a recording hides. A value's own coding may have caught the error.
    var hasMet: Bool { met.load(ordering: .relaxed) }

    /// Takes note of a redacted value.
    ///
    /// - Throws: `EncodingError` with the place, where a recording would show something else.
    func meet<Value: Encodable>(_ value: Value, in encoder: any Encoder) throws {
        // A value that cannot be encoded is reported by the code that writes it.
        guard let text = try? JSONCoding.encode(value),
            encoding.hide(text.value, names: DictionaryNames(in: value)).value != text.value
        else { return }
        met.store(true, ordering: .relaxed)
        throw EncodingError.invalidValue(
            Redacted(value), .init(codingPath: encoder.codingPath, debugDescription: "it is redacted"))
    }
}
