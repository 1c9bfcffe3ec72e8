import Testing
import TimelineLive
import TimelineTestPrograms
import TimelineKit
import TimelineRemote
import TimelineStore
import TimelineTestSupport

/// A token that a person pasted into a URL is in no message.
@Suite(.ownThreads)
struct TokenMaskingTests {
    @Test func aHostMasksTheTokenOfARefusedRequest() async throws {
        let run = try HostRun(CounterProgram())
        let token = run.token
        for target in [
            "/\(token)", "/state/\(token)", "/?token=\(token)", "/state?path=\(token)", "/state?path=$.\(token)",
            "/state?\(token)", "/\(String(repeating: "x", count: 60))/\(token)", "/\(token.uppercased())",
        ] {
            let answer = try run.get(target)
            #expect(answer.status >= 400)
            #expect(!answer.body.lowercased().contains(token.prefix(40)), "\(answer.body)")
        }
        _ = try run.post("/dispatch", #"{"action":{"\#(token)":{}}}"#)
        await run.host.finish()
        #expect(run.refusals.count == 9)
        for line in run.refusals { #expect(!line.lowercased().contains(token.prefix(40)), "\(line)") }
        #expect(run.refusals[0].hasPrefix("refused GET /… from 127.0.0.1"), "\(run.refusals[0])")
    }

    @Test func aHostQuotesOnlyTheBeginningOfAPath() async throws {
        let run = try HostRun(CounterProgram())
        let long = String(repeating: "x", count: 8000)
        let answers = try ["$[\(long)", "$.\(long)", "/~\(long)", "/\(long)"].map { try run.get("/state?path=\($0)") }
        #expect(answers.map(\.status) == [400, 404, 400, 404])
        for answer in answers { #expect(answer.body.utf8.count < 300, "\(answer.body)") }
        let action = try run.post("/dispatch", #"{"action":{"\#(long)":{}}}"#)
        #expect(action.status == 422)
        #expect(action.body.utf8.count < 500, "\(action.body)")
        await run.host.finish()
        #expect(run.refusals.count == 5)
        for line in run.refusals { #expect(line.utf8.count < 600, "\(line)") }
    }

    @Test func aReplicaRefusesAURLWithAToken() async throws {
        let token = RemoteToken().text
        let folder = TemporaryFolder()
        for url in ["http://\(token)@127.0.0.1:4000", "http://127.0.0.1:4000/?token=\(token)"] {
            do {
                _ = try await Replica(
                    Store(program: CounterProgram()), program: CounterProgram(), joining: url,
                    folder: folder.file("mine"), mode: .actions)
                Issue.record("it joined")
            } catch {
                #expect(!String(reflecting: error).contains(token))
                #expect(
                    error.description
                        == "the address of an app must not contain a user name, password or token, which other processes could see: "
                        + "pass it as http://127.0.0.1:4000, and put the token into TIMELINE_TOKEN")
            }
        }
    }

    @Test(arguments: [
        ("", ""), ("a://b", "a://b"), ("http://a:b@c:1/d", "http://…@c:1/d"), ("http://a@b@c", "http://…@c"),
        ("see http://a@b/c?d#e now", "see http://…@b/c?… now"), ("\"http://c#d\" x@y", "\"http://c#…\" x@y"),
        ("http://c?", "http://c?"), ("http://http://a@b", "http://http://…@b"), ("é://é@é?é é", "é://…@é?… é"),
        (String(repeating: "a", count: 47), String(repeating: "a", count: 47)),
        ("x\(String(repeating: "F", count: 48))x", "x…x"),
    ])
    func onlySecretsAreMasked(text: String, masked: String) { #expect(RemoteToken.masked(in: text) == masked) }
}
