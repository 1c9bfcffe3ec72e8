#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// The loop of a fuzzer, which is that of libFuzzer, and its assertions.
package enum Fuzzing {
    /// Set once, before the loop, because the C function for libFuzzer cannot capture it.
    nonisolated(unsafe) private static var claim: (_ input: [UInt8]) throws -> Void = { _ in }

    /// The CPU time of the slowest input so far, in milliseconds.
    nonisolated(unsafe) private static var slowest = 0

    /// Calls `claim` with one input after the other, as the command line of libFuzzer says, and exits.
    ///
    /// An input for which `claim` throws, or traps, or takes more than a second, is a finding.
    package static func run(_ claim: @escaping (_ input: [UInt8]) throws -> Void) -> Never {
        self.claim = claim
        var count = CommandLine.argc
        var arguments = CommandLine.unsafeArgv
        exit(
            runDriver(&count, &arguments) { start, count in
                Fuzzing.test([UInt8](UnsafeBufferPointer(start: start, count: count)))
                return 0
            })
    }

    private static func test(_ input: [UInt8]) {
        let start = clock()
        do { try claim(input) } catch { fatalError("an error was thrown: \(error)") }
        // CPU time, because on a busy machine anything may take a second of wall-clock time.
        let milliseconds = (clock() - start) / 1000
        if milliseconds > slowest {
            slowest = milliseconds
            print("the slowest so far: \(milliseconds) ms for \(input.count) bytes")
            fflush(nil)
        }
        require(milliseconds <= 1000, "\(milliseconds) ms is too long for \(input.count) bytes")
    }

    /// Reports a finding unless `holds`.
    ///
    /// - Parameter failure: What is wrong.
    package static func require(_ holds: Bool, _ failure: @autoclosure () -> String, line: Int = #line) {
        // A precondition has no message in a release build.
        if !holds { fatalError("line \(line): \(failure())") }
    }
}

/// The loop of libFuzzer for programs with their own `main` (compiler-rt, `FuzzerDriver.cpp`).
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ input: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt
