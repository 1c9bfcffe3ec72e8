import BulkCore
import TestHarness
import Foundation
import TestSupport
import TimelineJournal

@testable import TimelineKit

/// Consecutive launches of one app, each killed, and the checks of what each finds of earlier ones.
final class KillChain {
    private let scratch: TemporaryFolder
    private var random: Seed
    private let blocks: Int
    private let threads = 4
    /// The retention limit in bytes.
    private let retention: Int
    /// The number of recorded bytes.
    private var recorded = 0
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
        scratch = try TemporaryFolder()
        random = Seed(seed)
        self.blocks = blocks
        // From limits that each run exceeds to limits that all runs together do not.
        retention = 1 << Int.random(in: 15...25, using: &random)
        // With large states, the balanced policy takes no snapshot in such a short run.
        snapshotEvery = blocks < 512 ? [nil, nil, 20].randomElement(using: &random)! : 100
        saves = SaveHistory(initial: StateMark(BulkState(blocks: blocks, threads: threads)))
        for name in ["saved", "repaired", "sent", "kept"] {
            try FileManager.default.createDirectory(atPath: scratch.file(name), withIntermediateDirectories: false)
        }
        chmod(scratch.file("saved"), 0o700)
        try FileManager.default.createDirectory(
            atPath: recordings, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    private var recordings: String { scratch.file("recordings") }

    /// Kills `kills` launches, every third during recovery, and lets the last one finish.
    func run(kills: Int) throws {
        while tally.kills < kills, problems.isEmpty {
            let actions = 20 << Int.random(in: 0...Harness.count(small: 2, full: 5), using: &random)
            let moment =
                tally.kills % 3 == 1
                ? KillMoment.inRecovery(&random) : .anywhere(&random, actions: actions * threads)
            try launch(moment, actions: actions)
        }
        guard problems.isEmpty else { return }
        try launch(.never, actions: 10)
        try checkEnd()
    }

    private func launch(_ moment: KillMoment, actions: Int) throws {
        tally.launches += 1
        context = "launch \(tally.launches), killed \(moment)"
        let orders = BulkOrders(
            pipe: scratch.file("pipe"), recordings: recordings, saved: scratch.file("saved"),
            repaired: scratch.file("repaired"), sent: scratch.file("sent"), blocks: blocks, threads: threads,
            retention: retention, snapshotEvery: snapshotEvery,
            wrapsReducer: Int.random(in: 0..<4, using: &random) == 0,
            // The last run must find that everything was reported.
            sendsLate: Int.random(in: 0..<4, using: &random) == 0 && !moment.isNever, actions: actions,
            rest: [0, 500, 4000].randomElement(using: &random)!, seed: random.next())
        let known = Set(runs.map(\.stem))
        let launch = try KilledLaunch(orders, moment, errors: scratch.file("errors")) {
            try Self.segments(in: recordings).filter { !known.contains(JournalFolder.stem(of: $0)) }.count
        }
        if let problem = launch.problem { complain(problem) }
        let isRecovered = launch.notices.contains { $0.kind == .launched }
        if launch.wasKilled {
            tally.kills += 1
            if !isRecovered, wasLastKilled { tally.inRecovery += 1 }
        }
        wasLastKilled = launch.wasKilled
        let phase = launch.notices.last { $0.kind != .saving && $0.kind != .saved }?.kind
        if launch.wasKilled { tally.phases[phase.map { "\($0)" } ?? "nothing", default: 0] += 1 }

        checkReports(launch.notices, isRecovered: isRecovered)
        if let problem = saves.take(launch.notices) { complain(problem) }
        if launch.notices.contains(where: { $0.kind == .set }) { tally.restored += 1 }
        try takeRun(launch, known)
        try checkOriginals()
        if isRecovered { try checkRecovered(launch.notices) }
    }

    /// Whether segments may have been deleted. The rest is then below the limit by at most one segment, whose size is at most
    /// twice its limit or the state, and a line.
    private var isLimitReached: Bool {
        recorded + 2 * max(retention / 8, 1100 * blocks + 1000) + (128 << 10) > retention
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
            if launch.notices.contains(where: { $0.kind == .recording }) { complain("nothing of it is on file") }
            return
        }
        var run = try KilledRun(stem, in: recordings, launch.notices)
        recorded += run.files.reduce(0) { $0 + $1.data.count }
        if !isLimitReached { run.checkAllIsKept() }
        run.problems.forEach(complain)
        if !launch.wasKilled, !run.filed.hasEnd { complain("it came to its end, and its recording did not") }
        tally.add(run)
        runs.append(run)
        // A later launch may delete them before they are read.
        for file in run.files {
            try FileManager.default.linkItem(
                atPath: "\(recordings)/\(file.name)", toPath: "\(scratch.file("kept"))/\(file.name)")
        }
    }

