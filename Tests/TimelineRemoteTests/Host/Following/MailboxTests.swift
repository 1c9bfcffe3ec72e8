import Testing
import TimelineRemote

struct MailboxTests {
    @Test func `gives steps in their order, and tells those that found no room where they were missed`() {
        var mailbox = Mailbox<Int>(limit: 3)
        var given: [String] = []
        func take() {
            switch mailbox.take() {
            case .step(let step): given.append("\(step)")
            case .missed(let range): given.append("\(range)")
            case nil: given.append("nothing")
            }
        }
        take()
        for seq in 1...2 { mailbox.put(seq, seq: seq) }
        take()
        for seq in 3...9 { mailbox.put(seq, seq: seq) }
        for _ in 1...2 { take() }
        // There is room again, and still what was missed comes before it.
        mailbox.put(10, seq: 10)
        for _ in 1...2 { take() }
        mailbox.put(11, seq: 11)
        for _ in 1...2 { take() }
        #expect(given == ["nothing", "1", "2", "3", "4", "5...10", "11", "nothing"])
    }

    @Test func `calls whoever looked in vain, once, and nobody who does not look`() {
        var mailbox = Mailbox<Int>(limit: 2)
        var calls = [mailbox.put(1, seq: 1)]
        #expect(mailbox.take() != nil)
        calls.append(mailbox.put(2, seq: 2))
        #expect(mailbox.take() != nil)
        #expect(mailbox.take() == nil)
        for seq in 3...6 { calls.append(mailbox.put(seq, seq: seq)) }
        #expect(calls == [false, false, true, false, false, false])
        for _ in 1...3 { #expect(mailbox.take() != nil) }
        #expect(mailbox.take() == nil)
        let isCalled = mailbox.put(7, seq: 7)
        #expect(isCalled)
    }

    @Test func `holds no more than its limit, and of what was missed the numbers alone`() {
        var mailbox = Mailbox<Int>(limit: 2)
        for seq in 1...100_000 { mailbox.put(seq, seq: seq) }
        var deliveries = 0
        while mailbox.take() != nil { deliveries += 1 }
        #expect(deliveries == 3)
    }
}
