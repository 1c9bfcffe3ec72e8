/// What code of a reducer reports as a mistake of the app, such as the issues of a library: `verify` tells it with its step.
public enum ReducerIssue {
    private static let slot = ThreadSlot()

    /// Notes an issue of the step that is replayed. Call it on the thread that reduces. Does nothing unless `verify` replays the step.
    public static func report(_ text: String) {
        slot.pointer?.assumingMemoryBound(to: ((String) -> Void).self).pointee(text)
    }

    /// Calls `note` with what `body` reports on this thread.
    package static func noting<Result>(
        _ note: @escaping (_ text: String) -> Void, _ body: () throws -> Result
    ) rethrows -> Result {
        var note = note
        return try withUnsafeMutablePointer(to: &note) { note in
            let outer = slot.pointer
            slot.pointer = UnsafeMutableRawPointer(note)
            defer { slot.pointer = outer }
            return try body()
        }
    }
}
