import Foundation
import TimelineTestPrograms

/// A recorded run, which Foundation decodes line by line, with the state that a model computes from its actions.
struct RecordedRun {
    /// An action without its text.
    struct Reduced: Equatable {
        let seq, thread, number: Int
        let check: UInt64
    }

    /// The problems of the files alone, without the notices of the run.
    private(set) var problems: [String] = []
    private(set) var session: String?
    /// The position of the first snapshot, and the last step.
    private(set) var first = 0
    private(set) var last = 0
    private(set) var actions: [Reduced] = []
    /// The states set from outside, by step.
    private(set) var sets: [(seq: Int, state: BulkState, by: String)] = []
    private(set) var hasEnd = false
    /// Those of the current segment.
    private var sites: Set<Int> = []
    /// The `dropped` of the last header.
    private(set) var dropped: RecordedLine.Dropped?
    private(set) var bundle: RecordedLine.Bundle?
    /// The torn line in the last file.
    private(set) var torn: Data?
    /// Whether the last file has a state.
    private(set) var isLastBegun = false
    /// The digests of the known states, by position.
    private(set) var digests: [Int: StateDigest] = [:]
    private(set) var largestState = 0
    /// The sizes of the lines with a state, and of those of steps, by position.
    private var stateSizes: [(seq: Int, size: Int)] = []
    private var stepSizes: [(seq: Int, size: Int)] = []

    private var base: BulkState?
    private var model: StateModel?

    /// - Parameter files: The segments in order; a file without a number is a run of its own.
    init(_ files: [(name: String, data: Data)]) {
        for (index, file) in files.enumerated() {
            do {
                let (lines, torn) = try RecordedLine.read(file.data)
                if torn != nil, index < files.count - 1 {
                    problems.append("\(file.name) is torn, but is not the last file")
                }
                self.torn = torn
                isLastBegun = lines.contains { $0.line.state != nil }
                if !isLastBegun, index < files.count - 1 {
                    problems.append("\(file.name) has no state, but is not the last file")
                }
                for (number, (line, size)) in lines.enumerated() {
                    take(line, size, isFirst: number == 0, of: file.name)
                }
            } catch {
                problems.append("\(file.name) cannot be read: \(error)")
            }
        }
    }

    /// Whether a state is recorded.
    var isBegun: Bool { base != nil }

    /// The size of the last step, or more, and of the state before them.
    var leastBundleSize: Int {
        stateSizes.filter { $0.seq < last || last == first }.map { state in
            state.size + stepSizes.reduce(0) { $0 + ($1.seq > state.seq ? $1.size : 0) }
        }.min() ?? 0
    }

    /// The state after step `seq`, as the model computes it.
    func state(at seq: Int) -> BulkState? {
        guard let base, seq >= first else { return nil }
        let set = sets.last { $0.seq <= seq }
        var model = StateModel(set?.state ?? base)
        for action in actions where action.seq <= seq && action.seq > set?.seq ?? first { _ = model.take(action) }
        return model.state
    }

    private mutating func take(_ line: RecordedLine, _ size: Int, isFirst: Bool, of file: String) {
        if isFirst != (line.timeline == 1) {
            problems.append("\(file): its first line is not a header, or a later line is one")
        }
        if hasEnd { problems.append("\(file): a line follows the end line") }
        if line.timeline != nil { sites = [] }
        if let session = line.session {
            if session != self.session ?? session { problems.append("\(file) is of another session") }
            self.session = session
            if isLastBegun { dropped = line.dropped }
            bundle = line.bundle
            if let number = Int(file.dropLast(6).suffix(6)), number != line.segment {
                problems.append("the header of \(file) says that it is segment \(line.segment ?? 0)")
            }
            return
        }
        if let site = line.site {
            sites.insert(site.number)
            return
        }
        if line.took != nil { return }
        guard let seq = line.seq else { return problems.append("\(file): a line has no seq") }
        if let state = line.state {
            sites = []
            return take(snapshot: state, of: seq, size, in: file)
        }
        if line.end != nil {
            hasEnd = true
            return
        }
        if let site = line.in, !sites.contains(site) {
            problems.append("\(file): the site of step \(seq) is not between it and the snapshot before it")
        }
        if seq != last + 1 { problems.append("\(file): step \(seq) follows step \(last)") }
        last = seq
        stepSizes.append((seq, size))
        if line.set != nil { stateSizes.append((seq, size)) }
        if let action = line.action {
            let reduced = Reduced(seq: seq, thread: action.thread, number: action.number, check: action.check)
            if action.check != BulkAction.check(thread: action.thread, number: action.number, text: action.text) {
                problems.append("\(file): the action of step \(seq) is not the one that was dispatched")
            }
            if model?.take(reduced) != true {
                problems.append("\(file): step \(seq) is not the next action of thread \(action.thread)")
            }
            actions.append(reduced)
        } else if let state = line.set {
            sets.append((seq, state, line.by ?? ""))
            model = StateModel(state)
        } else {
            problems.append("\(file): step \(seq) is neither an action nor a state")
        }
        digests[seq] = model?.stateDigest
    }

    private mutating func take(snapshot state: BulkState, of seq: Int, _ size: Int, in file: String) {
        largestState = max(largestState, size)
        stateSizes.append((seq, size))
        guard base != nil else {
            (base, first, last) = (state, seq, seq)
            model = StateModel(state)
            digests[seq] = StateDigest(state)
            return
        }
        if seq > last { return problems.append("\(file): a snapshot of step \(seq) follows step \(last)") }
        if digests[seq] != StateDigest(state) {
            problems.append("\(file): the snapshot of step \(seq) is not the state that its actions result in")
        }
    }
}
