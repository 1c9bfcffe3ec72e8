/// Why a value could not be written as JSON or read from it, and at which place in the value.
package struct JSONCodingError: Error, Equatable, CustomStringConvertible {
    /// The place in the value.
    package let location: JSONLocation

    /// What went wrong there.
    package let reason: String

    /// The place, in the notation of JSONPath: `$.comments[2].text`.
    package var path: String { location.pathDescription }

    package var description: String { path == "$" ? reason : "\(path): \(reason)" }

    /// The value as a whole cannot be coded, for this reason.
    package init(reason: String) { self.init([], reason) }

    private init(_ codingPath: [any CodingKey], _ reason: String) {
        location = JSONLocation(codingPath)
        self.reason = reason.hasSuffix(".") ? String(reason.dropLast()) : reason
    }

    /// - Parameter path: where the error came from, for those that do not say so themselves.
    init(_ error: any Error, at path: [any CodingKey]?) {
        switch error {
        case DecodingError.typeMismatch(_, let context),
            DecodingError.valueNotFound(_, let context),
            DecodingError.dataCorrupted(let context):
            self.init(context.codingPath, context.debugDescription)
        case DecodingError.keyNotFound(let key, let context):
            self.init(context.codingPath, "the key \"\(key.stringValue)\" is missing")
        case EncodingError.invalidValue(_, let context):
            self.init(context.codingPath, context.debugDescription)
        default:
            self.init(path ?? [], String(describing: error))
        }
    }

    init(_ error: any Error, in reader: JSONReader) {
        if case DecodingError.typeMismatch(let type, let context) = error,
            context.debugDescription == "Invalid number of keys found, expected one."
        {
            // The compiler's code for enums says this of every object that is none of its cases.
            self.init(context.codingPath, reader.unknownCase(of: type, at: JSONLocation(context.codingPath)))
        } else {
            self.init(error, at: reader.failurePath)
        }
    }

    /// The text is not JSON.
    init(unsound text: UnsafeBufferPointer<UInt8>) {
        do throws(JSONError) {
            try withScanner(over: text) { (scanner) throws(JSONError) in
                scanner.skipSpace()
                try scanner.skipValue()
                try scanner.finish()
            }
            preconditionFailure("both walks over a text must come to one verdict")
        } catch { self.init(reason: "this is not JSON: \(error)") }
    }
}
