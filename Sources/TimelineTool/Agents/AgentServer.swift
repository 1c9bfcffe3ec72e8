internal import TimelineKit

/// The Model Context Protocol (https://modelcontextprotocol.io), of which tools are offered: JSON-RPC 2.0, a message a line.
struct AgentServer: Sendable {
    /// Of clients that begin with `initialize`, the newest first. They differ in nothing that is used here, except that only
    /// `2025-03-26` has batches.
    private static let handshakes = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
    /// Of clients that name the version in each request.
    private static let current = "2026-07-28"
    private static let meta = "io.modelcontextprotocol/"

    let version: String
    let tools: [AgentTool]
    let instructions: String
    let answer: @Sendable (AgentTool, JSONObject, AgentQuestion) -> AgentAnswer

    private enum Failure: Int {
        case noJSON = -32700
        case noRequest = -32600
        case noMethod = -32601
        case parameters = -32602
        case version = -32022
    }

    // MARK: - Messages

    /// The identifiers of the calls of tools in a message or a batch: commands answer them.
    static func calls(in message: JSON) -> [JSON] { values(of: "tools/call", in: message) { $0["id"] } }

    static func canceled(by message: JSON) -> [JSON] {
        values(of: "notifications/cancelled", in: message) { $0["params"]?.object?["requestId"] }
    }

    /// Of the calls, by which a client asks to be told that they go on.
    static func progressTokens(in message: JSON) -> [JSON] {
        values(of: "tools/call", in: message) { $0["params"]?.object?["_meta"]?.object?["progressToken"] }
    }

    private static func values(of method: JSON, in message: JSON, _ value: (JSONObject) -> JSON?) -> [JSON] {
        (message.array ?? [message]).compactMap(\.object).filter { $0["method"] == method }.compactMap(value)
    }

    static func response(to error: JSONError) -> JSON {
        failure(.noJSON, "the message is not JSON: byte \(error.byte): \(error.reason)", id: .null)
    }

    /// The line to answer with; nil for a notification or an answer.
    func response(to message: JSON, _ question: AgentQuestion) -> JSON? {
        guard case .array(let messages) = message else { return response(toOne: message, question) }
        if messages.isEmpty { return Self.failure(.noRequest, "the batch is empty", id: .null) }
        let responses = messages.compactMap { response(toOne: $0, question) }
        return responses.isEmpty ? nil : .array(responses)
    }

    private func response(toOne message: JSON, _ question: AgentQuestion) -> JSON? {
        guard let object = message.object else {
            return Self.failure(.noRequest, "the message is \(message.kind): expected an object", id: .null)
        }
        guard let method = object["method"]?.string else {
            // This server asks nothing, so that an answer is not to it.
            if object["id"] != nil, object["result"] != nil || object["error"] != nil { return nil }
            return Self.failure(.noRequest, "the message has no method", id: object["id"] ?? .null)
        }
        guard let id = object["id"] else { return nil }
        let parameters = object["params"]?.object ?? JSONObject()
        let version = parameters["_meta"]?.object?["\(Self.meta)protocolVersion"]?.string
        if let version, version != Self.current, !Self.handshakes.contains(version) {
            let known: JSON = ["supported": .array(versions), "requested": .string(version)]
            return Self.failure(.version, "the protocol version \(version) is not supported", known, id: id)
        }
        func success(_ result: JSON, isCacheable: Bool = false) -> JSON {
            var result = result.object ?? JSONObject()
            if version == Self.current {
                result["resultType"] = "complete"
                if isCacheable { (result["ttlMs"], result["cacheScope"]) = (0, "private") }
            }
            return ["jsonrpc": "2.0", "id": id, "result": .object(result)]
        }
        switch method {
        case "initialize": return success(initialized(parameters))
        case "server/discover": return success(discovered, isCacheable: true)
        case "ping": return success([:])
        case "tools/list": return success(["tools": .array(tools.map(\.description))], isCacheable: true)
        case "tools/call":
            guard let name = parameters["name"]?.string else {
                return Self.failure(.parameters, "tools/call has no name", id: id)
            }
            guard let tool = tools.first(where: { $0.name == name }) else {
                let names = tools.map(\.name).joined(separator: ", ")
                return Self.failure(.parameters, "there is no tool \"\(name)\". The tools are \(names).", id: id)
            }
            let answer = answer(tool, parameters["arguments"]?.object ?? JSONObject(), question)
            let content: JSON = ["type": "text", "text": .string(answer.text)]
            return success(["content": [content], "isError": .bool(answer.isError)])
        default: return Self.failure(.noMethod, "there is no method \"\(method)\"", id: id)
        }
    }

    private var versions: [JSON] { ([Self.current] + Self.handshakes).map { .string($0) } }
    private var capabilities: JSON { ["tools": [:]] }
    private var serverInfo: JSON { ["name": "timeline", "version": .string(version)] }

    private var discovered: JSON {
        [
            "supportedVersions": .array(versions), "capabilities": capabilities, "instructions": .string(instructions),
            "_meta": ["\(Self.meta)serverInfo": serverInfo],
        ]
    }

    private func initialized(_ parameters: JSONObject) -> JSON {
        let asked = parameters["protocolVersion"]?.string
        return [
            "protocolVersion": .string(Self.handshakes.first { $0 == asked } ?? Self.handshakes[0]),
            "capabilities": capabilities, "serverInfo": serverInfo, "instructions": .string(instructions),
        ]
    }

    private static func failure(_ failure: Failure, _ message: String, _ data: JSON? = nil, id: JSON) -> JSON {
        let message = VisibleText.of(message, atMost: 1000)
        let error = JSON.members(["code": .int(failure.rawValue), "message": .string(message), "data": data])
        return ["jsonrpc": "2.0", "id": id, "error": error]
    }
}
