package import TimelineKit

/// Encodes JSON as a value of an app does.
package struct EncodableJSON: Encodable {
    package let value: JSON

    package init(_ value: JSON) { self.value = value }

    package func encode(to encoder: any Encoder) throws {
        switch value {
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(EncodableJSON(element)) }
        case .object(let object):
            var container = encoder.container(keyedBy: NameKey.self)
            for member in object.members {
                try container.encode(EncodableJSON(member.value), forKey: NameKey(member.key))
            }
        default:
            var container = encoder.singleValueContainer()
            switch value {
            case .bool(let flag): try container.encode(flag)
            case .string(let text): try container.encode(text)
            case .number(let number):
                if let whole = number.int64 {
                    try container.encode(whole)
                } else {
                    try container.encode(number.double)
                }
            default: try container.encodeNil()
            }
        }
    }
}
