import Foundation
import Testing
@testable import TimelineKit
import TimelineStore
import TimelineTestSupport

@testable import TimelineLive

/// Saved states, hot reload and replication write states as they are, without redaction. Each of them refuses to write a redacted
/// value, unless the app passes `realValues: .allowed`.
@Suite(.ownThreads)
struct RealValuesTests {
    private let folder = TemporaryFolder()
    private let secret = "ann@example.org"
    private let one = Store(program: LoginProgram())
    private let two = Store(program: LoginProgram())
    private let problems = Cell<[String]>([])

    /// A state in which a user is logged in. Its email and its PIN are redacted.
    private var login: Login {
        var state = Login()
        LoginProgram().reduce(&state, .signedIn(name: "ann", email: Redacted(secret), pin: Redacted(4711)))
        return state
    }

    /// The contents of all files in the folder and its subfolders.
    private func written() throws -> String {
        let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return names.sorted().compactMap { try? text(of: folder.file($0)) }.joined()
    }

    // MARK: - Encoding

    private func refusal(_ state: some Encodable, _ values: RealValues = .refused) -> String? {
        do throws(RealEncoding.Error) {
            _ = try RealEncoding(values).encode(state, as: .state)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func aRedactedValueIsRefusedWithItsPathAndIsNotInTheMessage() {
        #expect(refusal(login) == "$.email is redacted")
        #expect(refusal(Login(visits: [.init(name: "ann", pin: 0)])) == "$.visits[0].pin is redacted")
        #expect(refusal(["a": [Redacted(secret)]]) == "$.a[0] is redacted")
        // The keys of a redacted dictionary are hidden, too.
        #expect(refusal(Redacted([secret: true])) == "a value in it is redacted")
        #expect(refusal(login, .allowed) == nil)
    }

    /// A recording does not replace booleans and empty values.
    @Test func aRedactedPropertyWhoseValueARecordingDoesNotHideIsNotRefused() throws {
        #expect(refusal(Login()) == nil)
        #expect(refusal([Redacted(""), Redacted(""), Redacted("")]) == nil)
        #expect(refusal(Redacted<[Bool?]>([true, nil, false])) == nil)
        #expect(refusal(Redacted<[String: Int]>([:])) == nil)
        let redactor = RecordingRedactor()
        #expect(try redactor.encode(state: Login()) == JSONCoding.encode(Login()))
    }

    @Test func aRedactedValueIsRefusedEvenIfTheStateIgnoresTheErrorOfItsEncoding() {
        struct Careless: Encodable {
            enum Key: CodingKey { case secret }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Key.self)
                try? container.encode(Redacted("ann"), forKey: .secret)
            }
        }
        #expect(refusal(Careless()) == "$.secret is redacted")
    }

