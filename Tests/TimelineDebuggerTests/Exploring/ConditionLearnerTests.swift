import Testing
import TimelineJSON
import TimelineKit
import TimelineTestPrograms
import TimelineTestSupport

@testable import TimelineDebugger

/// What is learned of a few cases, told by what it says of another one.
struct ConditionLearnerTests {
    private struct Case {
        let type: String
        var origin: String?
        /// The index of another case.
        var cause: Int?
        let action: String
        /// Before it. The one after it is that of the next case.
        let state: String
    }

    private static let types = ["tapped", "other", "asked", "answered", "ended"]

    private static func text(_ text: String) throws -> JSONText { JSONText(try JSON(parsing: text)) }

    private static func learned(_ cases: [Case]) throws -> (LearnedConditions, StateShapeReader) {
        var reader = StateShapeReader()
        reader.names = [:]
        var learner = ConditionLearner(types: types)
        for (index, one) in cases.enumerated() {
            let next = cases[min(index + 1, cases.count - 1)].state
            learner.add(
                index, try #require(types.firstIndex(of: one.type)), from: one.origin, cause: one.cause,
                results: one.type == "asked" ? cases.count { $0.cause == index } : nil,
                reader.facts(of: try Self.text(one.action)),
                before: reader.facts(of: try Self.text(one.state)),
                after: reader.facts(of: try Self.text(next)))
        }
        learner.endRecording()
        learner.names = reader.names ?? [:]
        return (learner.learned(), reader)
    }

    /// The circumstances of an action that no case has.
    private static func unseen(_ type: String, _ action: String, in state: String, _ cases: [Case]) throws -> [String] {
        var (learned, reader) = try learned(cases)
        let facts = reader.facts(of: try Self.text(state))
        return learned.unseen(
            try #require(types.firstIndex(of: type)), reader.facts(of: try Self.text(action)), in: facts
        )
        .map { learned.text(of: $0) }
    }

    /// Six states in which `tapped` comes, and six others.
    private static func tapped(
        _ state: (Int) -> String, others: (Int) -> String, _ action: (Int) -> String = { _ in "{}" }
    ) -> [Case] {
        (0..<6).flatMap {
            [
                Case(type: "tapped", action: "{\"tapped\":\(action($0))}", state: state($0)),
                Case(type: "other", action: "{}", state: others($0)),
            ]
        }
    }

