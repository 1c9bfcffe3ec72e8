import Foundation
import TimelineTestPrograms
@testable import TimelineKit
@testable import TimelineReplay
import TimelineTestSupport

/// Consecutive launches of one app, each killed, with checks of what each launch finds of earlier ones.
final class KillChain {
    private let scratch: TemporaryFolder
    private var random: Seed
    private let blocks: Int
    private let threads = 4
    /// The retention limit in bytes.
    private let retention: Int
    private let bundleLimit = 20_000_000
    private var recordedBytes = 0
    private let snapshotEvery: Int?

    private(set) var tally = KillTally()
    private(set) var problems: [String] = []

    private var runs: [KilledRun] = []
    private var wasLastKilled = false
    /// The runs with a bundle.
    private var bundled: Set<String> = []
    private var saves: SaveHistory
    private var context = ""

    init(seed: UInt64, blocks: Int) throws {
        scratch = TemporaryFolder()
        random = Seed(seed)
        self.blocks = blocks
        // From limits that each run exceeds to limits that all runs together do not.
        retention = 1 << Int.random(in: 15...25, using: &random)
        // With large states, the balanced policy takes no snapshot in such a short run.
        snapshotEvery = blocks < 512 ? [nil, nil, 20].randomElement(using: &random)! : 100
        saves = SaveHistory(initial: StateDigest(BulkState(blocks: blocks, threads: threads)))
        for name in ["recordings", "saved", "repaired", "sent", "kept"] { mkdir(scratch.file(name), 0o700) }
    }

    private var recordings: String { scratch.file("recordings") }
    private var sent: Set<String> { Set(runs.filter(\.isSent).map(\.stem)) }

    /// Kills `kills` launches, every third during recovery, and lets the last one finish.
    func run(kills: Int) throws {
        while tally[.kills] < kills, problems.isEmpty {
            let actions = 20 << Int.random(in: 0...Harness.count(small: 2, full: 5), using: &random)
            let moment =
                tally[.kills] % 3 == 1
                ? KillMoment.inRecovery(&random) : .anywhere(&random, actions: actions * threads)
            try launch(moment, actions: actions)
        }
        guard problems.isEmpty else { return }
        try launch(.never, actions: 10)
        try checkEnd()
    }

    private func launch(_ moment: KillMoment, actions: Int) throws {
        tally[.launches] += 1
        context = "launch \(tally[.launches]), killed \(moment)"
        let orders = BulkOrders(
            folder: scratch.path, blocks: blocks, threads: threads, retention: retention, snapshotEvery: snapshotEvery,
            wrapsReducer: Int.random(in: 0..<4, using: &random) == 0,
            // The last run must find that everything was reported.
            sendsLate: Int.random(in: 0..<4, using: &random) == 0 && !moment.isNever, actions: actions,
            rest: [0, 500, 4000].randomElement(using: &random)!, seed: random.next())
        let known = Set(runs.map(\.stem))
        let launch = try KilledLaunch(orders, moment) {
            try Self.segments(in: recordings).filter { !known.contains(JournalFolder.stem(of: $0)) }.count
        }
        if let problem = launch.problem { complain(problem) }
        let isRecovered = launch.notices.contains { $0.kind == .launched }
        if launch.wasKilled {
            tally[.kills] += 1
            if !isRecovered, wasLastKilled { tally[.killsInRecovery] += 1 }
        }
        wasLastKilled = launch.wasKilled
        let phase = launch.notices.last { $0.kind != .saving && $0.kind != .saved }?.kind
        if launch.wasKilled { tally.phases[phase.map { "\($0)" } ?? "nothing", default: 0] += 1 }

        let earlier = sent
        checkReports(launch.notices, isRecovered: isRecovered)
        if let problem = saves.take(launch.notices) { complain(problem) }
        if launch.notices.contains(where: { $0.kind == .set }) { tally[.restored] += 1 }
        try checkOriginals(sent: orders.sendsLate ? earlier : sent, launch.notices)
        try takeRun(launch, known)
        if isRecovered { try checkRecovered(launch.notices) }
    }

    /// The state that it begins with, twice its limit or that state, where the next one was late, and a line.
    private var largestSegment: Int {
        let state = 1100 * blocks + 1000
        return state + 2 * max(retention / 8, state) + (128 << 10)
    }

    private static func segments(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { $0.hasSuffix(".jsonl") && !$0.hasSuffix(".bundle.jsonl") }
    }

    private func complain(_ problem: String) { problems.append("\(context): \(problem)") }

    // MARK: - The run that was killed

