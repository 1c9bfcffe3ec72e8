internal import EpisodesCore
internal import Foundation
internal import TimelineJSON

/// Codable values to and from JSON, beside Foundation's coders.
struct CodingMeasure: Measure {
    static let name = "coding"
    static let abstract = "encoding and decoding beside Foundation's coders"

    func findings(_ bench: Bench) throws -> [Finding] {
        let session = EpisodesSession(count: 1, stateBytes: 1000)
        var all = try contest(session.smallAction, size: "an action", bench)
        for bytes in bench.extent.stateBytes {
            let state = EpisodesSession(count: 1, stateBytes: bytes).largeState
            all += try contest(state, size: "state \(Amount.bytes(bytes))", bench)
        }
        return all
    }

    private func contest<Value: Codable & Equatable>(_ value: Value, size: String, _ bench: Bench) throws -> [Finding] {
        let text = try JSONCoding.encode(value)
        let data = Data(text.bytes)
        let count = max(1, bench.extent.codedBytes / text.bytes.count)
        guard try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value)) == value,
            try JSONCoding.decode(Value.self, from: text) == value
        else { throw BenchmarkError(description: "the coders disagree about \(size)") }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let decoder = JSONDecoder()
        let encoding = Contest(
            measure: "\(Self.name), encode", size: size,
            ours: Contender(name: "ours") {
                try Stopwatch.seconds(each: count) { for _ in 1...count { _ = try JSONCoding.encode(value) } }
            },
            peers: [
                (
                    Contender(name: "JSONEncoder, sorted keys") {
                        try Stopwatch.seconds(each: count) { for _ in 1...count { _ = try encoder.encode(value) } }
                    }, .speed(atLeast: 6)
                )
            ])
        let decoding = Contest(
            measure: "\(Self.name), decode", size: size,
            ours: Contender(name: "ours") {
                try Stopwatch.seconds(each: count) {
                    for _ in 1...count { _ = try JSONCoding.decode(Value.self, from: text) }
                }
            },
            peers: [
                (
                    Contender(name: "JSONDecoder") {
                        try Stopwatch.seconds(each: count) {
                            for _ in 1...count { _ = try decoder.decode(Value.self, from: data) }
                        }
                    }, .speed(atLeast: 6)
                )
            ])
        return try encoding.findings(rounds: bench.rounds) + decoding.findings(rounds: bench.rounds)
    }
}
