internal import Dispatch
internal import TimelineJSON
internal import TimelineJournal
package import TimelineKit

/// Lets replicas of other processes share in the folder of the app's own: each is told what changes in it, and sends its
/// own files, which are put there.
///
/// A client has its id for as long as it is connected, and writes no files but those of that id. One that comes back begins
/// to send anew; what still comes over its last connection is refused.
package final class HostedSheets: Sendable {
    private struct Guest: Sendable {
        let claim: ReplicaClaim
        var ticket: RemoteChange.Ticket
        var inbox = SheetInbox(mostBytes: SheetCarrier.mostBytes)
    }

    let carrier: SheetCarrier
    /// By their ids, those that are connected.
    private let guests = Locked<[String: Guest]>([:])
    /// Where files are written, one after another.
    private let queue = DispatchQueue(label: "timeline.remote.sheets", qos: .utility)

    package init(_ folder: String) throws(ReplicaError) { carrier = try SheetCarrier(folder) }

    // MARK: - Connections

    /// Begins to tell a replica what there is.
    func join(_ parameters: [String: String]) throws(Refusal) -> SheetSource {
        guard let id = parameters["id"], let client = parameters["client"],
            RemoteChange.clientLength.contains(client.utf8.count),
            let number = parameters["number"].flatMap({ Int($0) })
        else { throw Refusal(400, "a replica says its id=, and as which client=, with which number=, it comes") }
        let ticket = RemoteChange.Ticket(client: client, number: number)
        try guests.withLock { guests throws(Refusal) in
            if let known = guests[id] {
                guard known.ticket.client == client, known.ticket.number < number else { throw Self.isTaken(id) }
                guests[id] = Guest(claim: known.claim, ticket: ticket)
                return
            }
            let claim: ReplicaClaim?
            do throws(ReplicaError) { claim = try carrier.claim(id) } catch {
                if case .id = error { throw Refusal(400, "\(error)") }
                throw Refusal(500, "\(error)")
            }
            guard let claim else { throw Self.isTaken(id) }
            guests[id] = Guest(claim: claim, ticket: ticket)
        }
        return SheetSource(self, id: id, ticket: ticket)
    }

    /// A replica without an id of its own tries one after another until one is free, and one that comes back may come before
    /// it is missed: no news for the app.
    private static func isTaken(_ id: String) -> Refusal {
        Refusal(409, "another process is the replica \"\(id)\"", isUsual: true)
    }

    /// The connection has ended.
    func leave(_ id: String, _ ticket: RemoteChange.Ticket) {
        guests.withLock { guests in if guests[id]?.ticket == ticket { guests[id] = nil } }
    }

    // MARK: - What they send

    /// Takes a piece of a file.
    func take(_ body: JSON) async throws(Refusal) -> Answer {
        let sent = try RemoteBody.read { () throws(RemoteBodyError) in try SentPiece(body) }
        let result = await withCheckedContinuation { done in
            queue.async { [self] in
                done.resume(returning: Result { () throws(Refusal) in try put(sent.piece, by: sent.ticket) })
            }
        }
        try result.get()
        return .value(["taken": true])
    }

    private func put(_ piece: SheetPiece, by ticket: RemoteChange.Ticket) throws(Refusal) {
        let whole = try guests.withLock { guests throws(Refusal) -> [UInt8]? in
            guard let id = guests.first(where: { $0.value.ticket == ticket })?.key else {
                throw Refusal(409, "no replica is connected as this client with this number")
            }
            guard SheetCarrier.origin(of: piece.name) == id else {
                throw Refusal(400, "the replica \"\(id)\" does not write a file of this name")
            }
            return try RemoteBody.read { () throws(RemoteBodyError) in try guests[id]?.inbox.take(piece) }
        }
        guard let whole else { return }
        do throws(FileError) { try carrier.put(whole, as: piece.name) } catch {
            throw Refusal(500, "the file cannot be kept: \(error)")
        }
    }
}
