internal import TimelineSystem

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A folder for what is of use to this run alone. No other user sees into it, or could know its name.
struct ScratchFolder {
    let path: String

    /// nil where none can be made.
    init?() {
        let parent = Environment.temporaryFolder
        guard let path = try? FileSystem.makeTemporaryFolder(in: parent, prefix: "episodes.") else { return nil }
        self.path = path
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }
}
