package import TimelineKit

/// The values that a step generated when it was recorded, for the reducer that replays it. Used by one thread.
package final class RecordedValues: GeneratedValueSource {
    package enum Mismatch: Error, Equatable, Sendable {
        /// It asked for a value, and this one is the next on file; nil if there is no other.
        case asked(for: String, found: String?)
        /// The value on file cannot be handed out.
        case unusable(String, reason: String)
        /// It did not ask for this value on file.
        case unused(String)
    }

    /// The next one is the last.
    private var values: [GeneratedValue]
    /// Then a value that is not on file is made, and is no mismatch.
    private let isExploratory: Bool
    private var generator: SeededGenerator
    private(set) var mismatch: Mismatch?
    private(set) var made = 0
    /// The values that the reducer got, in order; empty unless `collectsUsed`.
    private(set) var used: [(name: String, value: JSONText)] = []
    private let collectsUsed: Bool

    init(_ values: [GeneratedValue], isExploratory: Bool, _ generator: SeededGenerator, collectsUsed: Bool = false) {
        self.collectsUsed = collectsUsed
        self.values = values.reversed()
        (self.isExploratory, self.generator) = (isExploratory, generator)
    }

    package func value<Value: Codable & Sendable>(
        _ name: String, ofStep seq: Int, isValid: (Value) -> Bool, make: () -> Value,
        seeded: (inout SeededGenerator) -> Value?
    ) -> Value {
        let recorded = isExploratory ? anyRecorded(name, isValid) : nextRecorded(name, isValid)
        if recorded == nil { made += 1 }
        let value = recorded ?? seeded(&generator) ?? make()
        if collectsUsed, let text = try? JSONCoding.encode(value) { used.append((name, text)) }
        return value
    }

    func finish() -> Mismatch? {
        if mismatch == nil, !isExploratory, let value = values.last { mismatch = .unused(value.name) }
        return mismatch
    }

    private func nextRecorded<Value: Decodable>(_ name: String, _ isValid: (Value) -> Bool) -> Value? {
        if mismatch != nil { return nil }
        guard let next = values.last, next.name == name else {
            mismatch = .asked(for: name, found: values.last?.name)
            return nil
        }
        values.removeLast()
        do throws(JSONCodingError) {
            let value = try JSONCoding.decode(Value.self, from: next.value)
            if isValid(value) { return value }
            mismatch = .unusable(name, reason: "it is not in the range that the reducer asks for")
        } catch {
            mismatch = .unusable(name, reason: "\(error)")
        }
        return nil
    }

    private func anyRecorded<Value: Decodable>(_ name: String, _ isValid: (Value) -> Bool) -> Value? {
        while let index = values.lastIndex(where: { $0.name == name }) {
            let text = values.remove(at: index).value
            if let value = try? JSONCoding.decode(Value.self, from: text), isValid(value) { return value }
        }
        return nil
    }
}

extension RecordedValues.Mismatch: CustomStringConvertible {
    package var description: String {
        switch self {
        case .asked(let name, nil): "it asks for the generated value \"\(name)\", and no more values are on file"
        case .asked(let name, let found?):
            "it asks for the generated value \"\(name)\", and the next on file is \"\(found)\""
        case .unusable(let name, let reason): "it cannot use the generated value \"\(name)\" on file: \(reason)"
        case .unused(let name): "it does not ask for the generated value \"\(name)\" on file"
        }
    }
}
