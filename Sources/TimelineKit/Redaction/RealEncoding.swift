internal import Synchronization

/// Throws for a value that a recording would hide. Without marked values and paths, it costs no more than encoding.
package struct RealEncoding: Sendable {
    package enum Part {
        case state, action
    }

    package enum Error: Swift.Error, CustomStringConvertible {
        case coding(JSONCodingError)
        /// A recording would hide a value. The reason shows only the path: `$.email is redacted`.
        case hidden(String)

        package var description: String {
            switch self {
            case .coding(let error): "\(error)"
            case .hidden(let reason): reason
            }
        }
    }

    private let values: RealValues
    private let paths: Result<(state: HiddenPaths, actions: HiddenPaths), HiddenPathsError>

    /// One key serves all, since the pseudonyms are only compared with the values.
    private static let pseudonyms = Pseudonyms.random()

    package init(_ values: RealValues) {
        self.values = values
        paths = Result { () throws(HiddenPathsError) in try values.redaction?.paths() ?? (.none, .none) }
    }

    package func encode(_ value: some Encodable, as part: Part) throws(Error) -> JSONText {
        if values.isAllowed {
            do throws(JSONCodingError) { return try JSONCoding.encode(value) } catch { throw .coding(error) }
        }
        let paths: (state: HiddenPaths, actions: HiddenPaths)
        do throws(HiddenPathsError) { paths = try self.paths.get() } catch {
            throw .hidden("the redaction cannot be used: \(error)")
        }
        let detector = RedactedValueDetector(Self.pseudonyms)
        let text: JSONText
        do throws(JSONCodingError) {
            text = try JSONCoding.encode(value, userInfo: [RedactedEncoding.key: detector])
        } catch {
            guard detector.hasFound else { throw .coding(error) }
            // The path may hold a name that the redaction hides.
            throw .hidden(values.redaction != nil || error.path == "$" ? Self.somewhere : "\(error.path) is redacted")
        }
        // A custom `encode(to:)` may have caught the error.
        if detector.hasFound { throw .hidden(Self.somewhere) }
        let hidden = part == .state ? paths.state : paths.actions
        if !hidden.isEmpty { try check(text.value, hidden) }
        return text
    }

    private static let somewhere = "a value in it is redacted"

    private func check(_ value: JSON, _ paths: HiddenPaths) throws(Error) {
        for path in paths.texts {
            let hidden: JSON
            do {
                hidden = try HiddenPaths([path], regularExpressions: nil).hide(in: value) { Self.pseudonyms.of($0) }
            } catch {
                throw .hidden("cannot check whether \(path) is redacted: \(error)")
            }
            if hidden != value { throw .hidden("\(path) is redacted") }
        }
    }
}

/// `Redacted` finds it in the `userInfo` of an encoder that must not encode redacted values.
final class RedactedValueDetector: Sendable {
    private let encoding: RedactedEncoding
    private let found = Atomic(false)

    init(_ pseudonyms: Pseudonyms) { encoding = RedactedEncoding(pseudonyms, isWrapping: false) }

    var hasFound: Bool { found.load(ordering: .relaxed) }

    /// Throws an `EncodingError` with the path if a recording would show a pseudonym of a value marked with `Redacted`.
    func check<Value: Encodable>(_ value: Value, in encoder: any Encoder) throws {
        // The caller reports a value that cannot be encoded.
        guard let text = try? JSONCoding.encode(value),
            encoding.hide(text.value, names: DictionaryKeys(in: value)).value != text.value
        else { return }
        found.store(true, ordering: .relaxed)
        throw EncodingError.invalidValue(
            Redacted(value), .init(codingPath: encoder.codingPath, debugDescription: "it is redacted"))
    }
}
