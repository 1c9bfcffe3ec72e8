import Foundation

/// The apps of the tests in one executable, which picks the app by its own name.
@main enum TestApp {
    static func main() throws {
        switch CommandLine.arguments[0].split(separator: "/").last {
        case "bulk-app": try BulkApp.main()
        case "counter-app": try CounterApp.main()
        case "replica-app":
            Task {
                do { try await ReplicaApp.main() } catch { fatalError("\(error)") }
                exit(0)
            }
            dispatchMain()
        case "vault-app": VaultApp.main()
        case let name: fatalError("no app is named \(name ?? "")")
        }
    }
}
