import Foundation

/// A check of one input. It fails if it throws, traps, or takes more than a second.
protocol Fuzzer {
    static func test(_ bytes: [UInt8]) throws
}

/// `Fuzz FUZZER [OPTION OF LIBFUZZER…] [FILE…]`: the loop of libFuzzer, and assertions.
@main enum Fuzzing {
    private static let fuzzers: [any Fuzzer.Type] = {
        let fuzzers: [any Fuzzer.Type] = [
            FuzzJSON.self, FuzzCoding.self, FuzzJSONPath.self, FuzzJournal.self, FuzzChecksums.self, FuzzSeeking.self,
            FuzzBundle.self,
        ]
        #if CONVERTING
            return fuzzers + [FuzzReduxDevTools.self, FuzzActions.self]
        #else
            return fuzzers
        #endif
    }()

    /// Set once, before the loop, because the C function for libFuzzer cannot capture it.
    nonisolated(unsafe) private static var fuzzer: any Fuzzer.Type = FuzzJSON.self

    /// The CPU time of the slowest input so far, in milliseconds.
    nonisolated(unsafe) private static var slowest = 0

    static func main() {
        let name = CommandLine.arguments.dropFirst().first
        guard let fuzzer = fuzzers.first(where: { "\($0)" == name }) else { fatalError("the fuzzers are \(fuzzers)") }
        self.fuzzer = fuzzer
        var count = CommandLine.argc - 1
        // Without the name of the fuzzer.
        CommandLine.unsafeArgv[1] = CommandLine.unsafeArgv[0]
        var arguments = CommandLine.unsafeArgv + 1
        exit(
            runDriver(&count, &arguments) { start, count in
                Fuzzing.test([UInt8](UnsafeBufferPointer(start: start, count: count)))
                return 0
            })
    }

    private static func test(_ input: [UInt8]) {
        let start = clock()
        do { try fuzzer.test(input) } catch { fatalError("an error was thrown: \(error)") }
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
    static func require(_ holds: Bool, _ failure: @autoclosure () -> String, line: Int = #line) {
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