    private func takeRun(_ launch: KilledLaunch, _ known: Set<String>) throws {
        let stems = Set(try Self.segments(in: recordings).map(JournalFolder.stem)).subtracting(known)
        guard let stem = stems.first, stems.count == 1 else {
            if !stems.isEmpty { complain("it left \(stems.count) runs") }
            if launch.notices.contains(where: { $0.kind == .recording }) { complain("it recorded, but left no file") }
            return
        }
        var run = try KilledRun(stem, in: recordings, launch.notices)
        recordedBytes += run.files.reduce(0) { $0 + $1.data.count }
        if recordedBytes + largestSegment <= retention { run.checkNoSegmentIsDeleted() }
        run.problems.forEach(complain)
        if !launch.wasKilled, !run.recorded.hasEnd { complain("it finished, but its recording has no end line") }
        tally.add(run.tally)
        runs.append(run)
        // A later launch may delete them before they are read.
        for file in run.files {
            try FileManager.default.linkItem(
                atPath: "\(recordings)/\(file.name)", toPath: "\(scratch.file("kept"))/\(file.name)")
        }
    }

    // MARK: - What a launch finds of earlier ones

    /// Checks that the launch changed no file, and that its recorder deleted no more than the limit required: whole segments, the oldest
    /// first, of runs that had ended or were sent when it began, then of others.
    private func checkOriginals(sent: Set<String>, _ notices: [Notice]) throws {
        let names = Set(try FileManager.default.contentsOfDirectory(atPath: recordings))
        // Runs that began in the same second are in no order.
        func order(_ run: KilledRun) -> String {
            (run.isOpen && !sent.contains(run.stem) ? "1" : "0") + run.stem.dropLast("-00000000".count)
        }
        let oldest = runs.filter { $0.left.contains { names.contains($0.name) } }.map(order).min()
        var deleted: (name: String, bytes: Int)?
        for (index, run) in runs.enumerated() {
            let gone = run.left.prefix { !names.contains($0.name) }
            for file in run.left.dropFirst(gone.count) where !run.isChecked || !names.contains(file.name) {
                let now = try? Data(contentsOf: URL(filePath: "\(recordings)/\(file.name)"))
                if now != file.data { complain("\(file.name) was \(now == nil ? "deleted" : "changed")") }
            }
            guard let last = gone.last else { continue }
            if let oldest, order(run) > oldest { complain("\(last.name) was deleted before the segments of \(oldest)") }
            deleted = (last.name, max(deleted?.bytes ?? 0, last.data.count))
            runs[index].lose(gone.count)
            if runs[index].left.isEmpty, !run.isSent, !run.recorded.hasEnd { tally[.deletedUnsent] += 1 }
        }
        // What was deleted later: a segment of the launch's own run, and the bundles.
        let bundles = runs.filter { run in notices.contains { $0.kind == .report && $0.a == run.id } }
            .reduce(0) { $0 + $1.files.reduce(1000) { $0 + $1.data.count } }
        if let deleted, try deleted.bytes + bytes(of: names) + largestSegment + bundles <= retention {
            complain("\(deleted.name) was deleted below the limit")
        }
    }

    private func bytes(of names: some Sequence<String>) throws -> Int {
        try names.reduce(0) {
            $0 + (try FileManager.default.attributesOfItem(atPath: "\(recordings)/\($1)")[.size] as? Int ?? 0)
        }
    }

    private func checkReports(_ notices: [Notice], isRecovered: Bool) {
        var reported: Set<UInt64> = []
        for notice in notices where notice.kind == .report {
            guard let run = runs.first(where: { $0.id == notice.a && !$0.left.isEmpty }) else {
                complain("a run is reported that does not exist")
                continue
            }
            if !reported.insert(notice.a).inserted { complain("\(run.stem) is reported twice by one launch") }
            if run.isSent { complain("\(run.stem) is reported again") }
            let recorded = run.found
            if recorded.hasEnd { complain("\(run.stem) is reported, although it ended cleanly") }
            if notice.says(Notice.isReadable) != (recorded.session != nil) {
                complain("the report is wrong about whether \(run.stem) is readable")
            }
            if Int(notice.b) != (recorded.last > recorded.first ? recorded.last : 0) {
                complain("\(run.stem) is reported to end with step \(notice.b), not \(recorded.last)")
            }
            // The header, and lines between steps.
            let mayBeTooLarge = recorded.leastBundleSize + 10_000 > bundleLimit
            if notice.says(Notice.hasBundle) != recorded.isBegun, !mayBeTooLarge {
                complain(recorded.isBegun ? "\(run.stem) has no bundle" : "\(run.stem) has a bundle without a state")
            }
            if notice.says(Notice.hasBundle) { bundled.insert(run.stem) }
            if recorded.last > recorded.first {
                if !notice.says(Notice.reducedIsKnown) {
                    complain("the report does not say whether step \(recorded.last) of \(run.stem) returned")
                } else if !notice.says(Notice.isReduced), run.hasLastStepReturned {
                    complain("step \(recorded.last) of \(run.stem) is reported as not returned")
                }
            }
        }
        if notices.contains(where: { $0.kind == .reports }) {
            for run in runs where run.isPending && !reported.contains(run.id) {
                complain("\(run.stem) is not reported")
            }
        }
        let sent = Set(notices.filter { $0.kind == .sent }.map(\.a))
        for run in runs where isRecovered && reported.contains(run.id) && !sent.contains(run.id) {
            let isDeleted = !FileManager.default.fileExists(atPath: "\(recordings)/\(run.files.last!.name)")
            if !isDeleted { complain("\(run.stem) was reported, but not sent") }
        }
        for index in runs.indices where reported.contains(runs[index].id) {
            // The launch may have been killed between writing the marker and sending the notice.
            let marker = "\(recordings)/\(runs[index].stem)-segments.reported"
            if access(marker, F_OK) == 0 || sent.contains(runs[index].id) { runs[index].isSent = true }
        }
        for notice in notices where notice.kind == .repaired {
            guard let run = runs.first(where: { $0.id == notice.a }) else { continue }
            let outcome: UInt8 = !run.found.isBegun ? 2 : run.isWhole ? 0 : 1
            if notice.flags != outcome { complain("repairing \(run.stem) ended in \(notice.flags), not \(outcome)") }
        }
    }

