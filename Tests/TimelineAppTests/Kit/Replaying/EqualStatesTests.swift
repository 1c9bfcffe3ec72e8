import Synchronization
import Testing
@testable import TimelineKit
@testable import TimelineReplay
import TimelineTestSupport

/// A replayed state equals that of a snapshot if the canonical texts are equal. `==` decides nothing.
struct EqualStatesTests {
    @Test(
        arguments: [
            ("a state with NaN is equal to itself", 7, "7", "1 confirmed"),
            ("another text of the same number is equal", 500, "5e2", "1 confirmed"),
            ("another number is a divergence with a path", 5, "6", "0 confirmed, step 1 differs at $.values[1]"),
        ])
    func theOtherValuesOfAStateWithNaNDecide(claim: String, action: Int, recorded: String, outcome: String) throws {
        #expect(
            try replay(
                Meter(values: [.nan]), #"{"tags":[],"values":["NaN"]}"#,
                (action, #"{"tags":[],"values":["NaN",\#(recorded)]}"#)
            ) { $0.values.append(Double($1)) } == outcome, "\(claim)")
    }

    @Test func aStateWithNaNAndSetsAndKeysInAnotherOrderIsEqual() throws {
        let tags = ["a", "b", "c", "d"]
        for order in [tags, tags.reversed(), ["c", "a", "d", "b"]] {
            let outcome = try replay(
                Meter(), #"{"tags":[],"values":[]}"#, (0, #"{"values":["NaN"],"tags":\#(order)}"#)
            ) { state, _ in (state.values, state.tags) = ([.nan], Set(tags)) }
            #expect(outcome == "1 confirmed", "\(order)")
        }
    }

    /// As with `StackState` of The Composable Architecture, decoding gives each element a new identity.
    @Test func aStateThatDecodesDifferentlyButEncodesAlikeIsEqual() throws {
        #expect(
            try replay(
                Stack(), #"{"screens":["root"]}"#, (1, #"{"screens":["root","1"]}"#),
                (2, #"{"screens": [ "root", "1", "2" ]}"#)
            ) { $0.screens.append(Screen(name: "\($1)")) } == "2 confirmed")
    }