    // MARK: - What a launch finds of those before

    /// Recovery does not change the files.
    private func checkOriginals() throws {
        for run in runs where !run.isChecked {
            var isGoing = isLimitReached && (run.filed.hasEnd || run.isSent)
            for file in run.files {
                guard let now = try? Data(contentsOf: URL(filePath: "\(recordings)/\(file.name)")) else {
                    if !isGoing { complain("\(file.name) is gone") }
                    continue
                }
                isGoing = false
                if now != file.data { complain("\(file.name) was changed") }
            }
        }
    }

    private func isMarkedSent(_ stem: String) -> Bool {
        FileManager.default.fileExists(atPath: "\(recordings)/\(stem)-segments.reported")
    }

    private func checkReports(_ notices: [Notice], isRecovered: Bool) {
        var reported: Set<UInt64> = []
        for notice in notices where notice.kind == .report {
            guard let run = runs.first(where: { $0.id == notice.a }) else {
                complain("a run is reported that never was")
                continue
            }
            if !reported.insert(notice.a).inserted { complain("\(run.stem) is reported twice at once") }
            if run.isSent { complain("\(run.stem) is reported again") }
            if run.filed.hasEnd { complain("\(run.stem) is reported, and ended cleanly") }
            let filed = run.filed
            if notice.says(Notice.isReadable) != (filed.session != nil) {
                complain("\(run.stem) is said to be readable or not, wrongly")
            }
            if Int(notice.b) != (filed.last > filed.first ? filed.last : 0) {
                complain("\(run.stem) is said to end with step \(notice.b), not \(filed.last)")
            }
            // A set state is a step, and with the previous one exceeds the limit of the destination.
            let mayBeTooLarge = 2 * filed.largestState > BundleDestination.sentry.maxBytes && !filed.sets.isEmpty
            if notice.says(Notice.hasBundle) != filed.isBegun, !mayBeTooLarge {
                complain("\(run.stem) has a bundle, or has none")
            }
            if notice.says(Notice.hasBundle) { bundled.insert(run.stem) }
            if filed.last > filed.first {
                if !notice.says(Notice.reducedIsKnown) {
                    complain("it is not known whether step \(filed.last) of \(run.stem) returned")
                } else if !notice.says(Notice.isReduced), run.hasLastReturned {
                    complain("step \(filed.last) of \(run.stem) is said not to have returned")
                }
            }
        }
        if notices.contains(where: { $0.kind == .reports }) {
            for run in runs where !run.isSent && !run.filed.hasEnd && !reported.contains(run.id) {
                complain("\(run.stem) is not reported")
            }
        }
        let sent = Set(notices.filter { $0.kind == .sent }.map(\.a))
        if isRecovered, sent != reported { complain("\(reported.count) runs were reported, and \(sent.count) sent") }
        for index in runs.indices where reported.contains(runs[index].id) {
            // Killed between the marker and the notice.
            if sent.contains(runs[index].id) || isMarkedSent(runs[index].stem) { runs[index].isSent = true }
        }
        for notice in notices where notice.kind == .repaired {
            guard let run = runs.first(where: { $0.id == notice.a }) else { continue }
            let outcome: UInt8 = !run.filed.isBegun ? 2 : run.filed.torn != nil || !run.filed.isLastBegun ? 1 : 0
            if notice.flags != outcome { complain("repairing \(run.stem) ended in \(notice.flags), not \(outcome)") }
        }
    }

    // MARK: - After recovery

