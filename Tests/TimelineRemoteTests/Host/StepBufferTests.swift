import Testing
import TimelineRemote

struct StepBufferTests {
    @Test func `returns steps in order, and a range of numbers in place of the steps that did not fit`() {
        let buffer = StepBuffer<Int>(limit: 3)
        var given: [String] = []
        func take() {
            switch buffer.next() {
            case .step(let step): given.append("\(step)")
            case .missed(let range): given.append("\(range)")
            case nil: given.append("nothing")
            }
        }
        take()
        for seq in 1...2 { buffer.append(seq, seq: seq) }
        take()
        for seq in 3...9 { buffer.append(seq, seq: seq) }
        for _ in 1...2 { take() }
        // The buffer has room again, and returns the range of missed steps before the new step.
        buffer.append(10, seq: 10)
        for _ in 1...2 { take() }
        buffer.append(11, seq: 11)
        for _ in 1...2 { take() }
        #expect(given == ["nothing", "1", "2", "3", "4", "5...10", "11", "nothing"])
    }

    @Test func `wakes a waiting consumer once for several steps`() async {
        let buffer = StepBuffer<Int>(limit: 2)
        var wakeups = buffer.wakeups.makeAsyncIterator()
        for seq in 1...6 { buffer.append(seq, seq: seq) }
        await wakeups.next()
        for _ in 1...3 { #expect(buffer.next() != nil) }
        #expect(buffer.next() == nil)
        Task { buffer.append(7, seq: 7) }
        await wakeups.next()
        #expect(buffer.next() != nil)
    }

    @Test func `holds as many steps as its limit, and one range for all missed steps`() {
        let buffer = StepBuffer<Int>(limit: 2)
        for seq in 1...100_000 { buffer.append(seq, seq: seq) }
        var deliveries = 0
        while buffer.next() != nil { deliveries += 1 }
        #expect(deliveries == 3)
    }
}
