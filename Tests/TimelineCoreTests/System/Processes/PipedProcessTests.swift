import Foundation
import Testing
import TimelineSystem
import TimelineTestSupport

@Suite(.ownThreads)
struct PipedProcessTests {
    private func text(_ line: [UInt8]?) -> String? { line.map { String(decoding: $0, as: UTF8.self) } }

    @Test func linesGoBothWays() throws {
        let process = try PipedProcess([
            "/bin/sh", "-c", "while read line <&3; do echo \"got $line\"; done; printf end",
        ])
        for number in 1...3 {
            #expect(process.send(Array("line \(number)".utf8)))
            #expect(text(try process.nextLine()) == "got line \(number)")
        }
        #expect(try process.wait() == .exited(0))
        #expect(text(try process.nextLine()) == "end")
        #expect(try process.nextLine() == nil)
    }

    @Test func errorsArriveInTheOrderOfTheWrites() throws {
        let process = try PipedProcess(["/bin/sh", "-c", "echo one; echo two >&2; echo; echo three; exit 4"])
        var lines: [String] = []
        while let line = text(try process.nextLine()) { lines.append(line) }
        #expect(lines == ["one", "two", "", "three"])
        #expect(try process.wait() == .exited(4))
    }

    @Test func aLongLineArrivesWhole() throws {
        let process = try PipedProcess(["/bin/sh", "-c", "head -c 300000 /dev/zero | tr '\\0' x; echo; echo short"])
        #expect(try process.nextLine()?.count == 300_000)
        #expect(text(try process.nextLine()) == "short")
    }

    @Test func aLineWithoutAnEndIsAnErrorAtTheLimit() throws {
        let process = try PipedProcess(["/bin/sh", "-c", "echo short; cat /dev/zero"], lineLimit: 100_000)
        #expect(text(try process.nextLine()) == "short")
        let error = #expect(throws: FileError.self) { try process.nextLine() }
        #expect(
            error?.description == "cannot read /bin/sh: a line would be longer than the limit of readers, 256 MiB")
    }

    @Test func linesOfADescriptorOfTheirOwnAreApartFromWhatTheChildPrints() throws {
        let script = "cat; echo printed; echo wrong >&2; printf partial; read line <&3; echo \"got $line\" >&4; exit 5"
        let process = try PipedProcess(
            ["/bin/sh", "-c", script], input: Array("input".utf8), discardsStandardOutput: true)
        #expect(process.send(Array("it".utf8)))
        #expect(text(try process.nextLine()) == "got it")
        #expect(try process.nextLine() == nil)
        #expect(try process.wait() == .exited(5))
    }

    @Test func severalAreOpenAtOnce() throws {
        let processes = try (0..<8).map { _ in try PipedProcess(["/bin/sh", "-c", "cat <&3"]) }
        for (number, process) in processes.enumerated() { #expect(process.send(Array("\(number)".utf8))) }
        for (number, process) in processes.enumerated() { #expect(text(try process.nextLine()) == "\(number)") }
        // The input of each is closed, although the others were started later.
        for process in processes { #expect(try process.wait() == .exited(0)) }
    }

    @Test func aProcessThatIsNoLongerWantedIsEnded() throws {
        var process: PipedProcess? = try PipedProcess(["/bin/sleep", "1000"])
        let id = try #require(process?.child.id)
        process = nil
        #expect(kill(id, 0) == -1 && errno == ESRCH)
    }

    @Test func aCommandThatIsNotThereCannotBeStarted() {
        #expect(throws: ChildProcess.StartError.self) { try PipedProcess(["/nowhere/at/all"]) }
    }
}
