package import TimelineJSON
internal import TimelineJournal

/// Encodes values as they are, for a file that is to hold them so, and refuses what a recording would hide.
///
/// Where nothing is marked and no path is listed, it costs no more than encoding.
package struct RealEncoding: Sendable {
    /// What a part of a value is: each has paths of its own in a `Redaction`.
    package enum Part {
        case state, action
    }

    /// Why a value has no text.
    package enum Failure: Error, CustomStringConvertible {
        case coding(JSONCodingError)
        /// A recording would hide what stands at a place. The reason names the place alone: `$.email is redacted`.
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
    /// Why the paths cannot be used.
    private let fault: String?
    private let pseudonyms = Self.pseudonyms

    /// Only compared with what they stand for, so one key will do for all.
    private static let pseudonyms = Pseudonyms.random()

    package init(_ values: RealValues) {
        isRefusing = !values.isAllowed
        hasRedaction = values.redaction != nil
        do throws(HiddenPathsError) {
            (state, actions) = (
                try HiddenPaths(values.redaction?.state ?? [], regularExpressions: nil),
                try HiddenPaths(values.redaction?.actions ?? [], regularExpressions: nil)
            )
            fault = nil
        } catch {
            (state, actions, fault) = (.none, .none, "the redaction cannot be used: \(error.description)")
        }
    }

    /// The text of a state, or of an action.
    package func encode(_ value: some Encodable, as part: Part) throws(Failure) -> JSONText {
        guard isRefusing else {
            do throws(JSONCodingError) { return try JSONCoding.encode(value) } catch { throw .coding(error) }
        }
        if let fault { throw .hidden(fault) }
        let watch = RedactedValueWatch(pseudonyms)
        let text: JSONText
        do throws(JSONCodingError) {
            text = try JSONCoding.encode(value, userInfo: [RedactedEncoding.key: watch])
        } catch {
            guard watch.hasMet else { throw .coding(error) }
            // A name on the way may be one that the redaction hides.
            throw .hidden(hasRedaction || error.path == "$" ? Self.somewhere : "\(error.path) is redacted")
        }
        // The value's own coding may have gone on without it.
        if watch.hasMet { throw .hidden(Self.somewhere) }
        let paths = part == .state ? state : actions
        if !paths.isEmpty { try check(text.value, paths) }
        return text
    }

    private static let somewhere = "a value in it is redacted"

    private func check(_ value: JSON, _ paths: HiddenPaths) throws(Failure) {
        for path in paths.texts {
            do {
                let hidden = try HiddenPaths([path], regularExpressions: nil).hide(in: value) { pseudonyms.of($0) }
                if hidden != value { throw Failure.hidden("\(path) is redacted") }
            } catch let failure as Failure {
                throw failure
            } catch {
                throw .hidden("whether \(path) is redacted cannot be told: \(error)")
            }
        }
    }
}
