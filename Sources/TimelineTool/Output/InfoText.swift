internal import TimelineKit
internal import TimelineReplay

struct InfoText {
    let journal: Journal
    let index: JournalIndex
    private var actions: ActionCounts { index.actionCounts }
    var lost: ClosedRange<Int>?

    var json: JSON {
        let header = journal.header
        return .members([
            "timeline": .int(header.format), "program": .string(header.program), "version": .string(header.version),
            "session": .string(header.session), "started": .string(header.started),
            "steps": .int(index.last - index.first), "actions": .int(index.actions), "opaque": .int(index.opaque),
            "sets": .int(index.sets), "generated": index.generated > 0 ? .int(index.generated) : nil,
            "canceled": index.canceled > 0 ? .int(index.canceled) : nil,
            "slow": index.slow.slowest.isEmpty
                ? nil
                : .members([
                    "over": .array(
                        [(8, index.slow.over8), (16, index.slow.over16)].map {
                            .members(["milliseconds": .int($0), "count": .int($1)])
                        }),
                    "slowest": .array(
                        index.slow.slowest.map {
                            .members(["step": .int($0.seq), "seconds": JSONNumber($0.time.seconds).map { .number($0) }])
                        }),
                ]),
            "snapshots": .int(index.snapshots), "marks": .int(index.marks.count), "gaps": .int(index.gaps.count),
            "seconds": JSONNumber(index.lastAt.seconds).map { .number($0) }, "bytes": .int(journal.bytes),
            "clean": .bool(index.end != nil), "checked": .string(journal.checksOnly ? "checksums" : "lines"),
            "torn": .bool(index.isTorn),
            "tornSegments": index.tornSegments.isEmpty ? nil : .array(index.tornSegments.map(Self.place)),
            "damage": .array(index.damage.map(Self.place)), "missing": journal.missingStart.map(Self.place),
            "unreturned": journal.unreturned.map { .int($0) },
            "lost": lost.map { .members(["from": .int($0.lowerBound), "through": .int($0.upperBound)]) },
            "bundle": header.object["bundle"], "replica": header.object["replica"],
            "byAction": .array(
                actions.sorted.map {
                    .members(["action": $0.name.map { .string($0) } ?? .null, "count": .int($0.count)])
                }), "otherActions": actions.others > 0 ? .int(actions.others) : nil,
        ])
    }

    static func place(_ damage: Damage) -> JSON {
        .members([
            "file": .string(damage.file), "line": .int(damage.line), "byte": .int(damage.byte),
            "reason": .string(damage.reason),
        ])
    }

    var text: String {
        let header = journal.header
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
        if let slowest = index.slow.slowest.first {
            let steps = index.slow.slowest.map { "step \($0.seq) \(Layout.seconds($0.time.seconds)) s" }
            let over =
                "\(Layout.grouped(index.slow.over8)) over 8 ms, \(Layout.grouped(index.slow.over16)) over 16 ms; "
            rows.append(("slow", (slowest.time.microseconds > 8000 ? over : "") + steps.joined(separator: ", ")))
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
        let (header, count) = (journal.header, index.damageCount)
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
