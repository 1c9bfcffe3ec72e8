internal import EpisodesCore
internal import Foundation
internal import TimelineKit

/// Codable values to and from JSON.
enum CodingMeasures {
    static func coding(_ context: BenchmarkContext) throws -> [Measure] {
        try context.scale.stateBytes.reduce(compare(EpisodesSession.smallAction, "an action", goal: 4, context)) {
            let state = EpisodesSession(count: 1, stateBytes: $1).largeState
            return try $0 + compare(state, "state \(Amount.bytes($1))", goal: 5, context)
        }
    }

    private static func compare<Value: Codable & Equatable>(
        _ value: Value, _ size: String, goal: Double, _ context: BenchmarkContext
    ) throws -> [Measure] {
        let text = try JSONCoding.encode(value)
        let data = Data(text.bytes)
        let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
        guard try decoder.decode(Value.self, from: encoder.encode(value)) == value,
            try JSONCoding.decode(Value.self, from: text) == value
        else { throw BenchmarkError(description: "the coders disagree about \(size)") }
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let count = max(1, context.scale.codedBytes / text.bytes.count)
        func repeated(_ body: () throws -> Void) rethrows -> Double {
            try Stopwatch.seconds(each: count) { for _ in 1...count { try body() } }
        }
        let encoding = Measure.Peer("JSONEncoder, sorted keys", goal: goal, isSpeed: true) {
            try repeated { _ = try encoder.encode(value) }
        }
        let decoding = Measure.Peer("JSONDecoder", goal: goal, isSpeed: true) {
            try repeated { _ = try decoder.decode(Value.self, from: data) }
        }
        return [
            Measure("coding, encode", size, peers: [encoding]) { try repeated { _ = try JSONCoding.encode(value) } },
            Measure("coding, decode", size, peers: [decoding]) {
                try repeated { _ = try JSONCoding.decode(Value.self, from: text) }
            },
        ]
    }
}
