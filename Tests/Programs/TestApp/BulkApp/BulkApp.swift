import Foundation
import TimelineTestPrograms
import TimelineKit

/// An app that is launched to be killed. It does what an app with a flight recorder does: reports earlier runs, restores its
/// state, records, dispatches from several threads, and saves its state now and then. It writes a notice of each to a pipe.
///
/// `bulk-app soak` runs long instead.
enum BulkApp {
    static func main() throws {
        if CommandLine.arguments[1] == "soak" { return Soak(Array(CommandLine.arguments.dropFirst(2))).run() }
        let orders = try JSONDecoder().decode(BulkOrders.self, from: Data(CommandLine.arguments[1].utf8))
        try Launch(orders).run()
    }
}
