#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension JSONWriter {
    func appendFoundationValue(_ value: some Encodable) -> Bool {
        append(value, as: Date.self) { buffer.append($0.timeIntervalSinceReferenceDate) }
            || append(value, as: UUID.self) { buffer.append($0.uuidString) }
            || append(value, as: Data.self) { buffer.append($0.base64EncodedString()) }
            || append(value, as: URL.self) { buffer.append($0.absoluteString) }
            || append(value, as: Decimal.self) {
                if $0.isNaN { buffer.append(word: #""NaN""#) } else { buffer.append(ascii: $0.description) }
            }
    }
}

extension JSONReader {
    func foundationValue<Value: Decodable>(_ type: Value.Type, _ value: Int, in parent: Int) throws -> Value? {
        func from<Known>(_ known: Known) -> Value { unsafeBitCast(known, to: Value.self) }

        if Value.self == Date.self { return from(Date(timeIntervalSinceReferenceDate: try double(value, in: parent))) }
        if Value.self == UUID.self {
            let text = try string(value, in: parent)
            guard let uuid = UUID(uuidString: text) else {
                throw corrupted(value, in: parent, "\"\(text)\" is not a UUID")
            }
            return from(uuid)
        }
        if Value.self == Data.self {
            if isNull(value) { throw mismatch(Data.self, value, in: parent) }
            guard let data = Base64.data(try string(value, in: parent)) else {
                throw corrupted(value, in: parent, "it is not Base64")
            }
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
        case .int: return Decimal(tape.int(value))
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
