package import TimelineJSON

/// A piece of a file that a client sends.
///
/// ```json
/// {"client":"5f0c…","number":1,"name":"lap-1","keep":0,"text":"…"}
/// ```
package struct SentPiece: Sendable {
    /// Which client sends it, over its how-manieth connection.
    package let ticket: RemoteChange.Ticket
    package let piece: SheetPiece

    package init(_ piece: SheetPiece, _ ticket: RemoteChange.Ticket) {
        self.piece = piece
        self.ticket = ticket
    }

    package init(_ body: JSON) throws(RemoteBodyError) {
        let object = try RemoteBodyError.object(body, knowing: ["client", "number"] + SheetPiece.keys)
        guard let client = object["client"]?.string, let number = object["number"]?.int else {
            throw RemoteBodyError("\"client\" and \"number\" say over which connection the piece comes")
        }
        ticket = RemoteChange.Ticket(client: client, number: number)
        piece = try SheetPiece(object)
    }

    package var json: JSON {
        var object = piece.object
        object["client"] = .string(ticket.client)
        object["number"] = .number(JSONNumber(ticket.number))
        return .object(object)
    }
}
