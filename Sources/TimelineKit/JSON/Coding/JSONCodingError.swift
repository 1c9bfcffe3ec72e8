package struct JSONCodingError: Error, Equatable, CustomStringConvertible {
    package let location: JSONLocation

    package let reason: String

    package enum Mismatch: Equatable, Sendable {
        case missingKey(String)
        /// An object has this key, which should be a case of an enum.
        case unknownCase(String)
        /// Refused by `HidingRules`, with the index of the first pattern that selects the value; nil if it is marked.
        case hidden(pattern: Int?)
        case other
    }

    package let mismatch: Mismatch

    package var path: String { location.pathDescription }
    package var description: String { path == "$" ? reason : "\(path): \(reason)" }

    package init(reason: String) { self.init([], reason) }

    private init(_ codingPath: [any CodingKey], _ reason: String, _ mismatch: Mismatch = .other) {
        self.mismatch = mismatch
        location = JSONLocation(codingPath)
        self.reason = reason.hasSuffix(".") ? String(reason.dropLast()) : reason
    }

    init(_ error: any Error, at path: [any CodingKey]?) {
        switch error {
        case DecodingError.typeMismatch(_, let context),
            DecodingError.valueNotFound(_, let context),
            DecodingError.dataCorrupted(let context):
            self.init(context.codingPath, context.debugDescription)
        case DecodingError.keyNotFound(let key, let context):
            self.init(context.codingPath, "the key \"\(key.stringValue)\" is missing", .missingKey(key.stringValue))
        case EncodingError.invalidValue(_, let context): self.init(context.codingPath, context.debugDescription)
        case let error as HiddenValueError:
            self.init(error.codingPath, "it is redacted", .hidden(pattern: error.pattern))
        default:
            self.init(path ?? [], String(describing: error))
        }
    }

    init(_ error: any Error, in reader: JSONReader) {
        if case DecodingError.typeMismatch(let type, let context) = error,
            context.debugDescription == "Invalid number of keys found, expected one."
        {
            // The compiler's code for enums throws this for every object that is not one of its cases.
            let keys = reader.keys(at: JSONLocation(context.codingPath))
            self.init(
                context.codingPath, Self.unknownCase(of: type, keys, in: reader),
                keys?.count == 1 ? .unknownCase(keys?.first ?? "") : .other)
        } else {
            self.init(error, at: reader.failurePath)
        }
    }

    private static func unknownCase(of type: any Any.Type, _ keys: [String]?, in reader: JSONReader) -> String {
        let form = "a case of \(type) is an object with the case as its one key"
        guard let keys else { return form }
        switch keys.count {
        case 1:
            let meant = reader.nearestCase(to: keys[0]).map { " (did you mean \"\($0)\"?)" } ?? ""
            return "\(type) has no case \"\(keys[0])\"\(meant)"
        case 0: return "\(form), and this one is empty"
        default:
            let list = keys.prefix(5).map { "\"\($0)\"" }.joined(separator: ", ")
            return "\(form), and this one has \(keys.count): \(list)\(keys.count > 5 ? ", …" : "")"
        }
    }

    init(_ error: JSONError) { self.init(reason: "this is not JSON: \(error)") }
}
