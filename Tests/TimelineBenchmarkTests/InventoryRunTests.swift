import Testing
import TimelineTestPrograms
import TimelineKit

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
}
