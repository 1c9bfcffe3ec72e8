import Foundation
import TimelineTestPrograms
import TimelineTestSupport

/// Values that are encoded in uncommon ways, in members of every kind.
struct UnusualValues: Encodable {
    var sample: Sample?
    var points: [Point]
    var pointSet: Set<Point>
    var byName: [String: Point]
    var byIndex: [Int: Point?]
    var byKey: [SharedKey: Point]
    var bySuit: [Sample.Suit: Point]
    var byPoint: [Point: [String: Point]]
    var boxedPoint: Boxed<Point>
    var boxedNumber: Boxed<Boxed<Int8>>
    var boxedDate: Boxed<Date>
    var boxedData: Boxed<Data?>
    var boxedKeys: Boxed<[SharedKey: Point]>
    var maybe: Point??
    var level: Level
    var weights: [Double]
    var weight: Double
    var twice: Twice
    var late: Late
    var nothing = Nothing()
    var named: Named
    var child: Child
    var names: Names

    struct Point: Codable, Hashable {
        var a: Int8
        var z: UInt64
        var text: String?
    }

    enum Level: Int16, Codable { case low = -300, high = 300 }

    /// Different keys with the same name.
    struct SharedKey: Codable, Hashable, CodingKeyRepresentable {
        let number: Int

        init(_ number: Int) { self.number = number }
        init?(codingKey: some CodingKey) { return nil }

        var codingKey: any CodingKey { NameKey(number % 2 == 0 ? "even" : "odd") }
    }

    /// Encodes members with the same name more than once.
    struct Twice: Encodable {
        var points: [Point]
        var isLastPlain: Bool

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: NameKey.self)
            for (index, point) in points.enumerated() {
                try container.encode(point, forKey: NameKey("value"))
                var nested = container.nestedContainer(keyedBy: NameKey.self, forKey: NameKey("nested"))
                try nested.encode(point, forKey: NameKey("point\(index)"))
                try nested.encode(index, forKey: NameKey("a"))
                var list = container.nestedUnkeyedContainer(forKey: NameKey("list"))
                try list.encode(point)
                // As a class does, into the same object.
                try point.encode(to: encoder)
            }
            if isLastPlain { try container.encode(points.count, forKey: NameKey("nested")) }
        }
    }

    /// Encodes to containers that were opened long before.
    struct Late: Encodable {
        var point: Point

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: NameKey.self)
            var first = container.nestedContainer(keyedBy: NameKey.self, forKey: NameKey("first"))
            let superEncoder = container.superEncoder()
            let other = container.superEncoder(forKey: NameKey("other"))
            var list = container.nestedUnkeyedContainer(forKey: NameKey("list"))
            try container.encode(point, forKey: NameKey("a"))
            var deep = first.nestedContainer(keyedBy: NameKey.self, forKey: NameKey("deep"))
            try list.encode(point)
            try first.encodeNil(forKey: NameKey("text"))
            try point.encode(to: superEncoder)
            try container.encode([point.a], forKey: NameKey("z"))
            try deep.encode(point, forKey: NameKey("a"))
            try deep.encode(point.z, forKey: NameKey("z"))
            var single = other.singleValueContainer()
            try single.encode(["a": point])
        }
    }

    struct Nothing: Encodable {
        func encode(to encoder: any Encoder) {}
    }

    class Named: Encodable {
        var name: String
        var point: Point

        init(name: String, point: Point) { (self.name, self.point) = (name, point) }
    }

    /// Encodes to the object of its superclass.
    final class Child: Named {
        var a: Int = 1

        override func encode(to encoder: any Encoder) throws {
            try super.encode(to: encoder)
            var container = encoder.container(keyedBy: NameKey.self)
            try container.encode(a, forKey: NameKey("a"))
        }
    }

    /// Names that are hard to distinguish or need escapes.
    struct Names: Encodable {
        var point: Point

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: NameKey.self)
            for name in [
                "\u{E9}", "e\u{301}", "", "a.b", "'\"\\\n", "0", "a very long name that does not fit in place",
            ] {
                try container.encode([name: point], forKey: NameKey(name))
            }
        }
    }
}

extension UnusualValues {
    static func random(using seed: inout Seed) -> UnusualValues {
        let few = 0..<Int.random(in: 0...3, using: &seed)
        let point = { (seed: inout Seed) in Point.random(using: &seed) }
        return UnusualValues(
            sample: .random(using: &seed) ? nil : .random(depth: 1, using: &seed),
            points: few.map { _ in point(&seed) },
            pointSet: Set(few.map { _ in point(&seed) }),
            byName: Dictionary(few.map { ("k\($0)", point(&seed)) }) { $1 },
            byIndex: Dictionary(few.map { ($0 - 1, $0 == 1 ? nil : point(&seed)) }) { $1 },
            byKey: Dictionary((0..<5).map { (SharedKey($0), point(&seed)) }) { $1 },
            bySuit: [.hearts: point(&seed), .clubs: point(&seed)],
            byPoint: Dictionary(few.map { _ in (point(&seed), ["k": point(&seed)]) }) { $1 },
            boxedPoint: Boxed(point(&seed)), boxedNumber: Boxed(Boxed(.random(in: -2...2, using: &seed))),
            boxedDate: Boxed(Date(timeIntervalSinceReferenceDate: 0.5)),
            boxedData: Boxed(.random(using: &seed) ? nil : Data([1, 2, 3])),
            boxedKeys: Boxed([SharedKey(0): point(&seed), SharedKey(2): point(&seed)]),
            maybe: [nil, .some(nil), point(&seed)].randomElement(using: &seed)!,
            level: .random(using: &seed) ? .low : .high, weights: [.nan, .infinity, -.infinity, -0.0, 1.5],
            weight: [.nan, -.infinity, -0.0, 0.1].randomElement(using: &seed)!,
            twice: Twice(points: few.map { _ in point(&seed) }, isLastPlain: .random(using: &seed)),
            late: Late(point: point(&seed)), named: Named(name: "Ada", point: point(&seed)),
            child: Child(name: "Bob", point: point(&seed)), names: Names(point: point(&seed)))
    }
}

extension UnusualValues.Point {
    static func random(using seed: inout Seed) -> Self {
        Self(
            a: .random(in: -2...2, using: &seed), z: .random(in: 0...4, using: &seed),
            text: [nil, "", "Ada"].randomElement(using: &seed)!)
    }
}
