internal import Synchronization
package import TimelineJSON
internal import TimelineJournal

/// Encodes values unredacted, for files that need them. Throws for a value that a recording would hide.
///
/// Without marked values and paths, it costs no more than encoding.
package struct RealEncoding: Sendable {
    /// Which paths of a `Redaction` apply to a part of a value.
    package enum Part {
        case state, action
    }

    /// A value cannot be encoded.
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

    private let isRefusing: Bool
    private let state: HiddenPaths
    private let actions: HiddenPaths
    private let hasRedaction: Bool
    /// Why the paths are invalid.
    private let pathProblem: String?

    /// One key serves all, since the pseudonyms are only compared with the values.
    private static let pseudonyms = Pseudonyms.random()

    package init(_ values: RealValues) {
        isRefusing = !values.isAllowed
        hasRedaction = values.redaction != nil
        do throws(HiddenPathsError) {
            (state, actions) = try values.redaction?.paths() ?? (.none, .none)
            pathProblem = nil
        } catch {
            (state, actions, pathProblem) = (.none, .none, "the redaction cannot be used: \(error.description)")
        }
    }

    /// Encodes a state or an action.
    package func encode(_ value: some Encodable, as part: Part) throws(Error) -> JSONText {
        guard isRefusing else {
            do throws(JSONCodingError) { return try JSONCoding.encode(value) } catch { throw .coding(error) }
        }
        if let pathProblem { throw .hidden(pathProblem) }
        let detector = RedactedValueDetector(Self.pseudonyms)
        let text: JSONText
        do throws(JSONCodingError) {
            text = try JSONCoding.encode(value, userInfo: [RedactedEncoding.key: detector])
        } catch {
            guard detector.hasFound else { throw .coding(error) }
            // The path may hold a name that the redaction hides.
            throw .hidden(hasRedaction || error.path == "$" ? Self.somewhere : "\(error.path) is redacted")
        }
        // A custom `encode(to:)` may have caught the error.
        if detector.hasFound { throw .hidden(Self.somewhere) }
        let paths = part == .state ? state : actions
        if !paths.isEmpty { try check(text.value, paths) }
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

/// Detects redacted values. `Redacted` finds it in the `userInfo` of an encoder that must not encode them.
final class RedactedValueDetector: Sendable {
    private let encoding: RedactedEncoding
    private let found = Atomic(false)

    init(_ pseudonyms: Pseudonyms) { encoding = RedactedEncoding(pseudonyms, isWrapping: false) }

    /// Whether a redacted value was found. A custom `encode(to:)` may have caught the error.
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
