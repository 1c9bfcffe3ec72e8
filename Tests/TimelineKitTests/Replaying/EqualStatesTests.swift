import Synchronization
import TestSupport
import Testing
import TimelineJSON
import TimelineJournal

@testable import TimelineKit

/// A replayed state equals that of a snapshot if the canonical texts are equal, or by `==`.
struct EqualStatesTests {
    @Test func aStateWithNaNIsEqualToItself() throws {
        let replayer = try replay(
            Program(of: Meter()) { $0.values.append($1 == 0 ? .nan : Double($1)) },
            #"{"seq":0,"at":0,"state":{"tags":[],"values":[]}}"#, #"{"seq":1,"at":0,"action":0}"#,
            #"{"seq":1,"at":0,"state":{"tags":[],"values":["NaN"]}}"#, #"{"seq":2,"at":0,"action":7}"#,
            #"{"seq":2,"at":0,"state":{"tags":[],"values":["NaN",7]}}"#)
        #expect(replayer.divergence == nil)
        #expect(replayer.counts.confirmed == 2)
    }

    @Test func aStateWithNaNAndSetsInAnotherOrderIsEqual() throws {
        let tags = ["a", "b", "c", "d"]
        for order in [tags, tags.reversed(), ["c", "a", "d", "b"]] {
            let replayer = try replay(
                Program(of: Meter()) { state, _ in
                    state.values.append(.nan)
                    state.tags = Set(tags)
                }, #"{"seq":0,"at":0,"state":{"tags":[],"values":[]}}"#, #"{"seq":1,"at":0,"action":0}"#,
                #"{"seq":1,"at":0,"state":{"tags":\#(order),"values":["NaN"]}}"#)
            #expect(replayer.divergence == nil, "\(order)")
            #expect(replayer.counts.confirmed == 1, "\(order)")
        }
    }

    @Test func aDifferentStateWithNaNIsADivergenceWithAPath() throws {
        let replayer = try replay(
            Program(of: Meter()) { state, action in state.values += [.nan, Double(action)] },
            #"{"seq":0,"at":0,"state":{"tags":[],"values":[]}}"#, #"{"seq":1,"at":0,"action":5}"#,
            #"{"seq":1,"at":0,"state":{"tags":[],"values":["NaN",6]}}"#)
        let divergence = try #require(replayer.divergence)
        #expect(divergence.seq == 1)
        #expect(divergence.paths == ["$.values[1]"])
        #expect(divergence.unstablePaths == [])
        #expect(!divergence.isOnlyAtUnstablePaths)
        #expect(replayer.counts.confirmed == 0)
    }

    /// As with `StackState` of The Composable Architecture, decoding gives each element a new identity.
    @Test func aStateThatDecodesDifferentlyButEncodesAlikeIsEqual() throws {
        let replayer = try replay(
            Program(of: Stack()) { $0.screens.append(Screen(name: "\($1)")) },
            #"{"seq":0,"at":0,"state":{"screens":["root"]}}"#, #"{"seq":1,"at":0,"action":1}"#,
            #"{"seq":1,"at":0,"state":{"screens":["root","1"]}}"#, #"{"seq":2,"at":0,"action":2}"#,
            #"{"seq":2,"at":0,"state":{"screens": [ "root", "1", "2" ]}}"#)
        #expect(replayer.divergence == nil)
        #expect(replayer.counts.confirmed == 2)
    }

    @Test func anUnstablePathIsReported() throws {
        let replayer = try replay(
            Program(of: Tickets()) { $0.sold += $1 },
            #"{"seq":0,"at":0,"state":{"issuer":{"serial":1},"sold":0}}"#, #"{"seq":1,"at":0,"action":1}"#,
            #"{"seq":1,"at":0,"state":{"issuer":{"serial":1},"sold":1}}"#)
        let divergence = try #require(replayer.divergence)
        #expect(divergence.paths == ["$.issuer.serial"])
        #expect(divergence.unstablePaths == ["$.issuer.serial"])
        #expect(divergence.isOnlyAtUnstablePaths)
        #expect(replayer.counts.confirmed == 0)
    }

    @Test func anotherDifferenceIsStillADivergence() throws {
        let replayer = try replay(
            Program(of: Tickets()) { $0.sold += $1 },
            #"{"seq":0,"at":0,"state":{"issuer":{"serial":1},"sold":0}}"#, #"{"seq":1,"at":0,"action":1}"#,
            #"{"seq":1,"at":0,"state":{"issuer":{"serial":1},"sold":9}}"#)
        let divergence = try #require(replayer.divergence)
        #expect(divergence.paths == ["$.issuer.serial", "$.sold"])
        #expect(divergence.unstablePaths == ["$.issuer.serial"])
        #expect(!divergence.isOnlyAtUnstablePaths)
    }

    @Test func aStateThatCannotDecodeItsOwnTextIsReported() throws {
        let replayer = try replay(
            Program(of: OneWay()) { $0.level = $1 }, #"{"seq":0,"at":0,"state":{"level":0}}"#,
            #"{"seq":1,"at":0,"action":-1}"#, #"{"seq":1,"at":0,"state":{"level":1}}"#)
        let divergence = try #require(replayer.divergence)
        #expect(divergence.paths == ["$.level"])
        #expect(divergence.unstablePaths == ["$.level"])
    }

    @Test func anotherTextOfTheSameNumberIsEqual() throws {
        let replayer = try replay(
            Program(of: Meter()) { $0.values += [.nan, Double($1)] },
            #"{"seq":0,"at":0,"state":{"tags":[],"values":[]}}"#, #"{"seq":1,"at":0,"action":500}"#,
            #"{"seq":1,"at":0,"state":{"tags":[],"values":["NaN",5e2]}}"#)
        #expect(replayer.divergence == nil)
    }

    /// The iteration order of a set depends on its history.
    @Test func hashOrderInACustomEncodingIsEqualIfTheValuesAre() throws {
        let replayer = try replay(
            Program(of: ByHand()) { $0.tags.insert($1) }, #"{"seq":0,"at":0,"state":[1]}"#,
            #"{"seq":1,"at":0,"action":2}"#, #"{"seq":1,"at":0,"state":[2,1]}"#, #"{"seq":2,"at":0,"action":3}"#,
            #"{"seq":2,"at":0,"state":[3,1,2]}"#)
        #expect(replayer.divergence == nil)
        #expect(replayer.counts.confirmed == 2)
    }

    @Test func comparingAStateThatCannotBeEncodedThrows() throws {
        let program = Program(of: Mute()) { $0.level += $1 }
        let lines = [
            #"{"seq":0,"at":0,"state":{"level":0}}"#, #"{"seq":1,"at":0,"action":1}"#,
            #"{"seq":1,"at":0,"state":{"level":1}}"#, #"{"seq":2,"at":0,"action":1}"#,
            #"{"seq":2,"at":0,"state":{"level":9}}"#, #"{"seq":3,"at":0,"action":1}"#,
        ]
        var replayer = Replayer(program, try Journal(of: program.name, lines: lines))
        _ = try replayer.next()
        // `==` suffices, without encoding.
        #expect(replayer.counts.confirmed == 1)
        let error = #expect(throws: ReplayError.self) { try replayer.next() }
        #expect(
            error?.description
                == "run.jsonl, line 6: the snapshot of step 2 cannot be compared with what replay made: "
                + "the state cannot be encoded: $.level: a secret")
        #expect(try replayer.next()?.seq == 3)
    }

    // MARK: - Programs

    private func replay<State>(_ program: Program<State>, _ lines: String...) throws -> Replayer<Program<State>> {
        var replayer = Replayer(program, try Journal(of: program.name, lines: lines))
        while try replayer.next() != nil {}
        return replayer
    }

    private struct Program<State: Codable & Equatable & Sendable>: TimelineKit.Program {
        let name = "equal"
        let version = "1"
        let initialState: State
        let reducer: @Sendable (inout State, Int) -> Void

        init(of state: State, reducer: @escaping @Sendable (inout State, Int) -> Void) {
            initialState = state
            self.reducer = reducer
        }

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
            throw EncodingError.invalidValue(
                level, .init(codingPath: [CodingKeys.level], debugDescription: "a secret"))
        }
        enum CodingKeys: CodingKey { case level }
    }
}
