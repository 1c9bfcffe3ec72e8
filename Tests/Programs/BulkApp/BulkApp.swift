import BulkCore
import Foundation
import TimelineJournal
import TimelineKit

/// An app that is launched to be killed. It does what an app with a flight recorder does: hands on the reports of the runs
/// before, restores its state, records, dispatches from several threads, and saves its state now and then. Of each of these
/// it tells in a pipe.
@main struct BulkApp {
    static func main() throws {
        let orders = try JSONDecoder().decode(BulkOrders.self, from: Data(CommandLine.arguments[1].utf8))
        try Launch(orders).run()
    }
}