    /// `jq` reads each recovered file: whole ones, the whole lines of torn ones, their copies, and the bundles.
    private func checkRecovered(_ notices: [Notice]) throws {
        var files: [String] = []
        for index in runs.indices where !runs[index].isChecked && (runs[index].isSent || runs[index].filed.hasEnd) {
            runs[index].isChecked = true
            let run = runs[index]
            context = "\(run.stem)"
            for file in run.files {
                var path = "\(scratch.file("kept"))/\(file.name)"
                if file.name == run.files.last?.name, let torn = run.filed.torn {
                    path += ".whole.jsonl"
                    try file.data.dropLast(torn.count).write(to: URL(filePath: path))
                }
                files.append(path)
            }
            guard run.isSent, run.filed.isBegun else { continue }
            if bundled.contains(run.stem) {
                let bundle = "\(scratch.file("sent"))/\(run.stem).jsonl"
                files.append(bundle)
                tally.bundles += 1
                try checkBundle(bundle, of: run)
            }
            if run.filed.torn != nil || !run.filed.isLastBegun {
                let copy = "\(scratch.file("repaired"))/\(run.stem).jsonl"
                files.append(copy)
                tally.copies += 1
                try checkCopy(copy, of: run)
            }
        }
        try readByJq(files)
        for file in files { try? FileManager.default.removeItem(atPath: file) }
    }

    private func readByJq(_ files: [String]) throws {
        guard Jq.isInstalled else { return }
        let failures = try Jq.failures(files, scratch: scratch.file("jq"))
        failures.forEach(complain)
        if failures.isEmpty { tally.files += files.count }
    }

    private func checkBundle(_ path: String, of run: KilledRun) throws {
        let bundle = FiledRun([("bundle", try Data(contentsOf: URL(filePath: path)))])
        bundle.problems.forEach { complain("its bundle: \($0)") }
        guard let first = bundle.bundle.map({ $0.last.seq - $0.states }), bundle.session == run.filed.session,
            bundle.bundle?.last.seq == run.filed.last, bundle.last == run.filed.last, bundle.first == first
        else { return complain("its bundle is of steps \(bundle.first) to \(bundle.last), not \(run.filed.last)") }
        // Three states fit the limit of the destination, unless they are the largest.
        let isWithinLimit = 3 * run.filed.largestState + 20 * 65_536 < BundleDestination.sentry.maxBytes
        if isWithinLimit, first > max(run.filed.first, run.filed.last - 20) {
            complain("its bundle begins at step \(first) only")
        }
        if bundle.actions != run.filed.actions.filter({ $0.seq > first }) { complain("its bundle has other actions") }
        if bundle.state(at: first) != run.filed.state(at: first) { complain("its bundle begins with another state") }
        if bundle.bundle?.last.reduced == nil || bundle.bundle?.last.reduced == false && run.hasLastReturned {
            complain("its bundle does not say that step \(run.filed.last) returned")
        }
    }

    private func checkCopy(_ path: String, of run: KilledRun) throws {
        let copy = FiledRun([("copy", try Data(contentsOf: URL(filePath: path)))])
        copy.problems.forEach { complain("its copy: \($0)") }
        if copy.torn != nil || copy.session != run.filed.session || copy.first != run.filed.first
            || copy.last != run.filed.last || copy.actions != run.filed.actions
            || copy.state(at: copy.last) != run.filed.state(at: run.filed.last)
        {
            complain("its copy, of steps \(copy.first) to \(copy.last), is not what is whole of it")
        }
        let journal = try Journal(opening: path)
        try journal.requireSound(.strict)
        let original = try Journal(
            opening: run.files.map { "\(scratch.file("kept"))/\($0.name)" }, name: run.stem)
        // The status page of the original was moved.
        if run.hasLastReturned, journal.unreturned != nil {
            complain("its copy has step \(journal.end + 1) not return")
        }
        if original.index.last != journal.index.last { complain("its copy ends elsewhere") }
    }

    // MARK: - At the end

    private func checkEnd() throws {
        context = "at the end"
        for run in runs where !run.isSent && !run.filed.hasEnd { complain("\(run.stem) was not reported") }
        // Every torn file has a copy that was read.
        let torn = Set(runs.filter { $0.filed.torn != nil }.compactMap { $0.files.last?.name })
        let names = try FileManager.default.contentsOfDirectory(atPath: recordings).filter { $0.hasSuffix(".jsonl") }
        try readByJq(names.filter { !torn.contains($0) }.map { "\(recordings)/\($0)" })
        // Everything was reported, so the segments over the limit are deleted.
        if let last = runs.last {
            let others = try names.filter { !$0.hasPrefix(last.stem) }.reduce(0) {
                $0 + (try FileManager.default.attributesOfItem(atPath: "\(recordings)/\($1)")[.size] as? Int ?? 0)
            }
            if others > retention {
                complain("\(others) bytes of runs that were reported are kept, and not \(retention)")
            }
        }
    }
}