    // MARK: - After recovery

    /// Checks the copies and the bundles of the runs that were recovered.
    private func checkRecovered(_ notices: [Notice]) throws {
        var files: [String] = []
        for index in runs.indices where !runs[index].isChecked && (runs[index].isSent || runs[index].recorded.hasEnd) {
            runs[index].isChecked = true
            let run = runs[index]
            context = "\(run.stem)"
            files += run.files.map { "\(scratch.file("kept"))/\($0.name)" }
            guard run.isSent, run.found.isBegun else { continue }
            if bundled.contains(run.stem) {
                let bundle = "\(scratch.file("sent"))/\(run.stem).jsonl"
                files.append(bundle)
                tally[.bundles] += 1
                try checkBundle(bundle, of: run)
            }
            if !run.isWhole {
                let copy = "\(scratch.file("repaired"))/\(run.stem).jsonl"
                files.append(copy)
                tally[.copies] += 1
                try checkCopy(copy, of: run)
            }
        }
        for file in files { try? FileManager.default.removeItem(atPath: file) }
    }

    private func checkBundle(_ path: String, of run: KilledRun) throws {
        let bundle = RecordedRun([("bundle", try Data(contentsOf: URL(filePath: path)))])
        bundle.problems.forEach { complain("its bundle: \($0)") }
        guard let first = bundle.bundle.map({ $0.last.seq - $0.states }), bundle.session == run.recorded.session,
            bundle.bundle?.last.seq == run.recorded.last, bundle.last == run.recorded.last, bundle.first == first
        else { return complain("its bundle is of steps \(bundle.first) to \(bundle.last), not \(run.recorded.last)") }
        // Three states fit the limit of the destination, unless they are the largest.
        let isWithinLimit = 3 * run.recorded.largestState + 20 * 65_536 < bundleLimit
        if isWithinLimit, first > max(run.recorded.first, run.recorded.last - 20) {
            complain("its bundle does not begin before step \(first)")
        }
        if bundle.actions != run.recorded.actions.filter({ $0.seq > first }) {
            complain("its bundle has other actions")
        }
        if bundle.state(at: first) != run.recorded.state(at: first) { complain("its bundle begins with another state") }
        if bundle.bundle?.last.reduced == nil || bundle.bundle?.last.reduced == false && run.hasLastStepReturned {
            complain("its bundle does not say that step \(run.recorded.last) returned")
        }
    }

    private func checkCopy(_ path: String, of run: KilledRun) throws {
        let copy = RecordedRun([("copy", try Data(contentsOf: URL(filePath: path)))])
        copy.problems.forEach { complain("its copy: \($0)") }
        if copy.torn != nil || copy.session != run.found.session || copy.first != run.found.first
            || copy.last != run.found.last || copy.actions != run.found.actions
            || copy.state(at: copy.last) != run.found.state(at: run.found.last)
        {
            complain("its copy, of steps \(copy.first) to \(copy.last), differs from its complete lines")
        }
        let journal = try Journal(opening: path).sound(.strict)
        let original = try Journal(opening: run.files.map { "\(scratch.file("kept"))/\($0.name)" }, name: run.stem)
        // The status page of the original was moved.
        if run.hasLastStepReturned, journal.unreturned != nil {
            complain("its copy reports that step \(journal.end + 1) did not return")
        }
        if original.last != journal.last { complain("its copy ends with another step") }
    }

    // MARK: - At the end

    private func checkEnd() throws {
        context = "at the end"
        for run in runs where run.isPending { complain("\(run.stem) was not reported") }
        let names = try FileManager.default.contentsOfDirectory(atPath: recordings).filter { $0.hasSuffix(".jsonl") }
        // Everything was reported, so the segments over the limit are deleted.
        let others = try bytes(of: names.filter { !$0.hasPrefix(runs.last?.stem ?? "/") })
        if others > retention { complain("\(others) bytes of reported runs are kept, more than \(retention)") }
    }
}
