package import TimelineKit

/// What became of the last change that each client asked for, so that one that is asked for again has no second effect.
///
/// Pure. A client asks for one change after another, and for the next when it knows what became of the last; so one
/// answer a client is enough. The clients that were heard of last are remembered.
package struct ClientLedger: Sendable {
    package enum Finding: Equatable, Sendable {
        case new
        /// It was asked for before, and this became of it.
        case repeated(Asked)
        /// A later one was asked for.
        case old(last: Int)
    }

    private let limit: Int
    private var answers: [String: (number: Int, asked: Asked)] = [:]
    /// Clients, the one that was heard of last at the end.
    private var order: [String] = []

    package init(limit: Int) { self.limit = limit }

    package func find(_ ticket: RemoteChange.Ticket) -> Finding {
        guard let last = answers[ticket.client], ticket.number <= last.number else { return .new }
        return ticket.number == last.number ? .repeated(last.asked) : .old(last: last.number)
    }

    package mutating func note(_ asked: Asked, for ticket: RemoteChange.Ticket) {
        if order.last != ticket.client {
            order.removeAll { $0 == ticket.client }
            order.append(ticket.client)
        }
        answers[ticket.client] = (ticket.number, asked)
        if order.count > limit { answers[order.removeFirst()] = nil }
    }
}
