import Foundation
import Testing
@testable import TimelineKit
import TimelineTestPrograms
import TimelineTestSupport

struct RecordingRedactionTests {
    private let folder = TemporaryFolder()
    private let key = Array("a key for tests.".utf8)

    private func pseudonym(_ value: JSON) -> String { Pseudonyms(key: key).of(value).description }

    private var redaction: Redaction {
        var redaction = LoginProgram.redaction
        redaction.key = key
        return redaction
    }

    private func recorder<State, Action>(
        of first: State, to path: String? = nil, _ redaction: Redaction?,
        onProblem: @escaping @Sendable (RecordingProblem) -> Void = { _ in }
    ) -> Recorder<State, Action> {
        Recorder(
            program: "login", version: "1.0.0", initialState: first, in: .file(path ?? folder.file()),
            options: RecorderOptions(snapshots: .every(1_000_000), redaction: redaction, onProblem: onProblem),
            run: .ticking())
    }

    @Test func markedValuesAndPathsAreHiddenInEveryLine() throws {
        let recorder: Recorder<Login, LoginAction> = recorder(of: Login(), redaction)
        let reducer = recorder.recording(LoginProgram().reduce)
        var state = Login()
        reducer(&state, .signedIn(name: "Bob", email: Redacted("bob@example.com"), pin: Redacted(1234)))
        reducer(&state, .typed("Bob"))
        reducer(&state, .typed(""))
        recorder.finish()
        let bob = pseudonym("Bob")
        let email = pseudonym("bob@example.com")
        let pin = pseudonym(1234)
        let header =
            tickingHeader("login", snapshots: "every 1000000 steps").replacing(#","checksums":"crc32c"}"#, with: "")
            + #","redaction":{"how":"HMAC-SHA-256","marked":true,"state":["$.user.name","$.visits[*].name","$.counts~"],"#
            + #""actions":["$.signedIn.name","$.typed._0"]},"checksums":"crc32c"}"#
        #expect(
            try text(of: folder.file())
                == sealed(
                    header,
                    #"{"seq":0,"at":0.000000,"state":{"blanks":0,"counts":{},"email":null,"last":{},"returns":0,"#
                        + #""seen":[],"strangers":0,"visits":[],"wrongPins":0}}"#,
                    #"{"seq":1,"at":0.100000,"action":{"signedIn":{"email":\#(email),"name":\#(bob),"pin":\#(pin)}},"#
                        + #""from":"user"}"#,
                    #"{"seq":2,"at":0.200000,"action":{"typed":{"_0":\#(bob)}},"from":"user"}"#,
                    #"{"seq":3,"at":0.300000,"action":{"typed":{"_0":""}},"from":"user"}"#,
                    #"{"seq":3,"at":0.300000,"state":{"blanks":0,"counts":{\#(bob):1},"email":\#(email),"#
                        + #""last":{\#(email):\#(pin)},"returns":10000,"seen":[\#(email)],"strangers":1,"#
                        + #""user":{"name":\#(bob),"pin":\#(pin)},"visits":[{"name":\#(bob),"pin":\#(pin)}],"#
                        + #""wrongPins":0}}"#,
                    #"{"seq":3,"at":0.400000,"end":{"actions":3,"snapshots":2}}"#))
    }

    @Test func markedValuesAreHiddenWithoutPaths() throws {
        let recorder: Recorder<Login, LoginAction> = recorder(of: Login(), nil)
        _ = recorder.begin(.signedIn(name: "Bob", email: Redacted("bob@example.com"), pin: Redacted(98765)))
        let written = try text(of: folder.file())
        #expect(written.contains(#""name":"Bob""#) && !written.contains("example.com") && !written.contains("98765"))
        #expect(!written.contains("redaction"))
    }

    @Test func aPathOverAMarkedValueHidesItOnce() throws {
        let recorder: Recorder<Login, LoginAction> = recorder(
            of: Login(), Redaction(state: ["$.visits", "$.email"], actions: ["$.signedIn"], key: key))
        let reducer = recorder.recording(LoginProgram().reduce)
        var state = Login()
        reducer(&state, .signedIn(name: "Bob", email: Redacted("bob@example.com"), pin: Redacted(1234)))
        recorder.set(state, by: "test")
        let lines = try text(of: folder.file()).split(separator: "\n")
        let email = pseudonym("bob@example.com")
        let visit = #"{"name":\#(pseudonym("Bob")),"pin":\#(pseudonym(1234))}"#
        #expect(lines[2].contains(#""action":{"signedIn":{"email":\#(email),"name":\#(pseudonym("Bob")),"#))
        #expect(lines[2].contains(#""pin":\#(pseudonym(1234))}"#))
        #expect(lines[3].contains(#""email":\#(email),"#) && lines[3].contains(#""visits":[\#(visit)]"#))
    }

    @Test func anActionThatCannotBeEncodedIsWrittenAsItsName() throws {
        struct Odd: CustomReflectable {
            var customMirror: Mirror { Mirror(self, children: ["bob": 1], displayStyle: .enum) }
        }
        enum Described: CustomStringConvertible {
            case bob
            var description: String { "the secret" }
        }
        let recorder: Recorder<Total, Any> = recorder(of: Total(), Redaction())
        let actions: [Any] = [
            LoginAction.failing(Unencodable("secret")), Unencodable("secret"), Odd(), Described.bob,
            "secret" as Substring,
            Void(),
        ]
        for action in actions { _ = recorder.begin(action) }
        let steps = try text(of: folder.file()).split(separator: "\n").dropFirst(2).map { line in
            line.split(separator: #"":""#)[1].split(separator: "\"")[0]
        }
        #expect(steps == ["LoginAction.failing", "Unencodable", "Odd", "Described", "Substring", "()"])
    }

    @Test func theReasonOfAnEncodingErrorIsWithheld() throws {
        struct Fragile: Codable, Equatable, Sendable {
            var text = ""
            var broken: Unencodable?
            @Redacted var hidden: Unencodable?
        }
        for redaction in [Redaction(), nil] {
            let path = folder.file("\(redaction == nil).jsonl")
            let problems = Problems()
            let recorder: Recorder<Fragile, String> = recorder(
                of: Fragile(), to: path, redaction, onProblem: problems.note)
            recorder.set(
                Fragile(broken: redaction == nil ? nil : Unencodable("secret"), hidden: Unencodable("secret")), by: "x")
            recorder.commit(recorder.begin("go on"), Fragile())
            let why =
                redaction == nil
                ? "$.hidden: a redacted value cannot be encoded" : "the reason is withheld, since values are redacted"
            #expect(problems.messages.first == "recording stopped at step 1: the state cannot be encoded: \(why)")
            #expect(try !text(of: path).contains("secret") && !problems.messages.joined().contains("secret"))
        }
        let recorder: Recorder<Fragile, String> = recorder(of: Fragile(broken: Unencodable("secret")), Redaction())
        #expect(
            recorder.problem?.message
                == "nothing is recorded: the first state cannot be encoded: the reason is withheld, since values are redacted"
        )
    }

    /// Their pseudonyms are equal with this key. The recording, and so replay, has one entry.
    @Test func keysWithOnePseudonymBecomeOneEntry() throws {
        struct Rooms: Codable, Equatable, Sendable { @Redacted var byNumber: [Int: String] = [:] }
        let recorder: Recorder<Rooms, Int> = recorder(of: Rooms(), Redaction(key: key))
        recorder.set(Rooms(byNumber: [13623: "a", 14040: "b", 1: "c"]), by: "test")
        recorder.finish()
        #expect(pseudonym(13623) == pseudonym(14040))
        let members = [(13623, "a"), (1, "c")].map { (key, value) in
            #""\#(pseudonym(.int(key)))":\#(pseudonym(.string(value)))"#
        }
        #expect(
            try text(of: folder.file()).contains(#""set":{"byNumber":{\#(members.sorted().joined(separator: ","))}}"#))
    }

    /// The names of properties stay, since decoding needs them. All others may be values.
    @Test func namesThatAreNoPropertiesAreHiddenInMarkedValues() throws {
        struct Person: Codable, Equatable, Sendable {
            enum Key: CodingKey { case phones }
            var phones = ["home": 7]
            var byNumber = [7: ["x": true]]

            init() {}
            init(from decoder: any Decoder) {}

            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: NameKey.self)
                try container.encode(phones, forKey: NameKey("Bob"))
                var late = container.nestedContainer(keyedBy: Key.self, forKey: NameKey("Eve"))
                try byNumber.encode(to: container.superEncoder())
                try late.encode(phones, forKey: .phones)
            }
        }
        struct Club: Codable, Equatable, Sendable { @Redacted var owner = Person() }
        let recorder: Recorder<Club, Int> = recorder(of: Club(), Redaction(key: key))
        recorder.finish()
        let phones = #"{\#(pseudonym("home")):\#(pseudonym(7))}"#
        let members = [
            #"\#(pseudonym("Bob")):\#(phones)"#, #"\#(pseudonym("Eve")):{"phones":\#(phones)}"#,
            #""super":{"\#(pseudonym(7))":{\#(pseudonym("x")):true}}"#,
        ]
        #expect(
            try text(of: folder.file()).contains(#""state":{"owner":{\#(members.sorted().joined(separator: ","))}}"#))
    }

    /// It would write the value.
    @Test func aMarkedValueIsNotEncodedByAnEncoderThatIsGivenTheUserInfo() throws {
        struct Blob: Codable, Equatable, Sendable {
            @Redacted var name = "Bob"

            func encode(to encoder: any Encoder) throws {
                let inner = JSONEncoder()
                for key in encoder.userInfo.keys { inner.userInfo[key] = true }
                var container = encoder.singleValueContainer()
                try container.encode(inner.encode(_name))
            }
        }
        let recorder: Recorder<Blob, Int> = recorder(of: Blob(), nil)
        #expect(
            recorder.problem?.message
                == "nothing is recorded: the first state cannot be encoded: a redacted value cannot be encoded")
    }

    /// A property that is not encoded leads back to the object.
    @Test func aMarkedObjectMayHoldItself() throws {
        final class Person: Codable, Equatable, @unchecked Sendable {
            var names = ["given": "Bob"]
            var friend: Person?
            enum CodingKeys: CodingKey { case names }
            static func == (one: Person, other: Person) -> Bool { one.names == other.names }
        }
        struct Club: Codable, Equatable, Sendable { @Redacted var owner = Person() }
        let club = Club()
        club.owner.friend = club.owner
        let recorder: Recorder<Club, Int> = recorder(of: club, Redaction(key: key))
        recorder.finish()
        #expect(try text(of: folder.file()).contains(#"{"names":{\#(pseudonym("given")):\#(pseudonym("Bob"))}}"#))
    }

    @Test func aShortKeyIsReportedAtTheStart() throws {
        #expect(
            (recorder(of: Login(), Redaction(key: [1, 2, 3])) as Recorder<Login, LoginAction>).problem
                == RecordingProblem(
                    .redactionInvalid,
                    "nothing is recorded: the redaction cannot be used: its key has 3 bytes, and needs 16"))
        #expect(!folder.exists("run.jsonl"))
    }

    @Test func aRedactionDoesNotShowItsKey() {
        let redaction = Redaction(state: ["$.a"], key: Array(100..<116))
        var dumped = "\(redaction) \(String(reflecting: redaction)) "
        dump(redaction, to: &dumped)
        #expect(!dumped.contains("101") && dumped.hasPrefix(#"Redaction(state: ["$.a"], actions: []) "#))
    }
}
