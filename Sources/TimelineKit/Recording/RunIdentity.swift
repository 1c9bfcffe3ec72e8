package import Dispatch

/// The identity of a run: session, start and platform. Supplies the clock, so that tests can replace it.
package struct RunIdentity: Sendable {
    package typealias Scheduler =
        @Sendable (_ seconds: Double, _ queue: DispatchQueue, _ work: @escaping @Sendable () -> Void) ->
        Void

    /// 128 random bits as RFC 9562 writes them (version 4).
    package let session: String
    /// The wall-clock time of the start, in RFC 3339, UTC, with microseconds.
    package let started: String
    let now: @Sendable () -> Moment
    /// Measures reducers.
    let stopwatch: @Sendable () -> Moment

    package init(
        session: String, started: String, now: @escaping @Sendable () -> Moment,
        stopwatch: (@Sendable () -> Moment)? = nil
    ) { (self.session, self.started, self.now, self.stopwatch) = (session, started, now, stopwatch ?? now) }
    package var schedule: Scheduler = { $1.asyncAfter(deadline: .now() + $0, execute: $2) }

    package static func fresh() -> RunIdentity {
        let start = SystemInfo.microseconds
        return RunIdentity(
            session: Pseudonyms.uuid((0..<16).map { _ in .random(in: .min ... .max) }, version: 4).lowercased(),
            started: SystemInfo.timestamp,
            now: { Moment(microseconds: SystemInfo.microseconds - start) })
    }

    package static let platform: JSON = {
        #if os(Linux)
            let os = "Linux"
        #elseif os(macOS)
            let os = "macOS"
        #elseif os(iOS)
            let os = "iOS"
        #elseif os(tvOS)
            let os = "tvOS"
        #elseif os(visionOS)
            let os = "visionOS"
        #else
            let os = "unknown"
        #endif
        #if arch(x86_64)
            let arch = "x86_64"
        #elseif arch(arm64)
            let arch = "arm64"
        #else
            let arch = "unknown"
        #endif
        // The compiler gives its version only by comparison.
        #if compiler(>=6.4)
            let swift = "6.4 or later"
        #elseif compiler(>=6.3.1)
            let swift = "6.3.1"
        #elseif compiler(>=6.3)
            let swift = "6.3"
        #else
            let swift = "6.2"
        #endif
        return ["os": .string(os), "arch": .string(arch), "swift": .string(swift)]
    }()
}
