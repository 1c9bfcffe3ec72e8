internal import TimelineKit
internal import TimelineReplay

struct InfoText: Answer {
    let journal: Journal
    let index: JournalIndex
    private var actions: ActionCounts { index.actionCounts }
    var lost: ClosedRange<Int>?
    /// In a list.
    var file: String?
    private var header: Header { journal.header }

    static let fields: Fields<Self> = """
        file?\({ $0.file }): text // In a list, the path of the timeline.
        timeline\({ $0.header.format }): 1 // The version of the format.
        program\({ $0.header.program }): text
        version\({ $0.header.version }): text // The version of the program.
        session\({ $0.header.session }): text // Identifies the run.
        started\({ $0.header.started }): text // When the run started: ISO 8601, in UTC.
        steps\({ $0.index.last - $0.index.first }): count // The number of steps, with those in gaps.
        actions\({ $0.index.actions }): count // The number of actions on file, with the opaque ones.
        opaque\({ $0.index.opaque }): count // The number of actions that could not be encoded.
        sets\({ $0.index.sets }): count // The number of states set from outside.
        generated?\({ $0.index.generated }): count // The number of generated values; absent if 0.
        canceled?\({ $0.index.canceled }): count // The number of steps whose work was canceled before its last result; absent if 0.
        slow?\({ $0.index.slow.over8 == 0 ? nil : $0.index.slow }, """
            over\({ [(8, $0.over8), (16, $0.over16)] }, "milliseconds\({ $0.0 }): count, count\({ $0.1 })") // How many ran longer.
            slowest\({ $0.slowest }, "step\({ $0.seq }): seq, seconds\({ JSON(floatLiteral: $0.time.seconds) }): number") // At most three.
            """) // Of reducers; absent if none ran longer than 8 milliseconds.
        snapshots\({ $0.index.snapshots }): count, marks\({ $0.index.marks.count }): count, gaps\({ $0.index.gaps.count }): count
        seconds\({ JSON(floatLiteral: $0.index.lastAt.seconds) }): number + {"minimum": 0} // From the start to the last step or line, in seconds.
        bytes\({ $0.journal.bytes }): count // The size of all segments, unpacked.
        clean\({ $0.index.end != nil }): flag // Whether the run ended cleanly.
        checked\({ $0.journal.checksOnly ? "checksums" : "lines" }): "checksums" | "lines" // What was checked: checksum, kind and order of each line, or all of each line.
        torn\({ $0.index.isTorn }): flag // Whether a last line is incomplete, and left out.
        tornSegments?\({ $0.index.tornSegments }): [place] // Segments that end before their first state is complete.
        damage\({ $0.index.damage }): [place], missing?\({ $0.journal.missingStart })
        unreturned?\({ $0.journal.unreturned }): seq // The step whose reducer never returned.
        lost?\({ $0.lost }): steps // Steps that were reduced but not written.
        bundle?\({ $0.header.object["bundle"] }): bundleNote
        replica?\({ $0.header.object["replica"] }): object // For the log of a replica: its identifier and mode.
        byAction\({ $0.actions.sorted }, """
            action\({ $0.name }): text | null // The name of the action; null for those without one.
            count\({ $0.count })
            """) // How often each kind of action occurs, the most frequent first.
        otherActions?\({ $0.actions.others }): count // The number of actions of further kinds, which byAction leaves out.
        """

