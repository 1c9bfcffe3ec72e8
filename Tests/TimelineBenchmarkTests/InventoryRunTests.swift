import Testing
import TimelineTestPrograms
import TimelineJSON
import TimelineKit
import TimelineQuerying

struct InventoryRunTests {
    /// A changed hash means other pages, which cannot be compared with the pages that were measured before.
    @Test(arguments: [
        (5, "7c5306f1b4d6711de0886d7ed9a76aa1c9093d7fd90483d28bb169e7ecedd288"),
        (500, "940b2db2e293f2088f1291360d34b37a46c655c541562e8095bd0efe6173fdaf"),
    ])
    func theFileIsTheSameEveryTime(items: Int, hash: String) {
        var digest = SHA256()
        for line in InventoryRun(steps: 2000, items: items) { digest.update(line.utf8) }
        let digits = digest.finalize().map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        #expect(digits.joined() == hash)
    }

    @Test(arguments: [(5, 2000), (500, 100)])
    func aStepChangesAbout100BytesOfAStateOfTheRightSize(items: Int, steps: Int) throws {
        var lines = InventoryRun(steps: steps, items: items).makeIterator()
        let first = try #require(lines.next()?.split(separator: "\n").last)
        var text = try JSONText(#require(JSON(parsing: Array(first.utf8)).object?["state"]))
        let size = items * InventoryRun.bytesOfItem
        #expect((size * 9 / 10...size * 11 / 10).contains(text.count), "\(text.count) bytes instead of \(size)")
        var state = try JSONCoding.decode(InventoryState.self, from: text)
        var bytes = 0
        while let line = lines.next() {
            let action = try #require(JSON(parsing: Array(line.utf8)).object?["action"])
            InventoryProgram().reduce(&state, try JSONCoding.decode(InventoryAction.self, from: JSONText(action)))
            let after = try JSONCoding.encode(state)
            bytes += JSONText(JSONDifference(from: text, to: after).patch.json).count
            text = after
        }
        #expect((80...120).contains(bytes / steps), "\(bytes / steps) bytes a step")
        #expect(state.items.reduce(0) { $0 + $1.stock } == state.total)
        #expect((items...items + 1).contains(state.items.count))
    }
}
