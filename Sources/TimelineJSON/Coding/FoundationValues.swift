#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The types that Foundation's coders write in a form of their own, in that form: a date as the seconds since 2001, data
/// in base 64, a URL as its text, a decimal as a number.
extension JSONWriter {
    /// Writes a value of one of these types. Returns whether it is of one.
    func appendFoundationValue<Value: Encodable>(_ value: Value) throws -> Bool {
        func `as`<Known>(_ type: Known.Type) -> Known { unsafeBitCast(value, to: Known.self) }

        if Value.self == Date.self {
            append(`as`(Date.self).timeIntervalSinceReferenceDate)
        } else if Value.self == UUID.self {
            append(`as`(UUID.self).uuidString)
        } else if Value.self == Data.self {
            `as`(Data.self).withUnsafeBytes { appendBase64($0) }
        } else if Value.self == URL.self {
            append(`as`(URL.self).absoluteString)
        } else if Value.self == Decimal.self {
            let decimal = `as`(Decimal.self)
            if decimal.isNaN { append(word: #""NaN""#) } else { append(ascii: decimal.description) }
        } else {
            return false
        }
        return true
    }
}

extension JSONReader {
    /// Whether a type is one of these.
    func isFoundationValue(_ type: any Any.Type) -> Bool {
        type == Date.self || type == UUID.self || type == Data.self || type == URL.self || type == Decimal.self
    }

    /// Reads a value of one of these types.
    func foundationValue<Value: Decodable>(_ type: Value.Type, _ value: Int, in parent: Int) throws -> Value {
        func from<Known>(_ known: Known) -> Value { unsafeBitCast(known, to: Value.self) }

        if Value.self == Date.self {
            return from(Date(timeIntervalSinceReferenceDate: try double(value, in: parent)))
        }
        if Value.self == UUID.self {
            let text = try string(value, in: parent)
            guard let uuid = UUID(uuidString: text) else {
                throw corrupted(value, in: parent, "\"\(text)\" is no UUID")
            }
            return from(uuid)
        }
        if Value.self == Data.self {
            let data = try withString(value, in: parent, as: Data.self) { Base64.decoded($0).map { Data($0) } }
            guard let data else { throw corrupted(value, in: parent, "it is not in base 64") }
            return from(data)
        }
        if Value.self == URL.self {
            let text = try string(value, in: parent)
            guard let url = URL(string: text) else { throw corrupted(value, in: parent, "\"\(text)\" is no URL") }
            return from(url)
        }
        return from(try decimal(value, in: parent))
    }

    private func decimal(_ value: Int, in parent: Int) throws -> Decimal {
        switch kind(of: value) {
        case .int:
            return Decimal(int(of: value))
        case .number:
            let text = numberText(of: value)
            guard let decimal = Decimal(string: text), !decimal.isNaN else {
                throw unfit(text, Decimal.self, value, in: parent)
            }
            return decimal
        case .string where text(of: value).elementsEqual("NaN".utf8): return .nan
        default: throw mismatch(Decimal.self, value, in: parent)
        }
    }
}
