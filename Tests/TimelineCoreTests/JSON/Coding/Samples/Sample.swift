import Foundation
import TimelineTestSupport

/// A value of every type that coders have their own form for.
struct Sample: Codable, Equatable {
    var flag: Bool
    var numbers: Numbers
    var text: String
    var note: String?
    var weight: Double
    var weights: [Double]
    var words: [String]
    var counts: [Int]
    var flags: [Bool?]
    var matrix: [[Float]]
    var byName: [String: Shape]
    var byNumber: [Int: String]
    var bySuit: [Suit: Int]
    var byShape: [Shape: Bool]
    var numbersSeen: Set<Int>
    var date: Date
    var dates: [Date]
    var data: Data
    var url: URL?
    var id: UUID
    var price: Decimal
    var shape: Shape
    var tree: Tree
    var table: Table
    var animal: Dog
    var nested: [Sample]

    struct Numbers: Codable, Equatable {
        var int: Int
        var int8: Int8
        var int16: Int16
        var int32: Int32
        var int64: Int64
        var int128: Int128
        var uint: UInt
        var uint8: UInt8
        var uint16: UInt16
        var uint32: UInt32
        var uint64: UInt64
        var uint128: UInt128
        var float: Float
        var optional: UInt16?
        /// Through the containers of a single value.
        var boxed: [Boxed<Int8>]
        var boxedWeight: Boxed<Double>?
    }

    /// A key of a dictionary that is encoded as an object.
    enum Suit: String, Codable, CodingKeyRepresentable { case clubs, hearts = "hearts \"♥\"", spades = "" }

    /// A key of a dictionary that is encoded as an array.
    enum Shape: Codable, Hashable {
        case point
        case circle(radius: Double)
        case line(Int, to: Int?)
        case named(String)
    }

    indirect enum Tree: Codable, Equatable {
        case leaf
        case node(left: Tree, value: String, right: Tree)
    }
}

/// A value that encodes itself as the value that it holds.
struct Boxed<Value: Codable & Equatable>: Codable, Equatable {
    var value: Value

    init(_ value: Value) { self.value = value }

    init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(Value.self) }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}

extension Boxed: Hashable where Value: Hashable {}

class Animal: Codable, Equatable {
    var name: String
    var legs: Int

    init(name: String, legs: Int) { (self.name, self.legs) = (name, legs) }

    static func == (one: Animal, other: Animal) -> Bool { one.name == other.name && one.legs == other.legs }
}

/// Encodes its own properties beside those of the superclass.
final class Dog: Animal {
    var tricks: [String]
    /// Whether the superclass has its own key.
    var isNamed: Bool

    private enum Keys: String, CodingKey { case tricks, isNamed, animal }

    init(name: String, legs: Int, tricks: [String], isNamed: Bool) {
        (self.tricks, self.isNamed) = (tricks, isNamed)
        super.init(name: name, legs: legs)
    }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        tricks = try container.decode([String].self, forKey: .tricks)
        isNamed = try container.decode(Bool.self, forKey: .isNamed)
        try super.init(from: isNamed ? container.superDecoder(forKey: .animal) : container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        // The superclass is encoded first here, and last there.
        if isNamed { try super.encode(to: container.superEncoder(forKey: .animal)) }
        try container.encode(tricks, forKey: .tricks)
        try container.encode(isNamed, forKey: .isNamed)
        if !isNamed { try super.encode(to: container.superEncoder()) }
    }

    static func == (one: Dog, other: Dog) -> Bool {
        one as Animal == other as Animal && one.tricks == other.tricks && one.isNamed == other.isNamed
    }
}
