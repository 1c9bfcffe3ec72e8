import TimelineTestPrograms
import TimelineTestSupport

/// When to kill a launch: some time after an event.
struct KillMoment: CustomStringConvertible {
    enum Trigger {
        case start
        /// The launch has sent this notice.
        case phase(Notice.Kind)
        /// This number of dispatches have returned.
        case actions(Int)
        /// This number of segments have begun.
        case segments(Int)
        case never
    }

    let trigger: Trigger
    let delay: Duration

    var description: String { "\(delay) after \(trigger)" }
    var isNever: Bool { if case .never = trigger { true } else { false } }

    static let never = KillMoment(trigger: .never, delay: .zero)

    /// A random moment while a launch recovers earlier ones.
    static func inRecovery(_ random: inout Seed) -> KillMoment {
        let phase: Notice.Kind =
            [.started, .started, .report, .reports, .reports, .repaired, .repaired, .sent, .restored, .recording, .set]
            .randomElement(using: &random)!
        return KillMoment(trigger: .phase(phase), delay: delay(upTo: 30_000, &random))
    }

    /// A random moment: at the start, at the first actions, in the middle, at a new segment, or at the end.
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
            KillMoment(trigger: .segments(Int.random(in: 1...5, using: &random)), delay: delay(upTo: 3_000, &random))
        default: KillMoment(trigger: .phase(.finishing), delay: delay(upTo: 10_000, &random))
        }
    }

    /// In microseconds, with a logarithmic distribution.
    private static func delay(upTo limit: Int, _ random: inout Seed) -> Duration {
        var most = 1
        for _ in 0..<Int.random(in: 0...20, using: &random) where most < limit { most *= 2 }
        return .microseconds(Int.random(in: 0...min(most, limit), using: &random))
    }
}
