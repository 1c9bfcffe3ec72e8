package import TimelineJSON
internal import TimelineJournal
package import TimelineKit

/// Replays the steps that an answer depends on once more, beside another process, where hashes, globals, times and random numbers differ,
/// and compares what the answer reads of the states.
///
/// **Cost.** The replay up to the last state, and the text of the last states: as many as fit in 16 MiB, up to 4,096. Earlier states
/// count only by what is left of them in these.
package struct SecondReplay<P: Program> {
    private let replayer: () -> Replayer<P>
    private let otherProcess: ((_ range: ClosedRange<Int>) throws -> StateSequence)?
    /// Both replays run in processes of their own, so that what a reducer prints is not seen.
    private let isIsolated: Bool
    private let differingPaths: (_ one: JSON, _ other: JSON) throws -> [String]

    private static var stepLimit: Int { 4096 }
    private static var byteLimit: Int { 16 << 20 }

    /// - Parameter differingPaths: Where two states differ in what the answer reads. Empty if that is equal.
    package init(
        _ replayer: @escaping () -> Replayer<P>, otherProcess: ((_ range: ClosedRange<Int>) throws -> StateSequence)?,
        isIsolated: Bool = false, differingPaths: @escaping (_ one: JSON, _ other: JSON) throws -> [String]
    ) {
        self.replayer = replayer
        self.otherProcess = otherProcess
        self.isIsolated = isIsolated
        self.differingPaths = differingPaths
    }

    /// Throws `NotDeterministicError` if two replays differ.
    package func requireAgreement(on range: ClosedRange<Int>) throws {
        let (journal, isFresh) = (replayer().journal, replayer().isFresh)
        guard let near = try journal.checkpoint(atOrBefore: range.upperBound) else { return }
        let count = max(1, min(Self.stepLimit, Self.byteLimit / max(1, try journal.state(at: near).count)))
        let compared = max(range.lowerBound, range.upperBound - count + 1)...range.upperBound
        guard let found = try difference(in: compared) else { return }
        // The first state that was compared may differ because of an earlier step.
        let start = try isFresh ? journal.first : journal.checkpoint(atOrBefore: compared.lowerBound)?.seq
        guard let start, start < found.seq, found.seq == compared.lowerBound else { throw found }
        throw try difference(in: start...found.seq) ?? found
    }

    private func difference(in range: ClosedRange<Int>) throws -> NotDeterministicError? {
        if let otherProcess {
            do {
                let one = try isIsolated ? otherProcess(range) : StateSequence(replayer(), range)
                return try difference(one, otherProcess(range))
            } catch is InterruptedReplay {
                // That process shows nothing about the program.
            }
        }
        return try difference(StateSequence(replayer(), range), StateSequence(replayer(), range))
    }

    private func difference(_ one: StateSequence, _ other: StateSequence) throws -> NotDeterministicError? {
        while let element = try one.next(), let otherElement = try other.next() {
            if element.agrees(with: otherElement) { continue }
            guard let text = element.text, let otherText = otherElement.text, element.seq == otherElement.seq else {
                return NotDeterministicError(seq: min(element.seq, otherElement.seq), paths: [])
            }
            let paths = try differingPaths(text.value, otherText.value)
            if !paths.isEmpty { return NotDeterministicError(seq: element.seq, paths: paths) }
        }
        return nil
    }
}
