/// The folder of saved states. Not thread-safe: its owner holds a lock.
struct SavedStates: Sendable {
    private let folder: String

    init(folder: String) { self.folder = folder }

    func path(_ name: String) -> String { "\(folder)/\(name)" }

    /// The earliest first.
    private func all() -> [SavedState] {
        let all = ((try? FileSystem.names(in: folder)) ?? []).compactMap(SavedState.init)
        return all.sortedIndexes { (all[$0].number, all[$0].name) < (all[$1].number, all[$1].name) }.map { all[$0] }
    }

    func usable() -> [SavedState] { folderError == nil ? all().filter(\.isUsable) : [] }

    /// Nil if the folder is safe, or does not exist.
    var folderError: FileError? {
        do throws(FileError) { try PrivateFolder.require(folder) } catch {
            return error.code == FileError.missing ? nil : error
        }
        return nil
    }

    /// The numbers of rejected states are not reused.
    func add(_ bytes: [UInt8]) throws(FileError) {
        try PrivateFolder.prepare(folder)
        let number = (all().last?.number ?? 0) + 1
        try PrivateFile.write(bytes, to: path(SavedState(number: number, status: .saved).name))
    }

    /// Never replaces another file. Returns the new name.
    func rename(_ state: SavedState, to status: SavedState.Status) throws(FileError) -> String {
        let name = SavedState(number: state.number, status: status).name
        let (old, new) = (FileStatus(path(state.name)), FileStatus(path(name)))
        if let old, new?.isSameFile(as: old) ?? false {
            // A kill within an earlier rename left both names of the file.
            FileSystem.remove(path(state.name))
            return name
        }
        let code = FileSystem.renameUnlessExisting(path(state.name), to: path(name))
        guard code == 0 else { throw FileError(path(name), "create", code) }
        return name
    }

    /// Keeps the last usable state, and the last state with which the app launched; if it launched with none, the state before the last.
    func prune() {
        let states = all().filter(\.isUsable)
        let spare = states.last { $0.status == .launched } ?? states.dropLast().last
        for state in states.dropLast() where state != spare { FileSystem.remove(path(state.name)) }
    }

    // MARK: - Launches

    private var launching: String { path("launching") }

    /// The launches that failed or have not finished; nil if the last one succeeded.
    var attempts: LaunchAttempts? { (try? PrivateFile.read(launching)).flatMap(LaunchAttempts.init) }

    func write(_ attempts: LaunchAttempts) throws(FileError) { try PrivateFile.write(attempts.bytes, to: launching) }

    func clearAttempts() { FileSystem.remove(launching) }
}

/// The name of a saved state's file: `000017.state`, `000017.launched.state`.
struct SavedState: Equatable, Sendable {
    enum Status: String {
        case saved = ""
        case launched, launchesFailed, unreadable
    }

    /// The number of the save, from 1.
    let number: Int
    let status: Status

    var name: String { JournalFolder.digits(of: number) + (status == .saved ? "" : ".\(status.rawValue)") + ".state" }
    var isUsable: Bool { status == .saved || status == .launched }
}

extension SavedState {
    init?(name: String) {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count >= 2, let number = Int(parts[0]),
            let status = Status(rawValue: parts.count == 3 ? String(parts[1]) : "")
        else { return nil }
        self.init(number: number, status: status)
        guard number > 0, name == self.name else { return nil }
    }
}

/// The launches since the last call of `launched()`: `{"from":17,"launches":1,"limit":2}`.
struct LaunchAttempts: Equatable, Sendable {
    /// The number of the first state that was tried. Later saves may derive from it.
    let from: Int
    let launches: Int
    /// The number of launches per state: two, so that one accident does not reject a good state; one after a rejection.
    let limit: Int

    var bytes: [UInt8] { Array("{\"from\":\(from),\"launches\":\(launches),\"limit\":\(limit)}\n".utf8) }
    var areUsedUp: Bool { launches >= limit }

    func another(from number: Int) -> LaunchAttempts {
        LaunchAttempts(from: min(from, number), launches: min(launches, limit) + 1, limit: limit)
    }
}

extension LaunchAttempts {
    init?(_ bytes: [UInt8]) {
        guard let object = try? JSON(parsing: bytes).object, let from = object["from"]?.countable,
            let launches = object["launches"]?.countable, let limit = object["limit"]?.countable
        else { return nil }
        self.init(from: from, launches: launches, limit: limit)
    }
}

/// A state was not saved. Earlier saved states are unchanged.
public struct SavingError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What went wrong. Later versions may add codes.
    public enum Code: Sendable {
        /// The file cannot be written.
        case file
        /// The state cannot be encoded.
        case coding
        /// The state holds a redacted value, and `RealValues` are refused.
        case redacted
    }

    /// The kind of the error, to switch over.
    public let code: Code

    /// A message for people, with the path and the reason.
    public let description: String
}
