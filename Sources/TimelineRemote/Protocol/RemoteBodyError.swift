internal import TimelineJSON

/// What is wrong with the JSON of a request.
package struct RemoteBodyError: Error, Equatable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }

    /// The object that a body should be, with no keys but those that are known.
    static func object(_ body: JSON, knowing keys: [String]) throws(RemoteBodyError) -> JSONObject {
        guard let object = body.object else {
            throw RemoteBodyError("the body should be an object, and is \(body.kind)")
        }
        if let stranger = object.members.first(where: { !keys.contains($0.key) }) {
            let known = keys.map { "\"\($0)\"" }.joined(separator: ", ")
            throw RemoteBodyError("the key \"\(stranger.key)\" is not known here; there are \(known)")
        }
        return object
    }
}
