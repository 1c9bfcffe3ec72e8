import Foundation
import TimelineTestPrograms
@testable import TimelineKit
@testable import TimelineReplay

/// A killed run, whose files are compared with the notices that it sent.
struct KilledRun {
    let stem: String
    let recorded: RecordedRun
    /// The segments at the time of the kill.
    let files: [(name: String, data: Data)]
    /// The segments that retention has not deleted, and what was recorded in those that the last recovery found.
    private(set) var left: ArraySlice<(name: String, data: Data)>
    private(set) var found: RecordedRun
    /// Whether it left a status page.
    let isOpen: Bool
    /// Whether a later launch sent its report.
    var isSent = false
    /// Whether its bundle, the repaired copy and each file were checked.
    var isChecked = false

    private(set) var problems: [String]
    private(set) var tally = KillTally()
    private(set) var hasLastStepReturned = false

    var id: UInt64 { Notice.id(of: stem) }

    /// Whether a launch must report it.
    var isPending: Bool { !isSent && !recorded.hasEnd && !left.isEmpty }
    /// Whether there is nothing to repair. No header counts what a later launch deleted.
    var isWhole: Bool { found.torn == nil && found.isLastBegun && found.first <= found.dropped?.through ?? 0 }

    init(_ stem: String, in folder: String, _ notices: [Notice]) throws {
        self.stem = stem
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasPrefix(stem + "-") }
        files = try names.filter { $0.hasSuffix(".jsonl") && !$0.hasSuffix(".bundle.jsonl") }.sorted()
            .map { ($0, try Data(contentsOf: URL(filePath: "\(folder)/\($0)"))) }
        isOpen = names.contains { $0.hasSuffix(".status") }
        recorded = RecordedRun(files)
        (left, found) = (files[...], recorded)
        problems = recorded.problems
        tally[.runs] = 1
        tally[.segments] = files.count
        tally[.torn] = recorded.torn == nil ? 0 : 1
        tally[.unbegun] = recorded.isLastBegun ? 0 : 1
        checkDropped()
        checkActions(notices)
        guard recorded.isBegun else { return }
        do { try checkReplay(in: folder) } catch { problems.append("\(error)") }
    }

    mutating func lose(_ count: Int) {
        left.removeFirst(count)
        if !isSent { found = RecordedRun(Array(left)) }
    }

    mutating func checkNoSegmentIsDeleted() {
        if recorded.dropped != nil { problems.append("segments were deleted below the retention limit") }
    }

    /// Checks that only whole segments were deleted, the oldest first, and that the header counts them.
    private mutating func checkDropped() {
        let numbers = files.compactMap { Int($0.name.dropLast(6).suffix(6)) }
        guard let first = numbers.first, numbers == Array(first..<first + files.count) else {
            return problems.append("segments are missing among \(numbers)")
        }
        // The header counts segments before they are deleted.
        if first - 1 > recorded.dropped?.segments ?? 0 || recorded.first > recorded.dropped?.through ?? 0 {
            problems.append(
                "\(first - 1) segments up to step \(recorded.first) were deleted, and the header does not count them")
        }
        if first - 1 == recorded.dropped?.segments, recorded.first != recorded.dropped?.through {
            problems.append(
                "the header says that steps up to \(recorded.dropped!.through) were deleted, not \(recorded.first)")
        }
    }

    private mutating func checkActions(_ notices: [Notice]) {
        // The reducer sends notices in the order of reduction, since the store's mutex is locked.
        let reduced = notices.filter { $0.kind == .reducing }
        let restored = notices.first { $0.kind == .restored }.map(StateDigest.init)
        let wasSetting = notices.contains { $0.kind == .setting }
        let wasSet = notices.contains { $0.kind == .set }
        for set in recorded.sets where set.by != "restore" || StateDigest(set.state) != restored || set.seq != 1 {
            problems.append("step \(set.seq), set by \(set.by), is not the restored state")
        }
        let isSetDeleted = recorded.first > 0 && wasSet
        if wasSet, recorded.sets.isEmpty, !isSetDeleted {
            problems.append("the restored state was set, but is not recorded")
        }
        let offset = !recorded.sets.isEmpty || isSetDeleted ? 1 : 0
        if offset == 1, !wasSetting { problems.append("a set state is recorded, but none was restored") }

        // The file holds the reduced actions in order, and at most one more.
        for action in recorded.actions {
            let index = action.seq - offset - 1
            if index < reduced.count {
                let notice = reduced[index]
                if Int(notice.thread) != action.thread || Int(notice.number) != action.number
                    || notice.a != action.check
                {
                    problems.append("step \(action.seq) is not the action that was reduced in that step")
                }
            } else if index > reduced.count {
                problems.append("step \(action.seq) is recorded, but only \(reduced.count) actions were reduced")
            }
        }
        if recorded.last < reduced.count + offset, !reduced.isEmpty {
            problems.append("\(reduced.count) actions were reduced, but the last recorded step is \(recorded.last)")
        }

        struct ActionID: Hashable {
            let thread, number: Int
        }
        let ids = recorded.actions.map { ActionID(thread: $0.thread, number: $0.number) }
        let known = Set(ids)
        tally[.duplicated] = ids.count - known.count
        var positions: [ActionID: Int] = [:]
        for (index, notice) in reduced.enumerated() {
            positions[ActionID(thread: Int(notice.thread), number: Int(notice.number))] = index + 1 + offset
        }
        var confirmed: Set<ActionID> = []
        for notice in notices where notice.kind == .acknowledged {
            let id = ActionID(thread: Int(notice.thread), number: Int(notice.number))
            tally[.acknowledged] += 1
            confirmed.insert(id)
            if !known.contains(id) {
                let isDeleted = positions[id].map { $0 <= recorded.first } == true
                tally[isDeleted ? .deletedByRotation : .lost] += 1
            }
        }
        for thread in Set(recorded.actions.map(\.thread)) {
            let unconfirmed = ids.count { $0.thread == thread && !confirmed.contains($0) }
            tally[.unacknowledged] += unconfirmed
            if unconfirmed > 1 { problems.append("\(unconfirmed) actions of thread \(thread) were not acknowledged") }
        }
        if tally[.lost] > 0 { problems.append("\(tally[.lost]) acknowledged actions are lost") }
        if tally[.duplicated] > 0 { problems.append("\(tally[.duplicated]) actions are recorded more than once") }
        hasLastStepReturned =
            recorded.actions.last.map {
                $0.seq < recorded.last || confirmed.contains(ids.last!)
            } ?? true
        if recorded.hasEnd, !notices.contains(where: { $0.kind == .finishing }) {
            problems.append("it has an end line, although finish was not called")
        }
        // Each saved state is one that the recorded actions result in.
        let digests = Set(recorded.digests.values)
        for notice in notices where notice.kind == .saving {
            let digest = StateDigest(notice)
            if !digests.contains(digest), digest.total >= recorded.digests[recorded.first]?.total ?? .max {
                problems.append("the saved state of \(digest.total) actions is not the result of those actions")
            }
        }
    }

    /// Checks that the reader and replay agree with the model.
    private mutating func checkReplay(in folder: String) throws {
        let journal = try Journal(opening: files.map { "\(folder)/\($0.name)" }, name: stem)
        try journal.requireSound()
        if journal.first != recorded.first || journal.last != recorded.last {
            problems.append(
                "the journal has steps \(journal.first) to \(journal.last), not \(recorded.first) to "
                    + "\(recorded.last)")
        }
        if let unreturned = journal.unreturned, unreturned != recorded.last || hasLastStepReturned {
            problems.append("the reader reports that step \(unreturned) did not return")
        }
        var replayer = Replayer(BulkProgram(blocks: 1, threads: 1), journal)
        var state = try replayer.state(at: journal.first)
        while let step = try replayer.next() { state = step.state }
        if let divergence = replayer.divergence { problems.append("replay differs at step \(divergence.seq)") }
        if state != recorded.state(at: journal.end) { problems.append("replay does not end in the state of the model") }
    }
}
