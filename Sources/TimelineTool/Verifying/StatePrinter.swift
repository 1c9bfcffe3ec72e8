internal import TimelineDebugger
internal import TimelineJournal
internal import TimelineKit
internal import TimelineSystem

enum StatePrinter {
    static let command = "print-states"

    static func print(
        _ program: some Program, _ journal: any ReplayableJournal, _ range: ClosedRange<Int>?, passing: Int?,
        fresh: Bool
    ) throws {
        let range = range ?? journal.first...max(journal.first, journal.end)
        let states = StateSequence(
            TrapReport.watched(Replayer(program, journal, fresh: fresh)), range, passing: passing)
        while let element = try states.next() { RecordSeparated.write(StateLine.element(element).bytes) }
        RecordSeparated.write(StateLine.end.bytes)
    }

    static func states(
        of place: TimelinePlace, by executable: String, _ range: ClosedRange<Int>, passing: Int? = nil, fresh: Bool,
        process name: String, seeking: Bool = false
    ) throws -> StateSequence {
        var arguments = [executable, command, "--from", "\(range.lowerBound)", "--to", "\(range.upperBound)"]
        if let passing { arguments += ["--passing", "\(passing)"] }
        if fresh { arguments.append("--fresh") }
        if seeking { arguments.append("--seeking") }
        let process = try PipedProcess(arguments + ["--name=\(place.name)", "--"] + place.files)
        var upcoming: Int?
        var printed = PrintedError()
        var isAtEnd = false
        return StateSequence {
            if isAtEnd { return nil }
            while let line = try Self.nextLine(of: process, name, upcoming) {
                guard let (answer, _) = RecordSeparated.answer(in: line) else {
                    printed.add(line)
                    continue
                }
                switch StateLine(parsing: answer) {
                case .element(let element):
                    upcoming = element.seq + 1
                    isAtEnd = element.stop != nil
                    return element
                case .end:
                    isAtEnd = true
                    return nil
                case nil: throw InterruptedReplay(name, before: upcoming, ending: "its answer cannot be read")
                }
            }
            isAtEnd = true
            let ending = try process.wait()
            throw InterruptedReplay(name, before: upcoming, ending: printed.message ?? "it \(ending.text)")
        }
    }

    private static func nextLine(of process: PipedProcess, _ name: String, _ upcoming: Int?) throws -> [UInt8]? {
        do throws(FileError) { return try process.nextLine() } catch {
            throw InterruptedReplay(name, before: upcoming, ending: error.description)
        }
    }
}
