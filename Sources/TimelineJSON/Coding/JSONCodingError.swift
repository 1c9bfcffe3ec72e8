/// Why a value could not be written as JSON or read from it, and at which place in the value.
package struct JSONCodingError: Error, Equatable, CustomStringConvertible {
    /// The place in the value.
    package let location: JSONLocation

    /// What went wrong there.
    package let reason: String

    /// The place, in the notation of JSONPath: `$.comments[2].text`.
    package var path: String { location.pathDescription }

    package var description: String { path == "$" ? reason : "\(path): \(reason)" }

    init(_ error: any Error) {
        switch error {
        case DecodingError.dataCorrupted(let context)
        where context.codingPath.isEmpty && context.debugDescription == "The given data was not valid JSON.":
            // What is decoded has been parsed before. Foundation says this of a number that its type cannot hold, and
            // does not say of which.
            self.init([], "a number in it does not fit the type that it is read as")
        case DecodingError.typeMismatch(_, let context),
            DecodingError.valueNotFound(_, let context),
            DecodingError.dataCorrupted(let context):
            self.init(context.codingPath, context.debugDescription)
        case DecodingError.keyNotFound(let key, let context):
            self.init(context.codingPath, "the key \"\(key.stringValue)\" is missing")
        case EncodingError.invalidValue(_, let context):
            self.init(context.codingPath, context.debugDescription)
        default:
            self.init([], String(describing: error))
        }
    }

    /// The value as a whole cannot be coded, for this reason.
    package init(reason: String) { self.init([], reason) }

    /// The value is nested so deeply that no reader would take the line it stands in.
    init(depth limit: Int) { self.init([], "its values are nested more than \(limit) deep") }

    private init(_ codingPath: [any CodingKey], _ reason: String) {
        location = JSONLocation(codingPath.map { $0.intValue.map { .index($0) } ?? .name($0.stringValue) })
        self.reason = reason.hasSuffix(".") ? String(reason.dropLast()) : reason
    }
}
