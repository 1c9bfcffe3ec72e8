import Foundation
import TimelineTestSupport

extension Sample {
    static func random(depth: Int, using seed: inout Seed) -> Sample {
        let few = 0..<Int.random(in: 0...3, using: &seed)
        let word = { (seed: inout Seed) in String.random(using: &seed) }
        return Sample(
            flag: .random(using: &seed), numbers: .random(using: &seed), text: word(&seed),
            note: .random(using: &seed) ? nil : word(&seed), weight: .randomBits(using: &seed),
            weights: few.map { _ in .randomBits(using: &seed) }, words: few.map { _ in word(&seed) },
            counts: few.map { _ in .random(in: .min ... .max, using: &seed) },
            flags: few.map { _ in [true, false, nil].randomElement(using: &seed)! },
            matrix: few.map { _ in few.map { _ in .random(in: -1e9...1e9, using: &seed) } },
            byName: Dictionary(few.map { _ in (word(&seed), .random(using: &seed)) }) { $1 },
            byNumber: Dictionary(few.map { _ in (Int.random(in: -99...99, using: &seed), word(&seed)) }) { $1 },
            bySuit: [.hearts: 1, .spades: few.count, .clubs: -1].filter { _ in Bool.random(using: &seed) },
            byShape: Dictionary(few.map { _ in (Shape.random(using: &seed), Bool.random(using: &seed)) }) { $1 },
            numbersSeen: Set(few.map { _ in Int.random(in: 0...9, using: &seed) }),
            date: Date(timeIntervalSinceReferenceDate: .random(in: -1e9...1e10, using: &seed)),
            dates: few.map { Date(timeIntervalSinceReferenceDate: Double($0)) },
            data: Data((0..<Int.random(in: 0...20, using: &seed)).map { _ in UInt8.random(in: 0...255, using: &seed) }),
            url: ["https://example.org/a%20b?c=d/e#f", "mailto:a@b", nil].randomElement(using: &seed)!
                .flatMap { URL(string: $0) },
            id: UUID(uuidString: UUID.text(.random(in: 0 ... .max, using: &seed)))!,
            price: Decimal(Int.random(in: -1_000_000...1_000_000, using: &seed)) / [1, 100, 7].randomElement(
                using: &seed)!,
            shape: .random(using: &seed), tree: .random(depth: 3, using: &seed),
            table: Table(
                title: word(&seed),
                rows: few.map { Table.Row(name: word(&seed), age: $0, height: $0 == 1 ? nil : Double($0) / 3) }),
            animal: Dog(
                name: word(&seed), legs: 4, tricks: few.map { _ in word(&seed) }, isNamed: .random(using: &seed)),
            nested: depth == 0 ? [] : few.map { _ in .random(depth: depth - 1, using: &seed) })
    }
}

extension UUID {
    fileprivate static func text(_ number: UInt64) -> String {
        let digits = String(number, radix: 16, uppercase: true)
        let padded = String(repeating: "0", count: 16 - digits.count) + digits
        return "\(padded.prefix(8))-\(padded.suffix(4))-4000-8000-\(padded.suffix(12))"
    }
}

extension Sample.Numbers {
    static func random(using seed: inout Seed) -> Self {
        func any<Number: FixedWidthInteger>(_ type: Number.Type, _ seed: inout Seed) -> Number {
            switch Int.random(in: 0..<4, using: &seed) {
            case 0: .min
            case 1: .max
            case 2: Number(truncatingIfNeeded: Int.random(in: -120...120, using: &seed))
            default: .random(in: .min ... .max, using: &seed)
            }
        }
        return Self(
            int: any(Int.self, &seed), int8: any(Int8.self, &seed), int16: any(Int16.self, &seed),
            int32: any(Int32.self, &seed), int64: any(Int64.self, &seed), int128: any(Int128.self, &seed),
            uint: any(UInt.self, &seed), uint8: any(UInt8.self, &seed), uint16: any(UInt16.self, &seed),
            uint32: any(UInt32.self, &seed), uint64: any(UInt64.self, &seed), uint128: any(UInt128.self, &seed),
            float: Float.random(in: -1...1, using: &seed) * [1e-30, 1, 1e30].randomElement(using: &seed)!,
            optional: .random(using: &seed) ? nil : any(UInt16.self, &seed), boxed: [Boxed(any(Int8.self, &seed))],
            boxedWeight: .random(using: &seed) ? nil : Boxed(.randomBits(using: &seed)))
    }
}

extension Sample.Shape {
    static func random(using seed: inout Seed) -> Self {
        switch Int.random(in: 0..<4, using: &seed) {
        case 0: .point
        case 1: .circle(radius: .randomBits(using: &seed))
        case 2: .line(.random(in: -9...9, using: &seed), to: .random(using: &seed) ? nil : 3)
        default: .named(.random(using: &seed))
        }
    }
}

extension Sample.Tree {
    static func random(depth: Int, using seed: inout Seed) -> Self {
        guard depth > 0, Bool.random(using: &seed) else { return .leaf }
        return .node(
            left: .random(depth: depth - 1, using: &seed), value: .random(using: &seed),
            right: .random(depth: depth - 1, using: &seed))
    }
}

extension Double {
    /// A number of any size, half of them round. Neither -0 nor NaN, so that equal values have equal texts.
    static func randomBits(using seed: inout Seed) -> Double {
        switch Int.random(in: 0..<4, using: &seed) {
        case 0: return Double(Int.random(in: -1_000_000...1_000_000, using: &seed)) / 100
        case 1: return Double(Int.random(in: Int.min ... .max, using: &seed))
        case 2: return .random(in: -1e9...1e9, using: &seed)
        default:
            let value = Double(bitPattern: .random(in: 0 ... .max, using: &seed))
            return value.isNaN || value.isZero ? 1 : value
        }
    }
}

extension String {
    /// A few characters of different encodings and escapes, at each offset within eight bytes.
    static func random(using seed: inout Seed) -> String {
        let characters = Array("abcdefgh xyz019_/\"\\\n\t\u{8}\u{1}\u{1F}\u{7F}é€😀\u{301}")
        return String(
            (0..<Int.random(in: 0...20, using: &seed)).map { _ in
                Bool.random(using: &seed) ? "a" : characters.randomElement(using: &seed)!
            })
    }
}
