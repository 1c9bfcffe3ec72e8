internal import TimelineJournal
internal import TimelineSystem

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// The folder of saved states. Not safe for threads: its owner keeps it behind a lock.
struct SavedStates: Sendable {
    private let folder: String

    init(folder: String) { self.folder = folder }

    func path(_ name: String) -> String { "\(folder)/\(name)" }

    /// All files that hold a state, the earliest save first.
    private func all() -> [SavedState] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var states: [SavedState] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if let state = SavedState(name: name) { states.append(state) }
        }
        return states.sorted { ($0.number, $0.name) < ($1.number, $1.name) }
    }

    /// Those that the app may begin with, the earliest save first.
    func usable() -> [SavedState] {
        (try? requireFolder()) == nil ? [] : all().filter(\.isUsable)
    }

    /// Why states that may be there are not looked at; nil where nothing stands in the way, or nothing was saved yet.
    var obstacle: FileError? {
        do throws(FileError) { try requireFolder() } catch { return error.code == ENOENT ? nil : error }
        return nil
    }

    /// Writes a state under the next number.
    func add(_ bytes: [UInt8]) throws(FileError) {
        if mkdir(folder, 0o700) == 0 {
            chmod(folder, 0o700)
        } else if errno != EEXIST {
            throw FileError(folder, "create", errno)
        }
        try requireFolder()
        // Numbers of what was set aside are not used again.
        let number = (all().last?.number ?? 0) + 1
        try StateFile.write(bytes, to: path(SavedState(number: number, fate: .saved).name), in: folder)
    }

    /// Refuses a link, what is no folder, the folder of another owner, and one that others may write to.
    private func requireFolder() throws(FileError) {
        var status = stat()
        guard lstat(folder, &status) == 0 else { throw FileError(folder, "open", errno) }
        guard status.st_mode & S_IFMT != S_IFLNK else { throw FileError(folder, "open", ELOOP) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw FileError(folder, "open", ENOTDIR) }
        guard status.st_uid == geteuid() else { throw FileError(folder, "open", FileError.isForeign) }
        guard status.st_mode & 0o022 == 0 else { throw FileError(folder, "open", FileError.isOpen) }
    }

    /// Notes what has become of a state, in its name; never over another file. Returns the new name.
    func rename(_ state: SavedState, to fate: SavedState.Fate) throws(FileError) -> String {
        let name = SavedState(number: state.number, fate: fate).name
        // A link fails where the name is taken.
        guard link(path(state.name), path(name)) == 0 else { throw FileError(path(name), "create", errno) }
        unlink(path(state.name))
        return name
    }

    /// Removes the states that no launch will need: all but the last, and the last that the app launched with, or, where
    /// it launched with none, the one before.
    func prune() {
        let states = all().filter(\.isUsable)
        let spare = states.last { $0.fate == .launched } ?? states.dropLast().last
        for state in states.dropLast() where state != spare { unlink(path(state.name)) }
    }

    // MARK: - Launches

    private var launching: String { path("launching") }

    /// The launches that came to nothing; nil where the last one was good.
    var attempts: LaunchAttempts? { (try? StateFile.read(launching)).flatMap(LaunchAttempts.init) }

    func note(_ attempts: LaunchAttempts) throws(FileError) {
        try StateFile.write(attempts.bytes, to: launching, in: folder)
    }

    func clearAttempts() { unlink(launching) }
}
