internal import Synchronization

/// Throws for a value that a recording would hide. Without marked values and paths, it costs no more than encoding.
package struct RealEncoding: Sendable {
    package enum Part { case state, action }

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
    private let patterns: Result<(state: [HidingPattern], actions: [HidingPattern]), HidingPatternError>

    package init(_ values: RealValues) {
        self.values = values
        patterns = Result { () throws(HidingPatternError) in try values.redaction?.patterns() ?? ([], []) }
    }

    package func encode(_ value: some Encodable, as part: Part) throws(Error) -> JSONText {
        let hidden: [HidingPattern]
        do throws(HidingPatternError) {
            let patterns = try self.patterns.get()
            hidden = part == .state ? patterns.state : patterns.actions
        } catch { throw .hidden("the redaction cannot be used: \(error)") }
        do throws(JSONCodingError) {
            return try JSONCoding.encode(value, hiding: values.isAllowed ? nil : HidingRules(hidden, pseudonym: nil))
        } catch {
            guard case .hidden(let pattern) = error.mismatch else { throw .coding(error) }
            if let pattern { throw .hidden("\(hidden[pattern].text) is redacted") }
            // The path may hold a name that the redaction hides.
            let isNamed = values.redaction == nil && error.path != "$"
            throw .hidden("\(isNamed ? error.path : "a value in it") is redacted")
        }
    }
}
