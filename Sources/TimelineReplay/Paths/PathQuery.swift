package import TimelineKit

/// A path from the root or from the current value (RFC 9535, sections 2.1.1 and 2.3.5.1).
package struct PathQuery: Sendable {
    package enum Start: Sendable, Equatable {
        /// The number identifies the query within its expression; each is evaluated once.
        case root(number: Int)
        case current
    }

    package typealias Segment = PathSegment<Selector>

    package enum Selector: PathSelector {
        case name(String)
        case wildcard
        /// Negative indices count from the end.
        case index(Int)
        case slice(Slice)
        case filter(PathExpression)
    }

    /// `start:end:step`.
    package struct Slice: Sendable {
        package let start, end: Int?
        package let step: Int

        func indices(count: Int) -> StrideTo<Int> {
            func normalized(_ index: Int) -> Int { index >= 0 ? index : count + index }
            if step > 0 {
                let lower = min(max(normalized(start ?? 0), 0), count)
                let upper = min(max(normalized(end ?? count), 0), count)
                return stride(from: lower, to: upper, by: step)
            }
            if step < 0 {
                let upper = min(max(normalized(start ?? count - 1), -1), count - 1)
                let lower = min(max(end.map(normalized) ?? -1, -1), count - 1)
                return stride(from: upper, to: lower, by: step)
            }
            return stride(from: 0, to: 0, by: 1)
        }
    }

    package let start: Start
    package let segments: [Segment]

    /// A `singular-query`: names and indices alone, so that it selects at most one value.
    let isSingular: Bool
}
