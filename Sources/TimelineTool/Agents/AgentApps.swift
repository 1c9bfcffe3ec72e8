internal import Synchronization
internal import TimelineDebugger
internal import TimelineKit
internal import TimelineRemote

/// The timelines of running apps, each in a file that grows by what is new when a question comes.
final class AgentApps: Sendable {
    private struct Copy: Sendable {
        let path: String
        var header: [UInt8] = []
        var lines = 0
        var bytes = 0
    }

    /// Those that may be asked without `--control`.
    let named: [String]
    private let copies = Mutex<[String: Copy]>([:])
    private let folder = Mutex<TemporaryDirectory?>(nil)

    init(named: [String]) { self.named = named }

    func contains(_ url: String) -> Bool { named.contains { RemoteAddress($0) == RemoteAddress(url) } }

    /// The timeline so far, and a note where the app does not answer any more: an app that crashed is asked about, too.
    func timeline(of url: String) throws -> (path: String, note: String) {
        let address = RemoteAddress(url).map { "\($0)" } ?? url
        let known = copies.withLock { $0[address] }
        do {
            let grown = try known.flatMap { try Self.grown($0, of: url) }
            let copy = try grown ?? fetchAll(of: url)
            if grown == nil, let known { FileSystem.remove(known.path) }
            copies.withLock { $0[address] = copy }
            return (copy.path, "")
        } catch let error as RemoteError {
            guard let known else { throw error }
            switch error {
            case .unreachable, .timedOut, .noToken:
                return (known.path, "\(error). This is its timeline up to then.\n")
            case .invalidToken, .refused, .foreign: throw error
            }
        }
    }

    func remove() { folder.withLock { $0.take() }?.remove() }

    private func fetchAll(of url: String) throws -> Copy {
        let new = try folder.withLock { folder in
            let parent = FileSystem.absolute(Environment.temporaryFolder)
            let used = try folder ?? TemporaryDirectory(in: parent, name: "timeline")
            folder = used
            let new = Copy(path: "\(used.path)/app-\(RemoteToken().text.prefix(8)).jsonl")
            try OutputFile.write([], to: new.path, replacing: false)
            return new
        }
        return try AppArgument.withClient(of: url) { client in
            guard let copy = try await Self.fetch(new, &client) else {
                throw RemoteError.foreign("\(client.address)", reason: "its timeline has no header")
            }
            return copy
        }
    }

    /// Nil also where the host is too old to leave lines out.
    private static func grown(_ copy: Copy, of url: String) throws -> Copy? {
        do {
            return try AppArgument.withClient(of: url) { try await fetch(copy, &$0) }
        } catch RemoteError.refused(400, _) { return nil }
    }

    /// Nil if the app's timeline has another beginning: it was restarted, or dropped its oldest segment.
    private static func fetch(_ copy: Copy, _ client: inout RemoteClient) async throws -> Copy? {
        let file = try FileDescriptor(copy.path, for: .updating)
        var (copy, pending, isSame) = (copy, [UInt8](), Bool?.none)
        try await client.timeline(known: copy.lines) { [address = client.address] (piece) throws(RemoteError) in
            pending += piece
            if isSame == nil {
                guard let end = pending.firstIndex(of: UInt8(ascii: "\n")) else { return }
                let header = Array(pending[...end])
                isSame = copy.header.isEmpty || header == copy.header
                if copy.header.isEmpty { copy.lines = -1 } else { pending.removeFirst(header.count) }
                copy.header = header
            }
            if isSame == false { return pending = [] }
            let code = pending.withUnsafeBytes { FileDescriptor.write($0, to: file.rawValue, at: copy.bytes) }
            if code != 0 {
                let error = FileError(copy.path, "write", code)
                throw .foreign("\(address)", reason: "its timeline cannot be stored: \(error)")
            }
            copy.bytes += pending.count
            copy.lines += pending.count { $0 == UInt8(ascii: "\n") }
            pending = []
        }
        return isSame == true ? copy : nil
    }
}
