/// What conditions look at in a state or an action: the path of each value, a hash of it, and what kind of value it is. `_0` is no part of
/// a path. `StateShapeReader` reads them.
struct ValueFacts: Sendable {
    struct Traits: OptionSet, Codable, Hashable, Sendable {
        let rawValue: UInt8

        /// Null, or missing.
        static let isNil = Self(rawValue: 1)
        static let isSet = Self(rawValue: 2)
        static let isTrue = Self(rawValue: 4)
        static let isFalse = Self(rawValue: 8)
        static let isEmpty = Self(rawValue: 16)
        static let isFull = Self(rawValue: 32)
        static let isZero = Self(rawValue: 64)
        static let isNotZero = Self(rawValue: 128)
    }

    struct Value: Sendable {
        let path, hash: UInt64
        let traits: Traits
        /// A whole number, or how many elements an array has; else -1.
        let number: Int

        var isText: Bool { number < 0 && traits.contains(.isFull) }

        func isNear(_ other: Value) -> Bool { number >= 0 && other.number >= 0 && abs(number - other.number) <= 1 }
    }

    /// Those that are in no array.
    private(set) var values: [Value] = []
    struct Element: Sendable {
        let path, hash: UInt64
        let number: Int
        /// Which element of an outer array it is, or is in.
        let owner: Int
    }

    /// Elements of arrays, and their members.
    private(set) var elements: [Element] = []

    /// - Parameter owner: Of elements.
    mutating func note(_ path: UInt64, _ hash: UInt64, _ traits: Traits, number: Int, owner: Int?) {
        if let owner {
            elements.append(Element(path: path, hash: hash, number: number, owner: owner))
        } else {
            values.append(Value(path: path, hash: hash, traits: traits, number: number))
        }
    }

    subscript(path: UInt64) -> Value? { values.first { $0.path == path } }

    func traits(at path: UInt64) -> Traits { self[path]?.traits ?? .isNil }

    func contains(_ hash: UInt64, at path: UInt64) -> Bool { elements.contains { $0.hash == hash && $0.path == path } }
}
