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

    static func values(at path: String, in state: JSON) throws(Refusal) -> Values {
        do throws(StatePathError) {
            let place = try StatePath(parsing: path)
            let values = try place.values(in: state)
            if place.pointer == nil { return .many(values) }
            if let value = values.first { return .one(value) }
        } catch {
            throw Refusal(400, "\(error)")
        }
        throw Refusal(404, "the state has no \(ShownText.of(path))")
    }
}
