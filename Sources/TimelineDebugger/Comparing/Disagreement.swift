/// Two replays differ after a step, in what an answer reads.
package struct Disagreement: Error, Equatable, Sendable {
    package enum Contrast: String, Sendable {
        case sameProcess
        /// Where hashes have another seed, and globals their first values.
        case otherProcess
        case later
        /// One replay begins with a recorded state, the other passes through it with its own.
        case coding
        /// The values that differ change whenever they are decoded and encoded: in hash order, only their order.
        case encoding, hashOrder
        /// A state that was kept is another one after the step.
        case sharing
    }

    package let contrast: Contrast
    package let seq: Int
    /// Empty if one of them has no state there.
    package let paths: [String]
    package let hasTrapped: Bool

    package init(contrast: Contrast, seq: Int, paths: [String], hasTrapped: Bool = false) {
        (self.contrast, self.seq, self.paths, self.hasTrapped) = (contrast, seq, paths, hasTrapped)
    }

    /// Whether the reducer is to blame, and not the coding or the type of the state.
    package var isOfReducer: Bool { [.sameProcess, .otherProcess, .later].contains(contrast) }
    package var place: String { "after step \(seq)\(paths.isEmpty ? "" : ", at \(Self.list(paths))")" }

    package static func list(_ paths: [String]) -> String {
        paths.prefix(4).joined(separator: ", ") + (paths.count > 4 ? " and \(paths.count - 4) more" : "")
    }

    /// What the state lacks, and what to do.
    package var stateFault: String? {
        let paths = Self.list(paths)
        switch contrast {
        case .sameProcess, .otherProcess, .later: return nil
        case .coding:
            return """
                The state does not survive its coding: a replay that begins with a recorded state and one that passes
                through it differ \(place). The reducer depends on a part of the
                state that is not encoded, or changes when it is encoded and decoded.
                """
        case .encoding:
            return "The encoding of \(paths) is not deterministic: it gives another value each time (step \(seq))."
        case .hashOrder:
            return """
                The encoding of \(paths) is in hash order, which differs from process to process (step \(seq)).
                Encode the whole set or dictionary in a container, or sort it.
                """
        case .sharing:
            return "Step \(seq) changes a state that was kept from before it, at \(paths):\n\(SharedStateError())."
        }
    }
}
