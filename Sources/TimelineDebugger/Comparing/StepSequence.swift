package import TimelineKit
package import TimelineReplay

/// The steps of a recording, as they are aligned with those of another: 24 bytes each.
package struct StepSequence {
    /// 128 bits of what changed the state, as it was encoded. Differs from process to process.
    package struct Fingerprint: Hashable {
        private let high, low: Int

        init(_ change: Step.Change) {
            var hashers = (Hasher(), Hasher())
            hashers.1.combine(1)
            change.hash(into: &hashers.0)
            change.hash(into: &hashers.1)
            (high, low) = (hashers.0.finalize(), hashers.1.finalize())
        }
    }

    package private(set) var numbers: [Int] = []
    package private(set) var fingerprints: [Fingerprint] = []
    /// The number of steps that are not in the file.
    package let missing: Int

    package init(_ journal: Journal, progress: (_ byte: Int) -> Void = { _ in }) throws(JournalError) {
        var lines = journal.lines()
        while let line = try lines.next() {
            guard case .step(let step) = line.content else { continue }
            numbers.append(step.seq)
            fingerprints.append(Fingerprint(step.change))
            if numbers.count % 1024 == 0 { progress(lines.position(of: line)) }
        }
        missing = journal.last - journal.first - numbers.count
    }
}