    @Test(arguments: [
        (#"{"a":true}"#, #"{"a":false}"#, "$.a is false"), (#"{"a":[1]}"#, #"{"a":[]}"#, "$.a is empty"),
        (#"{"a":"x"}"#, #"{}"#, "$.a is empty"), (#"{"a":null}"#, #"{"a":1}"#, "$.a is set"),
        (#"{"a":1}"#, #"{"a":0}"#, "$.a is 0"), (#"{"a":"x"}"#, #"{"a":"y"}"#, #"$.a is not "x""#),
    ])
    func whatIsSoInEachStateOfAnActionAndNotEverywhereIsLearned(state: String, other: String, text: String) throws {
        let cases = Self.tapped({ _ in state }, others: { _ in other })
        #expect(
            try Self.unseen("tapped", #"{"tapped":{}}"#, in: other, cases).contains(
                "tapped can come while \(text): never in 6"))
        #expect(try Self.unseen("tapped", #"{"tapped":{}}"#, in: state, cases) == [])
        #expect(try Self.unseen("other", "{}", in: other, cases) == [])
    }

    @Test func whatIsSoEverywhereOrNotInOneCaseIsNotLearned() throws {
        let everywhere = Self.tapped({ _ in #"{"a":true}"# }, others: { _ in #"{"a":true}"# })
        #expect(try Self.unseen("tapped", #"{"tapped":{}}"#, in: #"{"a":false}"#, everywhere) == [])
        let notOnce = Self.tapped({ $0 == 3 ? #"{"a":false}"# : #"{"a":true}"# }, others: { _ in #"{"a":false}"# })
        #expect(try Self.unseen("tapped", #"{"tapped":{}}"#, in: #"{"a":false}"#, notOnce) == [])
    }

    @Test(arguments: [
        (#"{"list":[10,20,30],"n":2}"#, #"{"row":3}"#, "row is no index of $.list"),
        (#"{"list":[10,20,30],"n":2}"#, #"{"row":1}"#, nil),
    ])
    func valuesOfActionsAreLearnedAsIndexes(state: String, action: String, text: String?) throws {
        let cases = Self.tapped(
            { "{\"list\":[\((0...($0 + 1)).map { "\($0 * 7 + 100)" }.joined(separator: ","))]}" }, others: { _ in "{}" }
        ) { "{\"row\":\($0)}" }
        let found = try Self.unseen("tapped", "{\"tapped\":\(action)}", in: state, cases)
        #expect(
            found.contains { $0.hasSuffix("\(text ?? "no index of $.list"): never in 6") } == (text != nil), "\(found)")
    }

    /// A request, and a stream of two results: `answered` numbers up to the length, `ended` when they are reached.
    private static var streams: [Case] {
        (0..<6).flatMap { number in
            let (base, length) = (number * 4, number + 2)
            let first = "{\"at\":0,\"length\":\(length),\"other\":\(number % 2)}"
            return [
                Case(
                    type: "asked", action: "{\"asked\":{\"length\":\(length)}}",
                    state: #"{"at":0,"length":9,"other":5}"#),
                Case(type: "answered", cause: base, action: "{\"answered\":{\"_0\":1}}", state: first),
                Case(type: "answered", cause: base, action: "{\"answered\":{\"_0\":\(length)}}", state: first),
                Case(
                    type: "ended", cause: base, action: #"{"ended":{}}"#,
                    state: "{\"at\":\(length),\"length\":\(length),\"other\":1}"),
            ]
        }
    }

    @Test func aStreamOfResultsFollowsTheState() throws {
        let state = #"{"at":2,"length":5,"other":1}"#
        #expect(
            try Self.unseen("answered", #"{"answered":{"_0":6}}"#, in: state, Self.streams) == [
                "answered can come while its value is above $.length: never in 12"
            ])
        #expect(try Self.unseen("answered", #"{"answered":{"_0":5}}"#, in: state, Self.streams) == [])
        #expect(
            try Self.unseen("ended", #"{"ended":{}}"#, in: state, Self.streams) == [
                "ended can come while $.length is not $.at: never in 6"
            ])
    }

    /// It was decided when it was asked for.
    @Test func theOnlyResultOfARequestMayComeInAnyState() throws {
        let single = Self.streams.filter { $0.type == "asked" }.enumerated().flatMap { number, asked in
            [
                asked,
                Case(
                    type: "answered", cause: number * 2, action: "{\"answered\":{\"_0\":\(number)}}",
                    state: "{\"at\":\(number)}"),
            ]
        }
        #expect(try Self.unseen("answered", #"{"answered":{"_0":7}}"#, in: #"{"at":1}"#, single) == [])
    }

    @Test func aResultHasTheValuesOfItsRequest() throws {
        let cases = (0..<6).flatMap { number in
            [
                Case(type: "asked", action: "{\"asked\":{\"id\":\(number * 3)}}", state: "{\"page\":\(number * 5)}"),
                Case(
                    type: "answered", cause: number * 2,
                    action: "{\"answered\":{\"id\":\(number * 3),\"page\":\(number * 5 + 1)}}", state: "{}"),
            ]
        }
        var (learned, reader) = try Self.learned(cases)
        let (request, before) = (
            reader.facts(of: try Self.text(#"{"asked":{"id":4}}"#)),
            reader.facts(of: try Self.text(#"{"page":8}"#))
        )
        for (result, fits) in [
            (#"{"id":4,"page":9}"#, true), (#"{"id":5,"page":9}"#, false), (#"{"id":4,"page":8}"#, false),
        ] {
            let values = reader.facts(of: try Self.text("{\"answered\":\(result)}"))
            #expect(
                learned.fits(3, values, isFirst: true, 2, request, before: before, after: before) == fits, "\(result)")
        }
    }

    @Test func aProgramThatChoosesActionsSpeaksForUsersWhereRecordingsTellThemFromOthers() throws {
        let without = try Self.learned([Case(type: "tapped", action: "{}", state: "{}")]).0
        #expect(without.limits(nil, isChecked: true))
        let with = try Self.learned([Case(type: "tapped", origin: "effect", action: "{}", state: "{}")]).0
        #expect(!with.limits(nil, isChecked: true) && with.limits("effect", isChecked: true))
        #expect(with.limits(nil, isChecked: false))
    }

    @Test func whatWasLearnedIsPrintedAsSwift() throws {
        let session: [(action: Jukebox.Action, cause: Int?)] = (0..<3).flatMap { row in
            [.filled(row + 2), .inner(id: 1, action: .picked(row: row)), .stopped, .filled(0)].map { ($0, nil) }
        }
        let search = try Search(Jukebox(), [session, session], steps: 100)
        let learned = try #require(search.learned)
        #expect(
            learned.isPossible(in: search.corpus) == """
                // What 2 recordings show of when users act. Keep what the app ensures.
                func isPossible(_ action: Action, in state: State) -> Bool {
                    switch action {
                    case .filled(_):
                        guard state.playing == nil else { return false }  // in all 12
                        return true
                    case .inner(id: _, action: .picked(row: let row)):
                        guard ["on"].contains(state.mode) else { return false }  // in all 6
                        guard state.playing == nil else { return false }  // in all 6
                        guard state.songs.count >= 2 else { return false }  // in all 6
                        guard state.songs.indices.contains(row) else { return false }  // in all 6
                        return true
                    case .stopped:
                        guard ["on"].contains(state.mode) else { return false }  // in all 6
                        guard state.playing != nil else { return false }  // in all 6
                        guard state.songs.count >= 2 else { return false }  // in all 6
                        return true
                    default: return true
                    }
                }
                """)
    }
}

private struct Jukebox: Program {
    enum Inner: Codable, Sendable { case picked(row: Int) }
    enum Action: Codable, Sendable { case filled(Int), stopped, inner(id: Int, action: Inner) }
    struct State: Codable, Equatable, Sendable {
        var songs: [String] = []
        var playing: Int?
        var mode = "off"
    }

    let name = "jukebox"
    let version = "1"
    let initialState = State()

    func reduce(_ state: inout State, _ action: Action) {
        switch action {
        case .filled(let count): state = State(songs: (0..<count).map { "song\($0)" }, mode: "on")
        case .inner(_, .picked(let row)): state.playing = row
        case .stopped: (state.playing, state.mode) = (nil, "off")
        }
    }
}
