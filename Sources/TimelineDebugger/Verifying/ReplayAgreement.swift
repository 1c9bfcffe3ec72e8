package import TimelineKit
package import TimelineReplay

/// Replays the steps that an answer depends on once more and compares what the answer reads of the states: beside another process, where
/// hashes, globals, times and random numbers differ; passing through the recorded state that the answer began with; and keeping each
/// state, to see whether the next step changes it.
///
/// **Cost.** The replay up to the last state, and the text of the last states: as many as fit in 16 MiB, up to 4,096. Earlier states
/// count only by what is left of them in these.
package struct ReplayAgreement<P: Program> {
    /// Replays a range in another process, from the position `passing` on if there is one.
    package typealias OtherProcess = (_ range: ClosedRange<Int>, _ passing: Int?) throws -> StateSequence

    private let replayer: () -> Replayer<P>
    private let otherProcess: OtherProcess?
    /// Both replays run in processes of their own, so that what a reducer prints is not seen.
    private let isIsolated: Bool
    private let reading: (_ one: JSON, _ other: JSON) throws -> [String]

    static var stepLimit: Int { 4096 }
    static var byteLimit: Int { 16 << 20 }
    /// How many steps earlier a replay begins that passes through a recorded state.
    private static var passedSteps: Int { 1024 }

    /// - Parameter reading: Where two states differ in what the answer reads. Empty if that is equal.
    package init(
        _ replayer: @escaping () -> Replayer<P>, otherProcess: OtherProcess? = nil, isIsolated: Bool = false,
        reading: @escaping (_ one: JSON, _ other: JSON) throws -> [String] = JSON.differingPaths
    ) {
        (self.replayer, self.otherProcess, self.isIsolated) = (replayer, otherProcess, isIsolated)
        self.reading = reading
    }

    /// Throws the `Disagreement` of two replays.
    package func require(on range: ClosedRange<Int>) throws {
        let (journal, isFresh) = (replayer().journal, replayer().isFresh)
        guard let near = try journal.checkpoint(atOrBefore: range.upperBound) else { return }
        let count = max(1, min(Self.stepLimit, Self.byteLimit / max(1, try journal.state(at: near).count)))
        let compared = max(range.lowerBound, range.upperBound - count + 1)...range.upperBound
        if let found = try difference(in: compared) {
            // The first state that was compared may differ because of an earlier step.
            let start = try isFresh ? journal.first : journal.checkpoint(atOrBefore: compared.lowerBound)?.seq
            guard let start, start < found.seq, found.seq == compared.lowerBound else { throw found }
            throw try difference(in: start...found.seq) ?? found
        }
        // Of the last recorded state, too, as an answer may begin there.
        let last = compared.upperBound...compared.upperBound
        if let loss = try codingLoss(in: compared) ?? codingLoss(in: last) { throw loss }
        if isIsolated { return }
        let kept = try max(compared.upperBound - count, journal.checkpoint(atOrBefore: compared.lowerBound)?.seq ?? 0)
        if let sharing = try sharing(in: max(kept, journal.first)...compared.upperBound) { throw sharing }
    }

    private func difference(in range: ClosedRange<Int>) throws -> Disagreement? {
        if let otherProcess {
            do {
                let one = try isIsolated ? otherProcess(range, nil) : StateSequence(replayer(), range)
                return try difference(.otherProcess, one, otherProcess(range, nil))
            } catch is InterruptedReplay {
                // That process shows nothing about the program.
            }
        }
        return try difference(.sameProcess, StateSequence(replayer(), range), StateSequence(replayer(), range))
    }

    private func difference(
        _ contrast: Disagreement.Contrast, _ one: StateSequence, _ other: StateSequence
    ) throws -> Disagreement? {
        // One that ends earlier shows nothing: it may lack a last step whose reducer never returned in the recording.
        guard let found = try StateSequence.compare(one, other, reading).difference, found.one != nil,
            found.other != nil
        else { return nil }
        return disagreement(contrast, found)
    }

    func disagreement(
        _ contrast: Disagreement.Contrast, _ difference: (one: StateSequence.Element?, other: StateSequence.Element?)
    ) -> Disagreement {
        let (one, other) = difference
        let seq = min(one?.seq ?? .max, other?.seq ?? .max)
        guard let text = one?.text, let otherText = other?.text else {
            let hasTrapped = [one, other].contains { $0?.stop?.kind == .trapped }
            return Disagreement(contrast: contrast, seq: seq, paths: [], hasTrapped: hasTrapped)
        }
        let (value, otherValue) = (text.value, otherText.value)
        var (contrast, paths) = (contrast, JSON.differingPaths(value, otherValue))
        if contrast != .coding {
            let places = value.differingPlaces(from: otherValue, joiningReordered: true)
            let unstable = [value, otherValue].flatMap { value in
                (try? JSONCoding.encode(JSONCoding.decode(P.State.self, from: JSONText(value)))).map {
                    value.differingPlaces(from: $0.value, joiningReordered: true)
                } ?? []
            }
            if places.allSatisfy({ place in unstable.contains { $0.overlaps(place) } }) {
                contrast = value.sortedArrays == otherValue.sortedArrays ? .hashOrder : .encoding
                paths = places.map(\.pathDescription)
            }
        }
        return Disagreement(contrast: contrast, seq: seq, paths: paths)
    }

    // MARK: - The state

    /// Compares a replay that begins with the recorded state at or before the range with one that begins earlier, and agrees with it.
    package func codingLoss(in range: ClosedRange<Int>, from first: Int? = nil) throws -> Disagreement? {
        let journal = replayer().journal
        guard !replayer().isFresh, let begin = try journal.checkpoint(atOrBefore: range.lowerBound)?.seq,
            begin > journal.first, begin < range.upperBound, range.upperBound - begin <= Self.stepLimit,
            let start = try journal.checkpoint(atOrBefore: max(journal.first, first ?? begin - Self.passedSteps))?.seq
        else { return nil }
        let whole = begin...range.upperBound
        do {
            let passing = try otherProcess?(whole, start) ?? StateSequence(replayer(), whole, passing: start)
            let beginning = StateSequence(replayer(), whole)
            // Nothing is known if the replay that passes through it does not agree with the recording there.
            guard let one = try passing.next(), one.text != nil, try beginning.next()?.agrees(with: one) == true else {
                return nil
            }
            return try difference(.coding, passing, beginning)
        } catch is InterruptedReplay {
            return nil
        }
    }

    /// What a replay shows that continued from recorded states, and how far it agreed: see `Replayer.continuesFromRecorded`.
    package func fault(shownBy shown: Replayer<P>) throws -> (Disagreement, agreedUpTo: Int)? {
        if let range = shown.changedCopy, let found = try sharing(in: range) { return (found, range.lowerBound) }
        for (after, seq) in shown.unequalCopies where seq < shown.last {
            let next = try shown.journal.snapshot(from: seq + 1)?.seq ?? shown.last
            if let found = try codingLoss(in: seq...min(next, seq + Self.stepLimit), from: after) {
                return (found, seq)
            }
        }
        return nil
    }

    /// The first step that changes the state before it, of which a copy was kept.
    package func sharing(in range: ClosedRange<Int>) throws -> Disagreement? {
        var replayer = replayer()
        guard var state = try? replayer.state(at: range.lowerBound) else { return nil }
        var text = try JSONCoding.encode(state)
        while let seq = replayer.position, seq < range.upperBound, try replayer.advance(upTo: seq + 1) != nil {
            let again = try JSONCoding.encode(state)
            if again != text {
                let paths = text.value.differingPlaces(from: again.value).map(\.pathDescription)
                if !paths.isEmpty { return Disagreement(contrast: .sharing, seq: seq + 1, paths: paths) }
            }
            replayer.withCurrentState { state = $0 }
            text = try JSONCoding.encode(state)
        }
        return nil
    }
}
