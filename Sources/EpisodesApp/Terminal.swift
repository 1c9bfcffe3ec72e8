internal import Dispatch
internal import Foundation

/// Output is not buffered, so that it survives a crash.
enum Terminal {
    static let isInteractive = isatty(1) == 1

    /// See no-color.org.
    static var hasColor: Bool { isInteractive && ProcessInfo.processInfo.environment["NO_COLOR", default: ""].isEmpty }

    static func write(_ text: String) { try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8)) }

    static func report(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data("episodes: \(text)\n".utf8))
    }

    private static let input = DispatchQueue(label: "episodes.input")

    /// Nil at the end of the input. On a dispatch queue, because `readLine` would block a thread of Swift's cooperative pool.
    static func nextLine() async -> String? {
        await withCheckedContinuation { done in input.async { done.resume(returning: readLine()) } }
    }
}