    var text: String {
        var rows: [(String, String)] = []
        rows.append(("program", "\(header.program) \(header.version)"))
        rows.append(("session", header.session))
        rows.append(("started", header.started))
        if let platform = header.object["platform"]?.object {
            let parts = ["os", "arch"].compactMap { platform[$0]?.string }
            let swift = platform["swift"]?.string.map { ", Swift \($0)" } ?? ""
            rows.append(("platform", parts.joined(separator: " ") + swift))
        }
        if let bundle = header.bundle {
            let ended = bundle.signal.map { ", ended by \($0)" } ?? ""
            let isPart = bundle.lastReduced == true && bundle.signal == nil
            rows.append(("bundle", "\(isPart ? "" : "the last ")\(Layout.count(bundle.states, "step"))\(ended)"))
            if let crash = Self.crash(bundle) { rows.append(("crashed", crash)) }
            if let fault = bundle.backtrace?.fault { rows.append(("fault", fault)) }
        }
        if let replica = header.object["replica"]?.object?["id"]?.string {
            rows.append(
                ("replica", "\(replica): changes of other replicas come between its steps, and are not in this file"))
        }
        rows.append(("steps", Self.steps(index)))
        rows.append(("actions", Layout.grouped(index.actions)))
        rows += actionRows
        if index.opaque > 0 { rows.append(("opaque", "\(Layout.count(index.opaque, "action")) could not be encoded")) }
        if index.generated > 0 { rows.append(("generated", Layout.count(index.generated, "value"))) }
        if index.canceled > 0 { rows.append(("canceled", "the work of \(Layout.count(index.canceled, "step"))")) }
        if index.slow.over8 > 0 {
            let steps = index.slow.slowest.map { "step \($0.seq) \(Layout.seconds($0.time.seconds)) s" }
            let over =
                "\(Layout.grouped(index.slow.over8)) over 8 ms, \(Layout.grouped(index.slow.over16)) over 16 ms; "
            rows.append(("slow", over + steps.joined(separator: ", ")))
        }
        if index.sets > 0 { rows.append(("states set", Layout.grouped(index.sets))) }
        let policy = header.object["snapshots"]?.string.map { " (\($0))" } ?? ""
        rows.append(("snapshots", Layout.grouped(index.snapshots) + policy))
        for gap in index.gaps { rows.append(("gap", "steps \(gap.seq) to \(gap.through) are missing: \(gap.why)")) }
        if let lost {
            let verb = lost.count == 1 ? "was" : "were"
            rows.append(("lost", "\(Layout.steps(lost)) \(verb) reduced but not written, according to the status page"))
        }
        if index.unknown > 0 { rows.append(("unknown", Layout.linesOfUnknownKinds(index.unknown))) }
        if let missing = journal.missingStart { rows.append((Style.bad("missing"), missing.description)) }
        rows.append(("size", Layout.count(journal.bytes, "byte")))
        // The row "ended" reports a torn last line.
        for torn in index.tornLines where torn.file != journal.files.last?.name || !index.tornSegments.isEmpty {
            rows.append(("torn", "\(torn.file), line \(torn.line), byte \(torn.byte): incomplete, and left out"))
        }
        for torn in index.tornSegments { rows.append(("torn", torn.description)) }
        rows.append(("ended", ending))
        for damage in Damage.runs(index.damage, of: index.damageCount) { rows.append((Style.bad("damage"), damage)) }
        if index.damageCount > 0 { rows.append(("remedy", JournalError.remedy)) }
        for mark in index.marks.prefix(Self.limit) { rows.append(("mark", "%\(mark.name), after step \(mark.seq)")) }
        if index.marks.count > Self.limit { rows.append(("", "and \(index.marks.count - Self.limit) more marks")) }
        return rows.map { name, value in
            let label = Layout.padded(name, to: Self.labelWidth)
            return "\(label)\(Layout.visible(value))"
        }.joined(separator: "\n")
    }

    /// In a list of several.
    var line: String {
        let count = index.damageCount
        let run = "\(header.program) \(header.version), started \(header.started), \(Self.steps(index))"
        return Layout.visible("\(run), ended \(ending)\(count > 0 ? ", \(Layout.count(count, "place")) damaged" : "")")
    }

    private static let labelWidth = 11
    private static let limit = 10

    private var actionRows: [(String, String)] {
        let width = Layout.grouped(index.actions).count
        let sorted = actions.sorted
        var rows = sorted.prefix(Self.limit).map {
            ("", "\(Layout.right(Layout.grouped($0.count), to: width))  \($0.name ?? "without a name")")
        }
        let more = sorted.count - rows.count
        if more > 0 || actions.others > 0 {
            let least = actions.others > 0 ? "at least " : ""
            rows.append(("", "\(Layout.right("", to: width))  and \(least)\(max(more, 1)) more"))
        }
        return rows
    }

    private static func steps(_ index: JournalIndex) -> String {
        if index.checkpoints.isEmpty, index.last == index.first {
            return "none: the timeline does not contain the first state"
        }
        let count = index.last - index.first
        let time = Layout.seconds(index.lastAt.seconds)
        switch count {
        case 0: return index.first == 0 ? "none" : "none after step \(index.first)"
        case 1: return "1 step, number \(index.last), in \(time) s"
        default: return "\(Layout.count(count, "step")), \(index.first + 1) to \(index.last), in \(time) s"
        }
    }

    /// `with SIGILL (status 132) in Counter.add(_:) at Counter.swift:12`; nil if only the signal is known.
    private static func crash(_ bundle: BundleNote) -> String? {
        let place = bundle.backtrace?.place?.location.map { "in \($0)" }
        guard let status = bundle.exitStatus, let signal = bundle.signal else { return place }
        let how = "with \(signal) (status \(status))"
        return place.map { "\(how) \($0)" } ?? how
    }

    private var ending: String {
        if let step = journal.unreturned { return "in step \(step), whose reducer never returned" }
        switch index.tornSegments.count {
        case 0: break
        case 1: return "not cleanly: the last segment is torn and was left out"
        case let count: return "not cleanly: the last \(count) segments are torn and were left out"
        }
        if let cut = index.cut, index.end == nil { return "unknown: \(cut.reason)" }
        if !index.isCut, index.tornLines.last?.file == journal.files.last?.name, !index.tornLines.isEmpty {
            return "not cleanly: the last line is torn and was left out"
        }
        if index.end != nil { return "cleanly" }
        let bundle = journal.header.bundle
        if bundle?.lastReduced == true, bundle?.signal == nil, bundle?.exitStatus == nil {
            return "unknown: a bundle has no end line"
        }
        return "not cleanly, or still running: there is no end line"
    }
}

extension Damage: Answer {
    static let fields: Fields<Self> = """
        file\({ $0.file }): text
        line\({ $0.line }): integer + {"minimum": 1} // From 1.
        byte\({ $0.byte }): count // From the start of the file, which is 0.
        reason\({ $0.reason }): text // What is wrong there.
        """
}
