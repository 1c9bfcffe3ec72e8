internal import TimelineJSON
internal import TimelineJournal
public import TimelineSystem

/// The folder of saved states. Not safe for threads: its owner keeps it behind a lock.
struct SavedStates: Sendable {
    private let folder: String

    init(folder: String) { self.folder = folder }

    func path(_ name: String) -> String { "\(folder)/\(name)" }

    /// All files that hold a state, the earliest save first.
    private func all() -> [SavedState] {
        ((try? FileSystem.names(in: folder)) ?? []).compactMap(SavedState.init)
            .sorted { ($0.number, $0.name) < ($1.number, $1.name) }
    }

    /// Those that the app may begin with, the earliest save first.
    func usable() -> [SavedState] {
        (try? requireFolder()) == nil ? [] : all().filter(\.isUsable)
    }

    /// Why states that may be there are not looked at; nil where nothing stands in the way, or nothing was saved yet.
    var obstacle: FileError? {
        do throws(FileError) { try requireFolder() } catch { return error.code == FileError.missing ? nil : error }
        return nil
    }

    /// Writes a state under the next number.
    func add(_ bytes: [UInt8]) throws(FileError) {
        try FileSystem.makeFolder(folder)
        try requireFolder()
        // Numbers of what was set aside are not used again.
        let number = (all().last?.number ?? 0) + 1
        try PrivateFile.write(bytes, to: path(SavedState(number: number, fate: .saved).name))
    }

    /// Refuses a link, what is no folder, the folder of another owner, and one that others may write to.
    private func requireFolder() throws(FileError) {
        do throws(FolderError) { try PrivateFolder.require(folder) } catch { throw error.fileError(folder) }
    }

    /// Notes what has become of a state, in its name; never over another file. Returns the new name.
    func rename(_ state: SavedState, to fate: SavedState.Fate) throws(FileError) -> String {
        let name = SavedState(number: state.number, fate: fate).name
        // A link fails where the name is taken.
        let code = FileSystem.link(path(state.name), to: path(name))
        guard code == 0 else { throw FileError(path(name), "create", code) }
        FileSystem.remove(path(state.name))
        return name
    }

    /// Removes the states that no launch will need: all but the last, and the last that the app launched with, or, where
    /// it launched with none, the one before.
    func prune() {
        let states = all().filter(\.isUsable)
        let spare = states.last { $0.fate == .launched } ?? states.dropLast().last
        for state in states.dropLast() where state != spare { FileSystem.remove(path(state.name)) }
    }

    // MARK: - Launches

    private var launching: String { path("launching") }

    /// The launches that came to nothing; nil where the last one was good.
    var attempts: LaunchAttempts? { (try? PrivateFile.read(launching)).flatMap(LaunchAttempts.init) }

    func note(_ attempts: LaunchAttempts) throws(FileError) {
        try PrivateFile.write(attempts.bytes, to: launching)
    }

    func clearAttempts() { FileSystem.remove(launching) }
}

/// Why a state was not saved. What was saved before is as it was.
public enum SavingError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file could not be written.
    case file(FileError)
    /// The state could not be encoded: at which place, and why.
    case state(reason: String)
    /// The state holds a value that a recording hides, and `RealValues` are refused: at which place.
    case redacted(reason: String)

    public var description: String {
        switch self {
        case .file(let error): "the state was not saved: \(error)"
        case .state(let reason): "the state cannot be encoded: \(reason)"
        case .redacted(let reason):
            "the state was not saved: \(reason). StateRestorer saves such values with realValues: .allowed"
        }
    }
}

/// What the system reported when a file was to be opened, read or written.
public typealias FileError = TimelineSystem.FileError
