import Foundation
import Testing
import TimelineKit
import TimelineTestSupport

@testable import TimelineTool

struct AgentServerTests {
    private let server = AgentServer(version: "1.2.3", tools: [AgentTool.controlling[0]], instructions: "Ask.") {
        tool, arguments, _ in
        AgentAnswer("\(tool.name) \(JSON.object(arguments))", next: nil, isError: arguments.isEmpty)
    }

    private func response(_ line: String) -> String? { response(Array(line.utf8))?.description }

    private func response(_ line: [UInt8]) -> JSON? {
        do throws(JSONError) { return server.response(to: try JSON(parsing: line), AgentQuestion()) } catch {
            return AgentServer.response(to: error)
        }
    }

    @Test func initializeAgreesOnAVersion() {
        #expect(
            response(#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2024-11-05"}}"#)
                == #"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2024-11-05","capabilities":{"tools":{}},"serverInfo":{"name":"timeline","version":"1.2.3"},"instructions":"Ask."}}"#
        )
        #expect(
            response(#"{"jsonrpc":"2.0","id":"a","method":"initialize","params":{"protocolVersion":"1999"}}"#)
                == #"{"jsonrpc":"2.0","id":"a","result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"timeline","version":"1.2.3"},"instructions":"Ask."}}"#
        )
    }

    @Test func aRequestThatNamesItsVersionNeedsNoInitialize() {
        func request(_ method: String, _ version: String) -> String {
            #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"\#(version)"}}}"#
        }
        #expect(
            response(request("server/discover", "2026-07-28"))
                == #"{"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2026-07-28","2025-11-25","2025-06-18","2025-03-26","2024-11-05"],"capabilities":{"tools":{}},"instructions":"Ask.","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"timeline","version":"1.2.3"}},"resultType":"complete","ttlMs":0,"cacheScope":"private"}}"#
        )
        #expect(
            response(request("ping", "2026-07-28")) == #"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete"}}"#)
        #expect(
            response(request("tools/list", "2027-01-01"))
                == #"{"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"the protocol version 2027-01-01 is not supported","data":{"supported":["2026-07-28","2025-11-25","2025-06-18","2025-03-26","2024-11-05"],"requested":"2027-01-01"}}}"#
        )
    }

    @Test func aToolIsListedWithItsArguments() {
        #expect(
            response(#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#)
                == #"{"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"send","title":"Dispatch actions","description":"Dispatches up to 100 actions to a running app, none if one cannot be decoded. Answers with the steps that they became. The tool actions says how they look.","inputSchema":{"type":"object","properties":{"url":{"type":"string","description":"The app: http://127.0.0.1:4000"},"actions":{"type":"array","description":"The actions, in JSON as the app encodes them.","items":{}}},"required":["url","actions"],"additionalProperties":false},"annotations":{"readOnlyHint":false,"destructiveHint":true,"openWorldHint":false}}]}}"#
        )
    }

    @Test func aCallIsAnswered() {
        #expect(
            response(
                #"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"send","arguments":{"url":"x"}}}"#)
                == #"{"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text","text":"send {\"url\":\"x\"}"}],"isError":false}}"#
        )
        #expect(
            response(#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"send"}}"#)
                == #"{"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text","text":"send {}"}],"isError":true}}"#)
    }

    @Test(arguments: [
        (
            #"{"#,
            #"null,"error":{"code":-32700,"message":"the message is not JSON: byte 1: expected a key in quotes, found the end"}}"#
        ),
        ("[]", #"null,"error":{"code":-32600,"message":"the batch is empty"}}"#),
        ("7", #"null,"error":{"code":-32600,"message":"the message is a number: expected an object"}}"#),
        ("{}", #"null,"error":{"code":-32600,"message":"the message has no method"}}"#),
        (#"{"id":4}"#, #"4,"error":{"code":-32600,"message":"the message has no method"}}"#),
        (#"{"id":4,"method":"x"}"#, #"4,"error":{"code":-32601,"message":"there is no method \"x\""}}"#),
        (#"{"id":4,"method":"tools/call"}"#, #"4,"error":{"code":-32602,"message":"tools/call has no name"}}"#),
        (
            #"{"id":4,"method":"tools/call","params":{"name":"rm"}}"#,
            #"4,"error":{"code":-32602,"message":"there is no tool \"rm\". The tools are send."}}"#
        ),
    ]) func aMessageThatCannotBeAnsweredIsRefused(line: String, error: String) {
        #expect(response(line) == #"{"jsonrpc":"2.0","id":"# + error)
    }

    @Test(arguments: [
        #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, #"{"jsonrpc":"2.0","id":1,"result":{}}"#,
        #"[{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}]"#,
    ]) func aNotificationAndAnAnswerAreNotAnswered(line: String) {
        #expect(response(line) == nil)
    }

    @Test func aBatchIsAnsweredByABatch() {
        #expect(
            response(#"[{"id":1,"method":"ping"},{"method":"notifications/initialized"},{"id":2,"method":"ping"}]"#)
                == #"[{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","id":2,"result":{}}]"#)
    }

    @Test func anyMessageIsAnsweredOrIgnored() {
        var seed = Seed()
        let message = Array(
            #"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"send","arguments":{"url":"x"},"_meta":{}}}"#
                .utf8)
        for _ in 0..<Harness.count(small: 2000, full: 200_000) {
            var mutant = message
            mutant.damage(using: &seed)
            guard let response = response(mutant) else { continue }
            for answer in response.array ?? [response] {
                let members = answer.object
                #expect((members?["result"] == nil) != (members?["error"] == nil) && members?["id"] != nil, "\(seed)")
            }
        }
    }
}
