package import TimelineJSON

/// A change that a client asks for: an action to dispatch, or a state to set.
///
/// ```json
/// {"action":{"increment":{}},"client":"5f0c…","number":17}
/// ```
package struct RemoteChange: Sendable {
    /// Who asks, and for the how-manieth time, so that a request that is sent again has no second effect. Numbers grow.
    package struct Ticket: Sendable, Equatable {
        package let client: String
        package let number: Int

        package init(client: String, number: Int) {
            self.client = client
            self.number = number
        }
    }

    /// Characters of the name of a client.
    static let clientLength = 1...64

    /// The action, or the state.
    package let value: JSONText
    package let ticket: Ticket?

    package init(value: JSONText, ticket: Ticket?) {
        self.value = value
        self.ticket = ticket
    }

    /// Reads a request.
    ///
    /// - Parameter key: What the value is called: `action` or `state`.
    package init(_ body: JSON, key: String) throws(RemoteBodyError) {
        let object = try RemoteBodyError.object(body, knowing: [key, "client", "number"])
        guard let value = object[key] else { throw RemoteBodyError("the key \"\(key)\" is missing") }
        self.value = JSONText(value)
        switch (object["client"], object["number"]) {
        case (nil, nil): ticket = nil
        case (.some(let client), .some(let number)):
            guard let client = client.string, Self.clientLength.contains(client.utf8.count) else {
                throw RemoteBodyError("\"client\" should be a name of 1 to 64 bytes")
            }
            guard let number = number.int, number > 0 else {
                throw RemoteBodyError("\"number\" should be a whole number from 1")
            }
            ticket = Ticket(client: client, number: number)
        default: throw RemoteBodyError("\"client\" and \"number\" stand together or not at all")
        }
    }

    /// The request.
    package func body(key: String) -> [UInt8] {
        var bytes = Array("{".utf8)
        JSON.write(key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        bytes.append(contentsOf: value.bytes)
        if let ticket {
            bytes.append(contentsOf: #","client":"#.utf8)
            JSON.write(ticket.client, to: &bytes)
            bytes.append(contentsOf: #","number":\#(ticket.number)"#.utf8)
        }
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }
}
