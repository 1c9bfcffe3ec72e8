import Testing
import TimelineKit
import TimelineRemote

struct ClientLedgerTests {
    private func ticket(_ client: String, _ number: Int) -> RemoteChange.Ticket {
        RemoteChange.Ticket(client: client, number: number)
    }

    @Test func `tells a change that is new from one that was made`() {
        var ledger = ClientLedger(limit: 8)
        #expect(ledger.find(ticket("a", 3)) == .new)
        ledger.note(.step(17), for: ticket("a", 3))
        #expect(ledger.find(ticket("a", 3)) == .repeated(.step(17)))
        #expect(ledger.find(ticket("a", 2)) == .old(last: 3))
        #expect(ledger.find(ticket("a", 4)) == .new)
        #expect(ledger.find(ticket("b", 3)) == .new)
    }

    @Test func `forgets the client that was heard of longest ago`() {
        var ledger = ClientLedger(limit: 2)
        ledger.note(.step(1), for: ticket("a", 1))
        ledger.note(.step(2), for: ticket("b", 1))
        ledger.note(.step(3), for: ticket("a", 2))
        ledger.note(.step(4), for: ticket("c", 1))
        #expect(ledger.find(ticket("a", 2)) == .repeated(.step(3)))
        #expect(ledger.find(ticket("b", 1)) == .new)
        #expect(ledger.find(ticket("c", 1)) == .repeated(.step(4)))
    }
}
