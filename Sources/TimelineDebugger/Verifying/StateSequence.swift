package import TimelineKit
package import TimelineReplay

/// The states of a replay in order, as canonical text. Two of them are compared state by state, in the memory of two states.
package struct StateSequence {
    package struct Stop: Codable, Equatable, Sendable {
        package enum Kind: String, Codable, Sendable {
            case undecodableAction, undecodableState, unencodableState
            case generated
            case trapped
        }

        package let kind: Kind
        /// For people: two versions of a program may describe the same stop differently.
        package let reason: String

        package init(_ kind: Kind, _ reason: String) { (self.kind, self.reason) = (kind, reason) }
    }

    /// A state, or where and why the replay stopped.
    package struct Element: Codable, Equatable, Sendable {
        package let seq: Int
        package private(set) var text: JSONText?
        /// A reducer made the state; otherwise it is from the recording.
        let isReduced: Bool
        package private(set) var stop: Stop?

        init(seq: Int, _ text: JSONText?, isReduced: Bool) {
            (self.seq, self.text, self.isReduced) = (seq, text, isReduced)
        }

        package init(seq: Int, _ kind: Stop.Kind, _ reason: String) {
            self.init(seq: seq, nil, isReduced: false)
            stop = Stop(kind, reason)
        }

        func agrees(with other: Element) -> Bool {
            // Of descriptions, only those of generated values are compared.
            let isSame = stop?.kind == other.stop?.kind && (stop?.kind != .generated || stop == other.stop)
            return seq == other.seq && text == other.text && isSame
        }

        init?(_ error: ReplayError) throws(ReplayError) {
            switch error.cause {
            case .undecodable(let part, let seq, _, _, _, _):
                self.init(seq: seq, part == .action ? .undecodableAction : .undecodableState, error.description)
            case .incomparable(let seq, _, _, _): self.init(seq: seq, .unencodableState, error.description)
            case .generated(let seq, _, _): self.init(seq: seq, .generated, error.description)
            case .unavailable: return nil
            default: throw error
            }
        }

        init?<P: Program>(_ replayer: Replayer<P>, isReduced: Bool) {
            guard let seq = replayer.position else { return nil }
            self.init(seq: seq, nil, isReduced: isReduced)
            do { text = try replayer.withCurrentState { try JSONCoding.encode($0) } } catch {
                stop = Stop(.unencodableState, "the state cannot be encoded: \(error)")
            }
        }
    }

    /// Returns the next element; nil at the end, and after an element that stopped.
    package let next: () throws -> Element?

    package init(next: @escaping () throws -> Element?) { self.next = next }

    /// Replays a range of a timeline in this process. Steps that cannot be reduced again are left out.
    ///
    /// - Parameter passing: Where replay begins, if it should pass through the recorded states after that. Without elements if it
    ///   does not agree with those before the range.
    package init<P: Program>(_ replayer: Replayer<P>, _ range: ClosedRange<Int>, passing: Int? = nil) {
        var replayer = replayer
        var isAtEnd = false
        self.init {
            let upcoming = replayer.position.map { $0 + 1 } ?? range.lowerBound
            guard !isAtEnd, upcoming <= range.upperBound else { return nil }
            let count = replayer.counts.replayed
            do throws(ReplayError) {
                if replayer.position == nil {
                    _ = try replayer.state(at: passing ?? upcoming)
                    while let seq = replayer.position, seq < upcoming, try replayer.advance(upTo: upcoming) != nil {}
                    isAtEnd = passing != nil && replayer.divergence.map { $0.seq < upcoming } ?? false
                    if isAtEnd { return nil }
                } else if try replayer.advance(upTo: upcoming) == nil {
                    return nil
                }
            } catch {
                isAtEnd = true
                return try Element(error)
            }
            let element = Element(replayer, isReduced: replayer.counts.replayed > count)
            isAtEnd = element?.stop != nil
            return element
        }
    }

    package struct Comparison {
        /// nil if all are equal. One of the two is nil if its replay ended earlier.
        package var difference: (one: Element?, other: Element?)?
        package var last: Element?
        /// An equal stop is no state.
        package var count = 0
        package var reducedCount = 0
        package var bytes = 0

        package init() {}
    }

    /// - Parameter reading: Where two states differ in what counts. By default, all does.
    package static func compare(
        _ one: StateSequence, _ other: StateSequence, _ reading: ((JSON, JSON) throws -> [String])? = nil
    ) throws -> Comparison {
        var comparison = Comparison()
        func agree(_ one: Element, _ other: Element) throws -> Bool {
            if one.agrees(with: other) { return true }
            guard let reading, one.seq == other.seq, let text = one.text, let otherText = other.text else {
                return false
            }
            return try reading(text.value, otherText.value).isEmpty
        }
        while true {
            switch (try one.next(), try other.next()) {
            case (nil, nil): return comparison
            case (let element?, let otherElement?) where try agree(element, otherElement):
                comparison.last = element
                guard let text = element.text else { continue }
                comparison.count += 1
                comparison.bytes += text.count
                if element.isReduced, otherElement.isReduced { comparison.reducedCount += 1 }
            case (let element, let otherElement):
                comparison.difference = (element, otherElement)
                return comparison
            }
        }
    }
}