    @Test func aValueAtAPathThatTheRedactionListsIsRefused() {
        let state = Login(user: nil, visits: [.init(name: "", pin: 0)], counts: [:], last: [:])
        let hidden = Redaction(state: ["$.visits[*].name", "$.counts~"])
        struct Plain: Codable {
            var visits = [["name": "ann"]]
            var counts: [String: Int] = [:]
        }
        #expect(refusal(Plain()) == nil)
        #expect(refusal(Plain(), .refused(hiddenBy: hidden)) == "$.visits[*].name is redacted")
        #expect(refusal(Plain(visits: []), .refused(hiddenBy: hidden)) == nil)
        #expect(refusal(Plain(visits: [], counts: ["ann": 1]), .refused(hiddenBy: hidden)) == "$.counts~ is redacted")
        // The path of a redacted value is not shown if a name in it may be hidden by the redaction.
        #expect(refusal(state, .refused(hiddenBy: hidden)) == "a value in it is redacted")
        #expect(
            refusal(Plain(), .refused(hiddenBy: Redaction(state: ["$["])))?.hasPrefix("the redaction cannot be used: ")
                == true)
    }

    // MARK: - Saved states

    @Test func aStateWithRedactedValuesIsSavedOnlyIfTheAppAllowsIt() throws {
        let restorer = StateRestorer(program: LoginProgram(), in: folder.file("saved"))
        try restorer.save(Login())
        let error = #expect(throws: SavingError.self) { try restorer.save(login) }
        #expect(error?.code == .redacted)
        #expect(
            error?.description
                == "the state was not saved: $.email is redacted. To save such values, pass realValues: .allowed"
        )
        #expect(try !written().contains(secret))
        #expect(restorer.restore().state == Login())

        let allowed = StateRestorer(program: LoginProgram(), in: folder.file("saved"), realValues: .allowed)
        try allowed.save(login)
        #expect(allowed.restore().state == login)
        #expect(try written().contains(secret))
    }

    // MARK: - Hot reload

    @Test func hotReloadEndsWithoutWritingARedactedValue() throws {
        let file = folder.file("state.json")
        let hotReload = try HotReload(one, file: file, writingAtMostEvery: .milliseconds(5)) { [problems] problem in
            problems.change { $0.append("\(problem.kind.rawValue) \(problem)") }
        }
        let before = try text(of: file)
        #expect(before.contains("\"strangers\": 0"))
        one.dispatch(.signedIn(name: "ann", email: Redacted(secret), pin: Redacted(4711)))
        #expect(wait { !problems.load().isEmpty })
        #expect(
            problems.load() == [
                "redacted \(file) is not written: $.email is redacted. Hot reload has ended. To write such values, "
                    + "pass realValues: .allowed."
            ])
        // Hot reload has ended: it writes no later state, and does not read the file again.
        one.set(Login(), by: "test")
        hotReload.settle()
        try before.replacing("\"strangers\": 0", with: "\"strangers\": 7")
            .write(toFile: file, atomically: true, encoding: .utf8)
        usleep(700_000)
        #expect(one.state == Login())
        hotReload.finish()
        #expect(try text(of: file).contains("\"strangers\": 7"))
        #expect(problems.load().count == 1)
        #expect(try !written().contains(secret))
    }

    @Test func hotReloadCreatesNoFileForAStateWithRedactedValues() throws {
        one.set(login, by: "test")
        let hotReload = try HotReload(one, file: folder.file("state.json")) { [problems] problem in
            problems.change { $0.append("\(problem.kind.rawValue)") }
        }
        hotReload.finish()
        #expect(problems.load() == ["redacted"])
        #expect(try folder.names() == [])
        let allowed = try HotReload(one, file: folder.file("state.json"), realValues: .allowed)
        #expect(try written().contains(secret))
        withExtendedLifetime(allowed) {}
    }

    // MARK: - Replication

    private func replica(
        _ store: Store<Login, LoginAction>, _ id: String, _ mode: Replica<LoginProgram>.Mode = .actions,
        _ values: RealValues = .refused
    ) throws -> Replica<LoginProgram> {
        try Replica(
            store, program: LoginProgram(), folder: folder.file("shared"), id: id, mode: mode, realValues: values,
            sendingAtMostEvery: .milliseconds(5),
            onProblem: { [problems] problem in problems.change { $0.append("\(problem.kind.rawValue) \(problem)") } })
    }

    private func refusal(of id: String, _ place: String) -> String {
        "redacted \(folder.file("shared"))/\(id).jsonl is not written: \(place) is redacted. Replication has ended. To share "
            + "such values, pass realValues: .allowed."
    }

    @Test(arguments: [
        (Replica<LoginProgram>.Mode.actions, "$.signedIn.email"), (.mirror, "$.email"),
    ])
    func replicationEndsWithoutWritingARedactedValue(mode: Replica<LoginProgram>.Mode, place: String) throws {
        let first = try replica(one, "one", mode)
        let second = try replica(two, "two", mode)
        one.dispatch(.typed("hello"))
        first.flush()
        one.dispatch(.signedIn(name: "ann", email: Redacted(secret), pin: Redacted(4711)))
        first.flush()
        #expect(problems.load() == [refusal(of: "one", place)])
        // Replication has ended: no change is sent or received.
        one.dispatch(.signedOut)
        first.flush()
        two.dispatch(.typed("x"))
        second.flush()
        usleep(400_000)
        #expect(two.state == Login())
        #expect(problems.load().count == 1)
        #expect(try !written().contains(secret))
        withExtendedLifetime((first, second)) {}
    }

    /// The paths of a redaction apply to the actions, the states that were set, and the snapshots of a replica log.
    @Test(arguments: ["action", "set", "snapshot"])
    func replicationEndsWithoutWritingAValueAtAPathThatTheRedactionLists(part: String) throws {
        let visited = Login(counts: [secret: 1])
        if part == "snapshot" { one.set(visited, by: "test") }
        let replica = try replica(
            one, "one", part == "action" ? .actions : .mirror,
            .refused(hiddenBy: Redaction(state: ["$.counts~"], actions: ["$.typed._0"])))
        if part == "action" { one.dispatch(.typed(secret)) }
        if part == "set" { one.set(visited, by: "test") }
        replica.flush()
        #expect(problems.load() == [refusal(of: "one", part == "action" ? "$.typed._0" : "$.counts~")])
        #expect(try !written().contains(secret))
    }

    @Test func afterAReplicaRefusedAValueTheStoreCanHaveAnotherReplica() throws {
        one.set(login, by: "test")
        var first: Replica<LoginProgram>? = try replica(one, "one")
        #expect(problems.load() == [refusal(of: "one", "$.email")])
        #expect(try !written().contains(secret))
        let second = try replica(one, "two", .actions, .allowed)
        first = nil
        _ = first
        #expect(try written().contains(secret))
        // The end of the first replica did not detach the second.
        #expect(
            throws: ReplicaError(.hasReplica, "the store already has a replica; a store can have only one at a time")
        ) {
            try replica(one, "three", .actions, .allowed)
        }
        let third = try replica(two, "four", .actions, .allowed)
        #expect(two.state == login)
        #expect(problems.load().count == 1)
        // A replica that refuses real values does not write those of another one.
        let fourth = try replica(Store(program: LoginProgram()), "five")
        #expect(problems.load().dropFirst() == [refusal(of: "five", "$.email")])
        #expect(!FileManager.default.fileExists(atPath: folder.file("shared/five.jsonl")))
        withExtendedLifetime((second, third, fourth)) {}
    }
}
