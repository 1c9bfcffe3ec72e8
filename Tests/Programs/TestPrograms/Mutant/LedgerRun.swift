public import TimelineKit

/// Recorded runs of `MutantProgram`.
public enum LedgerRun {
    public static func actions(_ count: Int, using random: inout some RandomNumberGenerator) -> [LedgerAction] {
        (0..<count).map { _ in
            switch Int.random(in: 0..<10, using: &random) {
            case 0...4: .added(.random(in: -3...9, using: &random))
            case 5: .removed
            case 6...8:
                .tagged(
                    String(
                        repeating: "abcdefgh".randomElement(using: &random)!, count: .random(in: 1...2, using: &random))
                )
            default: .cleared
            }
        }
    }

    /// Records a run of the actions to a new file.
    ///
    /// - Returns: The last state.
    @discardableResult
    public static func record(
        _ actions: [LedgerAction], with program: MutantProgram, to path: String, snapshots: SnapshotPolicy = .every(4)
    ) -> Ledger {
        RecordedSession.record(actions, of: program, to: path, RecorderOptions(snapshots: snapshots))
    }
}