    @Test func anUnstablePathIsReported() throws {
        let first = #"{"issuer":{"serial":1},"sold":0}"#
        #expect(
            try replay(Tickets(), first, (1, #"{"issuer":{"serial":1},"sold":1}"#)) { $0.sold += $1 }
                == "0 confirmed, step 1 differs at $.issuer.serial, unstable at $.issuer.serial, only there")
        #expect(
            try replay(Tickets(), first, (1, #"{"issuer":{"serial":1},"sold":9}"#)) { $0.sold += $1 }
                == "0 confirmed, step 1 differs at $.issuer.serial $.sold, unstable at $.issuer.serial")
    }

    @Test func aStateThatCannotDecodeItsOwnTextIsReported() throws {
        #expect(
            try replay(OneWay(), #"{"level":0}"#, (-1, #"{"level":1}"#)) { $0.level = $1 }
                == "0 confirmed, step 1 differs at $.level, unstable at $.level, only there")
    }

    @Test func aDifferenceThatEqualityIgnoresIsADivergence() throws {
        #expect(
            try replay(Loose(), #"{"title":"a"}"#, (1, #"{"title":"b"}"#)) { $0.title = "\($1)" }
                == "0 confirmed, step 1 differs at $.title, ignored")
    }

    /// The iteration order of a set depends on its history.
    @Test func hashOrderInACustomEncodingIsEqualIfTheValuesAre() throws {
        #expect(try replay(ByHand(), "[1]", (2, "[2,1]"), (3, "[3,1,2]")) { $0.tags.insert($1) } == "2 confirmed")
    }

    @Test func comparingAStateThatCannotBeEncodedThrows() throws {
        let program = Program(initialState: Mute()) { $0.level += $1 }
        let lines = [
            #"{"seq":0,"at":0,"state":{"level":0}}"#, #"{"seq":1,"at":0,"action":1}"#,
            #"{"seq":1,"at":0,"state":{"level":1}}"#, #"{"seq":2,"at":0,"action":1}"#,
        ]
        var replayer = Replayer(program, try Journal(of: program.name, lines: lines))
        #expect(
            errorMessage { try replayer.next() }
                == "run.jsonl, line 4: the snapshot of step 1 cannot be compared with what replay made: "
                + "the state cannot be encoded: $.level: a secret")
        #expect(try replayer.next()?.seq == 2)
    }

    // MARK: - Programs

    /// Replays actions that were recorded with the states after them, and describes the result.
    private func replay<State: Codable & Equatable & Sendable>(
        _ initial: State, _ first: String, _ steps: (action: Int, state: String)...,
        reducer: @escaping @Sendable (inout State, Int) -> Void
    ) throws -> String {
        let lines = steps.enumerated().flatMap { index, step in
            [
                #"{"seq":\#(index + 1),"at":0,"action":\#(step.action)}"#,
                #"{"seq":\#(index + 1),"at":0,"state":\#(step.state)}"#,
            ]
        }
        let journal = try Journal(of: "equal", lines: [#"{"seq":0,"at":0,"state":\#(first)}"#] + lines)
        var replayer = Replayer(Program(initialState: initial, reducer: reducer), journal)
        while try replayer.next() != nil {}
        let confirmed = "\(replayer.counts.confirmed) confirmed"
        guard let found = replayer.divergence else { return confirmed }
        let unstable = found.unstablePaths.isEmpty ? "" : ", unstable at \(found.unstablePaths.joined(separator: " "))"
        return "\(confirmed), step \(found.seq) differs at \(found.paths.joined(separator: " "))\(unstable)"
            + (found.isOnlyAtUnstablePaths ? ", only there" : "") + (found.isIgnoredByEquality ? ", ignored" : "")
    }

    private struct Program<State: Codable & Equatable & Sendable>: TimelineKit.Program {
        let name = "equal"
        let version = "1"
        let initialState: State
        let reducer: @Sendable (inout State, Int) -> Void

        func reduce(_ state: inout State, _ action: Int) { reducer(&state, action) }
    }

    private struct Meter: Codable, Equatable, Sendable {
        var values: [Double] = []
        var tags: Set<String> = []
    }

    private final class Identity: Sendable {}

    private struct Screen: Codable, Equatable, Sendable {
        var name: String
        let identity = Identity()

        init(name: String) { self.name = name }
        init(from decoder: any Decoder) throws { name = try decoder.singleValueContainer().decode(String.self) }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(name)
        }

        static func == (one: Self, other: Self) -> Bool { one.identity === other.identity && one.name == other.name }
    }

    private struct Stack: Codable, Equatable, Sendable {
        var screens: [Screen] = []
    }

    /// Decoding gives each value a new number, which is encoded.
    private struct Issuer: Codable, Equatable, Sendable {
        private static let last = Mutex(1)
        var serial = 0

        init() {}
        init(from decoder: any Decoder) throws {
            serial = Self.last.withLock {
                $0 += 1
                return $0
            }
        }
    }

    private struct Tickets: Codable, Equatable, Sendable {
        var issuer = Issuer()
        var sold = 0
    }

    private struct OneWay: Codable, Equatable, Sendable {
        var level = 0

        init() {}
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            level = try container.decode(Int.self, forKey: .level)
            if level < 0 {
                throw DecodingError.dataCorruptedError(forKey: .level, in: container, debugDescription: "below zero")
            }
        }
    }

    private struct Loose: Codable, Equatable, Sendable {
        var title = ""
        static func == (one: Self, other: Self) -> Bool { true }
    }

    private struct ByHand: Codable, Equatable, Sendable {
        var tags: Set<Int> = []

        init() {}
        init(from decoder: any Decoder) throws { tags = Set(try [Int](from: decoder)) }
        func encode(to encoder: any Encoder) throws { try Array(tags).encode(to: encoder) }
    }

    private struct Mute: Codable, Equatable, Sendable {
        var level = 0

        init() {}
        func encode(to encoder: any Encoder) throws {
            throw EncodingError.invalidValue(level, .init(codingPath: [CodingKeys.level], debugDescription: "a secret"))
        }
        enum CodingKeys: CodingKey { case level }
    }
}
