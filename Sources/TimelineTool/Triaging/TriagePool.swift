internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

/// A copy of this process for each timeline, of which a few run at once. This process starts no thread.
struct TriagePool<P: Program> {
    let triage: TimelineTriage<P>
    let programName: String
    let seconds: Int

    /// In the order of the inputs.
    func run(_ inputs: inout VerificationInputs, report: (TriageGroup, TimelinePlace?) throws -> Void) throws {
        var running: [(place: TimelinePlace, copy: ForkedProcess)] = []
        func reportFirst(leaving count: Int) throws {
            while running.count > count {
                let (place, copy) = running.removeFirst()
                try report(try group(of: place, copy.result(reading: running.map(\.copy))), place)
            }
        }
        while let input = try inputs.take() {
            switch input {
            case .place(let place): running.append((place, try start(place, isForked: false)))
            case .error(let path, let error):
                try reportFirst(leaving: 0)
                try report(Self.unknown(path, Self.reason(error)), nil)
            }
            try reportFirst(leaving: 2 * SystemInfo.processorCount - 1)
        }
        try reportFirst(leaving: 0)
    }

    private func start(_ place: TimelinePlace, isForked: Bool) throws -> ForkedProcess {
        // Reading may take as long as the search.
        try ForkedProcess(endingAfterSeconds: 2 * seconds + 5) {
            // Copies that this one starts have the rule of their own.
            if !isForked { CurrentProcess.forbidChildren(isLast: true) }
            return JSON.object(group(of: place, isForked: isForked).json).text
        }
    }

    /// Where the copy ended before its answer, another one tries each part of the run in a copy of its own.
    private func group(
        of place: TimelinePlace, _ result: (bytes: [UInt8], ending: ChildProcess.Ending)
    ) throws -> TriageGroup {
        var (bytes, ending) = result
        if let group = Self.group(bytes) { return group }
        if ending != .signaled(Signal.alarm.rawValue) {
            (bytes, ending) = try start(place, isForked: true).result()
            if let group = Self.group(bytes) { return group }
        }
        let isLate = ending == .signaled(Signal.alarm.rawValue)
        return Self.unknown(
            place.name, isLate ? "it took too long to read and replay" : "the process that replays it \(ending.text)")
    }

    private static func group(_ bytes: [UInt8]) -> TriageGroup? {
        (try? JSON(parsing: bytes))?.object.flatMap { try? TriageGroup($0) }
    }

    private func group(of place: TimelinePlace, isForked: Bool) -> TriageGroup {
        do {
            let (journal, salvage) = try place.open(unpacker: try GzipUnpacker())
            guard journal.header.program == programName else {
                return Self.unknown(
                    place.name, "it was recorded by the program \"\(journal.header.program)\"", journal.header)
            }
            do {
                let group = try triage.group(of: journal, at: place.name, isForked: isForked)
                // What is lost may hold a bug.
                guard group.id.answer == .nothing, let salvage, let first = salvage.damage.first else { return group }
                throw JournalError.damaged(first: first, count: salvage.damageCount)
            } catch { return Self.unknown(place.name, Self.reason(error), journal.header) }
        } catch { return Self.unknown(place.name, Self.reason(error)) }
    }

    /// Without what to do.
    private static func reason(_ error: any Error) -> String { String(ToolError(error).message.prefix { $0 != "\n" }) }

    private static func unknown(_ file: String, _ reason: String, _ header: Header? = nil) -> TriageGroup {
        TriageGroup(
            .init(program: header?.program ?? "", .unknown, key: nil, culprit: ""),
            session: header?.session ?? file,
            .init(started: header?.started ?? "", version: header?.version ?? ""), steps: 0, file: file, reason: reason)
    }
}
