package import TimelineJSON

/// A message on the `/replicas` WebSocket: the logs of the replicas in the host's folder, in chunks.
package enum ReplicaLogMessage: Equatable, Sendable {
    case chunk(Chunk)
    /// All logs that existed have been sent; chunks that follow are changes.
    case complete

    /// A part of a replica's log file.
    ///
    /// ```json
    /// {"name":"lap-1","keep":0,"text":"{\"timeline\":1,…","more":true}
    /// {"name":"lap-1","keep":131072,"text":"…}\n"}
    /// {"name":"lap-1","keep":150313,"text":"{\"seq\":8,…}\n"}
    /// ```
    package struct Chunk: Equatable, Sendable {
        /// The name of the file, without its extension.
        package let name: String
        /// How many bytes of what this connection sent of the file stay; the text follows them.
        package let keep: Int
        package let text: String
        /// Whether the next chunk continues the file. A file is stored when it is complete.
        package let hasMore: Bool

        fileprivate static let keys = ["name", "keep", "text", "more"]

        fileprivate var object: JSONObject {
            var object = JSONObject()
            object["name"] = .string(name)
            object["keep"] = .int(keep)
            object["text"] = .string(text)
            if hasMore { object["more"] = true }
            return object
        }
    }

    /// The body of a `POST /replicas`: a chunk of the client's own log.
    ///
    /// ```json
    /// {"client":"5f0c…","number":1,"name":"lap-1","keep":0,"text":"…"}
    /// ```
    package struct Upload: Sendable {
        /// The connection it belongs to: the client, and the number of its connection.
        package let key: ChangeRequest.IdempotencyKey
        package let chunk: Chunk

        package var json: JSON {
            var object = chunk.object
            object["client"] = .string(key.client)
            object["number"] = .int(key.number)
            return .object(object)
        }
    }

    package var json: JSON {
        switch self {
        case .chunk(let chunk): .object(chunk.object)
        case .complete: ["all": true]
        }
    }

    /// nil if `json` is not such a message.
    package init?(_ json: JSON) {
        guard let object = json.object else { return nil }
        if object["all"] == true {
            self = .complete
        } else if let chunk = try? Chunk(object) {
            self = .chunk(chunk)
        } else {
            return nil
        }
    }
}

extension ReplicaLogMessage.Chunk {
    fileprivate init(_ object: JSONObject) throws(RequestError) {
        guard let name = object["name"]?.string, let keep = object["keep"]?.int, keep >= 0,
            let text = object["text"]?.string
        else { throw RequestError(400, "a chunk has a \"name\", a \"text\", and a \"keep\" from 0") }
        guard let hasMore = (object["more"] ?? false).bool else {
            throw RequestError(400, "\"more\" must be true or false")
        }
        self.init(name: name, keep: keep, text: text, hasMore: hasMore)
    }
}

extension ReplicaLogMessage.Upload {
    package init(_ body: JSON) throws(RequestError) {
        let object = try RequestError.object(body, allowing: ["client", "number"] + ReplicaLogMessage.Chunk.keys)
        guard let client = object["client"]?.string, let number = object["number"]?.int else {
            throw RequestError(400, "\"client\" and \"number\" must name the connection of the chunk")
        }
        self.init(
            key: ChangeRequest.IdempotencyKey(client: client, number: number),
            chunk: try ReplicaLogMessage.Chunk(object))
    }
}
