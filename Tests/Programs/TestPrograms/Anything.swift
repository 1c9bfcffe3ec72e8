package import TimelineKit

/// Any JSON value, decoded and encoded with every kind of container.
package indirect enum Anything: Codable, Equatable {
    case null
    case bool(Bool)
    case int(Int64)
    case double(Double)
    case text(String)
    case list([Anything])
    /// Sorted by the bytes of the names. A dictionary would treat canonically equivalent names as one.
    case object([Member])

    package struct Member: Equatable {
        var name: String
        var value: Anything

        package static func == (one: Member, other: Member) -> Bool {
            one.name.utf8.elementsEqual(other.name.utf8) && one.value == other.value
        }
    }

    package init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: NameKey.self) {
            self = .object(
                try container.allKeys.reversed().map {
                    Member(name: $0.stringValue, value: try container.decode(Anything.self, forKey: $0))
                })
            self = sorted
            return
        }
        if var container = try? decoder.unkeyedContainer() {
            var list: [Anything] = []
            while !container.isAtEnd { list.append(try container.decode(Anything.self)) }
            self = .list(list)
            return
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .int(value)
        } else {
            self = .double(try container.decode(Double.self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .object(let members):
            var container = encoder.container(keyedBy: NameKey.self)
            for member in members.reversed() {
                try container.encode(member.value, forKey: NameKey(member.name))
            }
        case .list(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(element) }
        default:
            var container = encoder.singleValueContainer()
            switch self {
            case .bool(let value): try container.encode(value)
            case .int(let value): try container.encode(value)
            case .double(let value): try container.encode(value)
            case .text(let value): try container.encode(value)
            default: try container.encodeNil()
            }
        }
    }

    /// The value that the parser read; nil if a number in it is neither an `Int64` nor close to a finite double.
    package init?(_ value: JSON) {
        switch value {
        case .null: self = .null
        case .bool(let value): self = .bool(value)
        case .string(let value): self = .text(value)
        case .number(let number):
            if let whole = number.int64 {
                self = .int(whole)
            } else {
                guard number.double.isFinite, number.double != 0 else { return nil }
                self = .double(number.double)
            }
        case .array(let elements):
            let list = elements.compactMap(Anything.init)
            guard list.count == elements.count else { return nil }
            self = .list(list)
        case .object(let object):
            let members = object.members.compactMap { member in
                Anything(member.value).map { Member(name: member.key, value: $0) }
            }
            guard members.count == object.members.count else { return nil }
            self = .object(members)
            self = sorted
        }
    }

    private var sorted: Anything {
        guard case .object(let members) = self else { return self }
        return .object(members.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) })
    }

    /// The number of levels of nested lists and objects.
    package var depth: Int {
        switch self {
        case .list(let elements): 1 + (elements.map(\.depth).max() ?? 0)
        case .object(let members): 1 + (members.map(\.value.depth).max() ?? 0)
        default: 0
        }
    }

    package static func == (one: Anything, other: Anything) -> Bool {
        switch (one, other) {
        case (.null, .null): true
        case (.bool(let a), .bool(let b)): a == b
        case (.int(let a), .int(let b)): a == b
        case (.double(let a), .double(let b)): a.bitPattern == b.bitPattern
        // A whole `Double` is written like an integer, and read as one.
        case (.int(let a), .double(let b)), (.double(let b), .int(let a)): Double(a) == b
        case (.text(let a), .text(let b)): a.utf8.elementsEqual(b.utf8)
        case (.list(let a), .list(let b)): a == b
        case (.object(let a), .object(let b)): a == b
        default: false
        }
    }
}
