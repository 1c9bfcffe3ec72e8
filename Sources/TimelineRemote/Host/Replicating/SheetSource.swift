internal import TimelineJSON
internal import TimelineKit

/// Tells a replica of another process what is in the folder of this one, and what changes there.
///
/// What it is told is the files as they are when it gets round to reading: one that is slow misses nothing, as a file says
/// all that it said before, or what stands for that.
final class SheetSource: FollowSource {
    private let sheets: HostedSheets
    private let id: String
    private let ticket: RemoteChange.Ticket

    init(_ sheets: HostedSheets, id: String, ticket: RemoteChange.Ticket) {
        self.sheets = sheets
        self.id = id
        self.ticket = ticket
    }

    deinit { sheets.leave(id, ticket) }

    func run(_ send: (JSON) async throws -> Void) async throws {
        let carrier = sheets.carrier
        var rings = carrier.bell().makeAsyncIterator()
        var seen = SheetCarrier.Seen()
        var outbox = SheetOutbox()
        var isFirst = true
        repeat {
            // Its own files are for one that has lost them.
            for (name, text) in try carrier.changed(since: &seen, where: { isFirst || $0 != id }) {
                // What is not text is nobody's file.
                for piece in outbox.pieces(of: name, text) ?? [] { try await send(SheetMessage.piece(piece).json) }
            }
            if isFirst { try await send(SheetMessage.all.json) }
            isFirst = false
        } while await rings.next() != nil && !Task.isCancelled
    }
}
