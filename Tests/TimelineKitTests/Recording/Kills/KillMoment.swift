import BulkCore
import TestHarness

/// When a launch is killed: some time after something has happened.
struct KillMoment: CustomStringConvertible {
    enum Trigger {
        case start
        /// The launch has come as far as this.
        case phase(Notice.Kind)
        /// So many dispatches have returned.
        case actions(Int)
        /// So many segments have been begun.
        case segments(Int)
        case never
    }

    let trigger: Trigger
    let delay: Duration

    var description: String { "\(delay) after \(trigger)" }

    var isNever: Bool { if case .never = trigger { true } else { false } }

    static let never = KillMoment(trigger: .never, delay: .zero)

    /// Somewhere in what a launch does about the launches before.
    static func inRecovery(_ random: inout Seed) -> KillMoment {
        let phase: Notice.Kind =
            [.started, .started, .report, .reports, .reports, .repaired, .repaired, .sent, .restored, .recording, .set]
            .randomElement(using: &random)!
        return KillMoment(trigger: .phase(phase), delay: delay(upTo: 30_000, &random))
    }

    /// Anywhere: at the start, at the first actions, in the midst, when a segment is begun, and at the end.
    static func anywhere(_ random: inout Seed, actions: Int) -> KillMoment {
        switch Int.random(in: 0..<10, using: &random) {
        case 0: KillMoment(trigger: .start, delay: delay(upTo: 60_000, &random))
        case 1: KillMoment(trigger: .phase(.recording), delay: delay(upTo: 20_000, &random))
        case 2, 3:
            KillMoment(trigger: .actions(Int.random(in: 1...8, using: &random)), delay: delay(upTo: 2_000, &random))
        case 4, 5, 6:
            KillMoment(
                trigger: .actions(Int.random(in: 1...max(1, actions), using: &random)),
                delay: delay(upTo: 20_000, &random))
        case 7, 8:
            KillMoment(
                trigger: .segments(Int.random(in: 1...5, using: &random)), delay: delay(upTo: 3_000, &random))
        default: KillMoment(trigger: .phase(.finishing), delay: delay(upTo: 10_000, &random))
        }
    }

    /// In microseconds; short ones are as frequent as long ones, by their order of magnitude.
    private static func delay(upTo limit: Int, _ random: inout Seed) -> Duration {
        var most = 1
        for _ in 0..<Int.random(in: 0...20, using: &random) where most < limit { most *= 2 }
        return .microseconds(Int.random(in: 0...min(most, limit), using: &random))
    }
}
