internal import Synchronization
internal import TimelineKit
internal import TimelineRemote

/// The timelines of running apps, each in a file that grows by what is new when a question comes.
final class AgentApps: Sendable {
    /// Those that may be asked without `--control`.
    let named: [String]
    private let timelines = Mutex<[String: AppTimeline]>([:])
    private let folder = ProcessFolder()

    init(named: [String]) { self.named = named }

    func contains(_ url: String) -> Bool { named.contains { RemoteAddress($0) == RemoteAddress(url) } }

    /// The timeline so far, and a note where the app does not answer any more: an app that crashed is asked about, too.
    func timeline(of url: String) throws -> (path: String, note: String) {
        let address = RemoteAddress(url).map { "\($0)" } ?? url
        let known = timelines.withLock { $0[address] }
        do {
            let timeline = try AppArgument.withClient(of: url) { [folder] client in
                if var known, try await known.grow(from: &client) { return known }
                let path = "\(try folder.path())/app-\(RemoteToken().text.prefix(8)).jsonl"
                return try await AppTimeline(of: &client, in: FileBytes(try FileDescriptor(path, for: .creating)))
            }
            if let known, known.path != timeline.path { FileSystem.remove(known.path) }
            timelines.withLock { $0[address] = timeline }
            return (timeline.path, "")
        } catch let error as RemoteError {
            guard let known else { throw error }
            switch error {
            case .unreachable, .timedOut, .noToken:
                return (known.path, "\(error). This is its timeline up to then.\n")
            case .invalidToken, .refused, .foreign: throw error
            }
        }
    }

    func remove() { folder.remove() }
}
