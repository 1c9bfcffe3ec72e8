internal import EpisodesCore
internal import Foundation
internal import TimelineJSON

/// Codable values to and from JSON, beside Foundation's coders.
struct CodingMeasure: Measure {
    static let name = "coding"
    static let abstract = "encoding and decoding beside Foundation's coders"

    func findings(_ context: BenchmarkContext) throws -> [Finding] {
        let session = EpisodesSession(count: 1, stateBytes: 1000)
        var all = try compare(session.smallAction, size: "an action", goal: 4, context)
        for bytes in context.scale.stateBytes {
            let state = EpisodesSession(count: 1, stateBytes: bytes).largeState
            all += try compare(state, size: "state \(Amount.bytes(bytes))", goal: 5, context)
        }
        return all
    }

    private func compare<Value: Codable & Equatable>(
        _ value: Value, size: String, goal: Double, _ context: BenchmarkContext
    ) throws -> [Finding] {
        let text = try JSONCoding.encode(value)
        let data = Data(text.bytes)
        let count = max(1, context.scale.codedBytes / text.bytes.count)
        guard try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value)) == value,
            try JSONCoding.decode(Value.self, from: text) == value
        else { throw BenchmarkError(description: "the coders disagree about \(size)") }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let decoder = JSONDecoder()
        let encoding = Comparison(
            measure: "\(Self.name), encode", size: size,
            ours: { try Stopwatch.seconds(each: count) { for _ in 1...count { _ = try JSONCoding.encode(value) } } },
            peers: [
                .init(name: "JSONEncoder, sorted keys", isSpeed: true, goal: goal) {
                    try Stopwatch.seconds(each: count) { for _ in 1...count { _ = try encoder.encode(value) } }
                }
            ])
        let decoding = Comparison(
            measure: "\(Self.name), decode", size: size,
            ours: {
                try Stopwatch.seconds(each: count) {
                    for _ in 1...count { _ = try JSONCoding.decode(Value.self, from: text) }
                }
            },
            peers: [
                .init(name: "JSONDecoder", isSpeed: true, goal: goal) {
                    try Stopwatch.seconds(each: count) {
                        for _ in 1...count { _ = try decoder.decode(Value.self, from: data) }
                    }
                }
            ])
        return try encoding.findings(rounds: context.rounds) + decoding.findings(rounds: context.rounds)
    }
}
