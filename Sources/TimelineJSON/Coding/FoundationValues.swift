#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The types that Foundation's coders write in their own form: dates, data, URLs, decimals.
extension JSONWriter {
    func appendFoundationValue<Value: Encodable>(_ value: Value) throws -> Bool {
        func `as`<Known>(_ type: Known.Type) -> Known { unsafeBitCast(value, to: Known.self) }

        if Value.self == Date.self {
            buffer.append(`as`(Date.self).timeIntervalSinceReferenceDate)
        } else if Value.self == UUID.self {
            buffer.append(`as`(UUID.self).uuidString)
        } else if Value.self == Data.self {
            `as`(Data.self).withUnsafeBytes {
                buffer.append(byte: UInt8(ascii: "\""))
                buffer.append(base64: $0)
                buffer.append(byte: UInt8(ascii: "\""))
            }
        } else if Value.self == URL.self {
            buffer.append(`as`(URL.self).absoluteString)
        } else if Value.self == Decimal.self {
            let decimal = `as`(Decimal.self)
            if decimal.isNaN { buffer.append(word: #""NaN""#) } else { buffer.append(ascii: decimal.description) }
        } else {
            return false
        }
        return true
    }
}

extension JSONReader {
    func foundationValue<Value: Decodable>(_ type: Value.Type, _ value: Int, in parent: Int) throws -> Value? {
        func from<Known>(_ known: Known) -> Value { unsafeBitCast(known, to: Value.self) }

        if Value.self == Date.self {
            return from(Date(timeIntervalSinceReferenceDate: try double(value, in: parent)))
        }
        if Value.self == UUID.self {
            let text = try string(value, in: parent)
            guard let uuid = UUID(uuidString: text) else {
                throw corrupted(value, in: parent, "\"\(text)\" is not a UUID")
            }
            return from(uuid)
        }
        if Value.self == Data.self {
            let data = try withString(value, in: parent, as: Data.self) { Base64.decoded($0).map { Data($0) } }
            guard let data else { throw corrupted(value, in: parent, "it is not Base64") }
            return from(data)
        }
        if Value.self == URL.self {
            let text = try string(value, in: parent)
            guard let url = URL(string: text) else { throw corrupted(value, in: parent, "\"\(text)\" is not a URL") }
            return from(url)
        }
        if Value.self == Decimal.self { return from(try decimal(value, in: parent)) }
        return nil
    }

    private func decimal(_ value: Int, in parent: Int) throws -> Decimal {
        switch kind(of: value) {
        case .int:
            return Decimal(tape.int(value))
        case .number:
            let text = tape.numberText(value)
            guard let decimal = Decimal(string: text), !decimal.isNaN else {
                throw unfit(text, Decimal.self, value, in: parent)
            }
            return decimal
        case .string where tape.bytes(of: value).elementsEqual("NaN".utf8): return .nan
        default: throw mismatch(Decimal.self, value, in: parent)
        }
    }
}
