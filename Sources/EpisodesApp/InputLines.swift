import Dispatch

/// Standard input, a line at a time. It is waited for on a thread of its own: those that all tasks share have other work.
enum InputLines {
    private static let queue = DispatchQueue(label: "episodes.input")

    /// The next line; nil at the end.
    static func next() async -> String? {
        await withCheckedContinuation { done in queue.async { done.resume(returning: readLine()) } }
    }
}
