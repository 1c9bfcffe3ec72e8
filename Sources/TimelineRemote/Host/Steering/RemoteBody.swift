internal import TimelineJSON

/// What is in a request, or why it is refused.
enum RemoteBody {
    enum Values {
        case one(JSON)
        case many([JSON])
    }

    static func parsed(_ bytes: [UInt8]) throws(Refusal) -> JSON {
        do throws(JSONError) { return try JSON(parsing: bytes) } catch {
            throw Refusal(400, "the body is not JSON: \(error)")
        }
    }

    static func read<Message>(_ message: () throws(RemoteBodyError) -> Message) throws(Refusal) -> Message {
        do throws(RemoteBodyError) { return try message() } catch { throw Refusal(400, "\(error)") }
    }

    /// What a path names: as everywhere a JSONPath (RFC 9535), which begins with `$`; or a JSON Pointer (RFC 6901), which
    /// begins with a slash or is empty.
    static func values(at path: String, in state: JSON) throws(Refusal) -> Values {
        let pointer: JSONPointer?
        if path.isEmpty || path.hasPrefix("/") {
            do throws(JSONPointerError) { pointer = try JSONPointer(parsing: path) } catch {
                throw Refusal(400, "\(error)")
            }
        } else {
            do throws(JSONPathError) {
                let parsed = try JSONPath(parsing: path)
                guard let single = parsed.pointer else { return .many(try parsed.nodes(in: state).map(\.value)) }
                pointer = single
            } catch {
                throw Refusal(400, "\(error)")
            }
        }
        guard let pointer, let value = state[pointer] else { throw Refusal(404, "the state has no \(path)") }
        return .one(value)
    }
}
