package import TimelineKit

/// The body of a `POST /dispatch`, `/open` or `/set`: `{"action":{"increment":{}},"client":"5f0c…","number":17}`.
package struct ChangeRequest: Sendable {
    /// A retry with the same key has no second effect. A client's numbers grow.
    package struct IdempotencyKey: Codable, Equatable, Sendable {
        package let client: String
        package let number: Int
    }

    /// In bytes.
    static let clientLength = 1...64
    /// Of `{"actions":[…]}`, which are all decoded before the first is dispatched.
    static let actionLimit = 100

    package let value: JSONText
    package let key: IdempotencyKey?

    package func body(member: String) -> [UInt8] {
        let body: JSON = .members([
            member: value.value, "client": key.map { .string($0.client) }, "number": key.map { .int($0.number) },
        ])
        return body.text
    }
}

extension ChangeRequest {
    package init(_ body: JSON, member: String) throws(RequestError) {
        let object = try RequestError.object(body, allowing: [member, "client", "number"])
        guard let value = object[member] else { throw RequestError(400, "the key \"\(member)\" is missing") }
        self.value = JSONText(value)
        switch (object["client"], object["number"]) {
        case (nil, nil): key = nil
        case (.some(let client), .some(let number)):
            guard let client = client.string, Self.clientLength.contains(client.utf8.count) else {
                throw RequestError(400, "\"client\" must be a name of 1 to 64 bytes")
            }
            guard let number = number.int, number > 0 else {
                throw RequestError(400, "\"number\" must be a whole number from 1")
            }
            key = IdempotencyKey(client: client, number: number)
        default: throw RequestError(400, "\"client\" and \"number\" must occur together")
        }
    }
}
