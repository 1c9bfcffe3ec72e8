import BulkCore
import Foundation
import TestSupport
import TimelineJournal

@testable import TimelineKit

/// A killed run: compares its files with its notices.
struct KilledRun {
    let stem: String
    let filed: FiledRun
    /// The segments at the time of the kill.
    let files: [(name: String, data: Data)]
    /// Whether a later launch sent its report.
    var isSent = false
    /// Whether its bundle, the repaired copy and each file were checked.
    var isChecked = false

    /// The problems found.
    private(set) var problems: [String]
    /// The numbers of actions that were acknowledged, lost, doubled, on file but not acknowledged, and deleted by rotation.
    private(set) var acknowledged = 0
    private(set) var lost = 0
    private(set) var doubled = 0
    private(set) var unacknowledged = 0
    private(set) var rotatedAway = 0
    /// Whether the reducer of the last step on file returned.
    private(set) var hasLastReturned = false

    var id: UInt64 { Notice.id(of: stem) }

    init(_ stem: String, in folder: String, _ notices: [Notice]) throws {
        self.stem = stem
        files = try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { $0.hasPrefix(stem + "-") && $0.hasSuffix(".jsonl") && !$0.hasSuffix(".bundle.jsonl") }
            .sorted().map { ($0, try Data(contentsOf: URL(filePath: "\(folder)/\($0)"))) }
        filed = FiledRun(files)
        problems = filed.problems
        checkDropped()
        checkActions(notices)
        guard filed.isBegun else { return }
        do { try checkReplay(in: folder) } catch { problems.append("\(error)") }
    }

    /// Whether no segment was deleted.
    mutating func checkAllIsKept() {
        if filed.dropped != nil || rotatedAway > 0 || files.first?.name.hasSuffix("-000001.jsonl") != true {
            problems.append("segments are gone, and all were to be kept")
        }
    }

    /// Segments are deleted whole, the oldest first, and the header counts them.
    private mutating func checkDropped() {
        let numbers = files.compactMap { Int($0.name.dropLast(6).suffix(6)) }
        guard let first = numbers.first, numbers == Array(first..<first + files.count) else {
            return problems.append("segments are missing among \(numbers)")
        }
        // The header counts segments before they are deleted.
        if first - 1 > filed.dropped?.segments ?? 0 || filed.first > filed.dropped?.through ?? 0 {
            problems.append("\(first - 1) segments are gone up to step \(filed.first), and the header does not say so")
        }
        if first - 1 == filed.dropped?.segments, filed.first != filed.dropped?.through {
            problems.append("the header says that steps up to \(filed.dropped!.through) are gone: \(filed.first)")
        }
    }

    private mutating func checkActions(_ notices: [Notice]) {
        // The reducer sends notices in the order of reduction, since the store's mutex is locked.
        let reduced = notices.filter { $0.kind == .reducing }
        let restored = notices.first { $0.kind == .restored }.map(StateMark.init)
        let wasSetting = notices.contains { $0.kind == .setting }
        let wasSet = notices.contains { $0.kind == .set }
        for set in filed.sets where set.by != "restore" || StateMark(set.state) != restored || set.seq != 1 {
            problems.append("step \(set.seq) is set by \(set.by) to another state than was restored")
        }
        let isSetGone = filed.first > 0 && wasSet
        if wasSet, filed.sets.isEmpty, !isSetGone { problems.append("the state that was put in is not in the file") }
        let offset = !filed.sets.isEmpty || isSetGone ? 1 : 0
        if offset == 1, !wasSetting { problems.append("a state was set that was not restored") }

        // The file holds the reduced actions in order, and at most one more.
        for action in filed.actions {
            let index = action.seq - offset - 1
            if index < reduced.count {
                let notice = reduced[index]
                if Int(notice.thread) != action.thread || Int(notice.number) != action.number
                    || notice.a != action.check
                {
                    problems.append("step \(action.seq) is not the action that was reduced as such")
                }
            } else if index > reduced.count {
                problems.append("step \(action.seq) is on file, and only \(reduced.count) actions were reduced")
            }
        }
        if filed.last < reduced.count + offset, !reduced.isEmpty {
            problems.append("\(reduced.count) actions were reduced, and the last step on file is \(filed.last)")
        }

        struct Name: Hashable {
            let thread: Int
            let number: Int
        }
        var onFile: [Name: Int] = [:]
        for action in filed.actions { onFile[Name(thread: action.thread, number: action.number), default: 0] += 1 }
        doubled = onFile.values.reduce(0) { $0 + ($1 - 1) }
        var places: [Name: Int] = [:]
        for (index, notice) in reduced.enumerated() {
            places[Name(thread: Int(notice.thread), number: Int(notice.number))] = index + 1 + offset
        }
        var confirmed: Set<Name> = []
        for notice in notices where notice.kind == .acknowledged {
            let name = Name(thread: Int(notice.thread), number: Int(notice.number))
            acknowledged += 1
            confirmed.insert(name)
            if onFile[name] == nil {
                if let seq = places[name], seq <= filed.first { rotatedAway += 1 } else { lost += 1 }
            }
        }
        for thread in Set(filed.actions.map(\.thread)) {
            let unconfirmed = filed.actions.filter {
                $0.thread == thread && !confirmed.contains(Name(thread: $0.thread, number: $0.number))
            }
            unacknowledged += unconfirmed.count
            if unconfirmed.count > 1 {
                problems.append("\(unconfirmed.count) actions of thread \(thread) were not acknowledged")
            }
        }
        if lost > 0 { problems.append("\(lost) acknowledged actions are lost") }
        if doubled > 0 { problems.append("\(doubled) actions are on file twice") }
        hasLastReturned =
            filed.actions.last.map {
                $0.seq < filed.last || confirmed.contains(Name(thread: $0.thread, number: $0.number))
            }
            ?? true
        if filed.hasEnd, !notices.contains(where: { $0.kind == .finishing }) { problems.append("it ended by itself") }
        // A saved state is the result of the actions.
        let marks = Set(filed.marks.values)
        for notice in notices where notice.kind == .saving {
            let mark = StateMark(notice)
            if !marks.contains(mark), mark.total >= filed.marks[filed.first]?.total ?? .max {
                problems.append("the state of \(mark.total) actions that was saved is not what the actions make")
            }
        }
    }

    /// The reader and replay give the same result.
    private mutating func checkReplay(in folder: String) throws {
        let journal = try Journal(opening: files.map { "\(folder)/\($0.name)" }, name: stem)
        try journal.requireSound()
        if journal.index.first != filed.first || journal.index.last != filed.last {
            problems.append("the journal is read from step \(journal.index.first) to \(journal.index.last)")
        }
        if let unreturned = journal.unreturned, unreturned != filed.last || hasLastReturned {
            problems.append("step \(unreturned) is said not to have returned")
        }
        var replayer = Replayer(BulkProgram(blocks: 1, threads: 1), journal)
        var state = try replayer.state(at: journal.index.first)
        while let step = try replayer.next() { state = step.state }
        if let divergence = replayer.divergence { problems.append("replay differs at step \(divergence.seq)") }
        if state != filed.state(at: journal.end) { problems.append("replay does not end in the state of the model") }
    }
}
