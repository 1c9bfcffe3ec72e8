#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// What is the same in every fuzzer: the loop, which is libFuzzer's, and how a broken claim ends it.
package enum Fuzzing {
    /// Set once, before the loop. A C function, as libFuzzer wants one, cannot capture it.
    nonisolated(unsafe) private static var claim: (_ input: [UInt8]) throws -> Void = { _ in }

    /// How long the slowest input took so far, in milliseconds of the processor.
    nonisolated(unsafe) private static var slowest = 0

    /// Hands `claim` one input after the other, as the command line of libFuzzer asks, and exits.
    ///
    /// An input for which `claim` throws, or traps, or takes over a second, is a finding.
    package static func run(_ claim: @escaping (_ input: [UInt8]) throws -> Void) -> Never {
        self.claim = claim
        var count = CommandLine.argc
        var arguments = CommandLine.unsafeArgv
        exit(
            runDriver(&count, &arguments) { start, count in
                Fuzzing.hand([UInt8](UnsafeBufferPointer(start: start, count: count)))
                return 0
            })
    }

    private static func hand(_ input: [UInt8]) {
        let start = clock()
        do { try claim(input) } catch { fatalError("an error came out: \(error)") }
        // Of the processor, not of the wall: on a busy machine anything may take a second of that.
        let milliseconds = (clock() - start) / 1000
        if milliseconds > slowest {
            slowest = milliseconds
            print("the slowest so far: \(milliseconds) ms for \(input.count) bytes")
            fflush(nil)
        }
        require(milliseconds <= 1000, "\(milliseconds) ms are too many for \(input.count) bytes")
    }

    /// Stops at an input for which what must hold does not.
    package static func require(_ holds: Bool, _ claim: @autoclosure () -> String, line: Int = #line) {
        // In a release build a precondition would not say which.
        if !holds { fatalError("line \(line) is broken: \(claim())") }
    }
}

/// The loop of libFuzzer for those who bring their own `main` (compiler-rt, `FuzzerDriver.cpp`).
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ input: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt
