import Foundation
import Testing
import TimelineKit
import TimelineTestSupport

@testable import TimelineDebugger

@Suite(.ownThreads)
struct ChildProcessTests {
    @Test(arguments: [0, 1, 77, 255]) func itReturnsTheStatus(status: Int) throws {
        #expect(try ChildProcess(["/bin/sh", "-c", "exit \(status)"]).wait() == .exited(status))
    }

    @Test(arguments: [SIGKILL, SIGTERM, SIGSEGV, SIGPIPE]) func itReturnsTheSignal(signal: Int32) throws {
        #expect(try ChildProcess(["/bin/sh", "-c", "kill -\(signal) $$"]).wait() == .signaled(signal))
    }

    @Test func argumentsArriveUnchanged() throws {
        let script = #"[ $# = 3 ] && [ "$1" = "a b" ] && [ -z "$2" ] && [ "$3" = '$HOME' ]"#
        #expect(try ChildProcess(["/bin/sh", "-c", script, "name", "a b", "", "$HOME"]).wait() == .exited(0))
    }

    @Test func addedVariablesReplaceInheritedOnes() throws {
        let script = """
            [ "$TIMELINE_RECORD" = "a=b c" ] && [ "$PATH" = /nowhere:/usr/bin:/bin ] && [ -n "$HOME" ] \
            && [ $(env | grep -c '^PATH=') = 1 ]
            """
        let added = ["TIMELINE_RECORD": "a=b c", "PATH": "/nowhere:/usr/bin:/bin"]
        #expect(try ChildProcess(["/bin/sh", "-c", script], environment: added).wait() == .exited(0))
    }

    @Test func aMissingCommandThrows() {
        #expect(throws: ChildProcess.StartError(command: "/nowhere/at-all", code: ENOENT)) {
            try ChildProcess(["/nowhere/at-all"], input: [1])
        }
        #expect(
            "\(ChildProcess.StartError(command: "/nowhere/at-all", code: ENOENT))"
                == "cannot run /nowhere/at-all: No such file or directory")
    }

    @Test func emptyInputIsAnEndOfFile() throws {
        #expect(try ChildProcess(["/bin/sh", "-c", "[ $(wc -c) -eq 0 ]"], input: []).wait() == .exited(0))
    }

    @Test func signalsThatThisThreadBlocksReachIt() throws {
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        #expect(try ChildProcess(["/bin/sh", "-c", "kill -TERM $$; exit 3"]).wait() == .signaled(SIGTERM))
    }

    /// A child that limits its own time must not run on where this process ignores the signal.
    @Test func signalsThatThisProcessIgnoresEndIt() async {
        await #expect(processExitsWith: .success) {
            for signal in [Signal.alarm, .interrupt, .terminate] {
                signal.ignore()
                let child = try ChildProcess(["/bin/sh", "-c", "kill -\(signal.rawValue) $$; exit 3"])
                let ending = try child.wait()
                #expect(ending == .signaled(signal.rawValue))
            }
        }
    }

    @Test func aBrokenPipeLeavesNoPendingSignal() throws {
        let large = [UInt8](repeating: 0x20, count: 1 << 20)
        for _ in 0..<3 { #expect(try ChildProcess(["true"], input: large).wait() == .exited(0)) }
        var pending = sigset_t()
        sigpending(&pending)
        #expect(sigismember(&pending, SIGPIPE) == 0)
    }

    @Test func noDescriptorStaysOpen() async {
        await #expect(processExitsWith: .success) {
            func next() -> Int32 {
                let descriptor = dup(0)
                close(descriptor)
                return descriptor
            }
            let before = next()
            for _ in 0..<50 {
                _ = try ChildProcess(["true"], input: [1, 2, 3]).wait()
                _ = try? ChildProcess(["/nowhere/at-all"], input: [1, 2, 3])
            }
            // The runtime opens a few descriptors of its own; one left by each process would be a hundred.
            #expect(next() < before + 20)
        }
    }

    @Test func inputArrivesIfThisProcessHasNone() async {
        await #expect(processExitsWith: .success) {
            close(0)
            let child = try ChildProcess(["/bin/sh", "-c", "[ $(cat) = heard ]"], input: Array("heard\n".utf8))
            let ending = try child.wait()
            #expect(ending == .exited(0))
        }
    }

    /// A duplicate takes the number of a descriptor that is duplicated after it.
    @Test func descriptorsThatChangePlacesArriveWhole() throws {
        func file() throws -> FileDescriptor {
            let file = try FileDescriptor(temporary: "\(Environment.temporaryFolder)/timeline-")
            FileSystem.remove(file.path)
            return file
        }
        let one = try file()
        let other = try file()
        let numbers = (fcntl(one.rawValue, F_DUPFD_CLOEXEC, 60), fcntl(other.rawValue, F_DUPFD_CLOEXEC, 60))
        defer {
            close(numbers.0)
            close(numbers.1)
        }
        let child = try ChildProcess(
            ["/bin/bash", "-c", "echo first >&\(numbers.0); echo second >&\(numbers.1)"],
            descriptors: [numbers.0: numbers.1, numbers.1: numbers.0])
        #expect(try child.wait() == .exited(0))
        #expect(try one.read(at: 0, count: 100) == Array("second\n".utf8))
        #expect(try other.read(at: 0, count: 100) == Array("first\n".utf8))
    }
}
