/// A path from the root or from the current value (RFC 9535, sections 2.1.1 and 2.3.5.1).
package struct PathQuery: Sendable {
    package enum Start: Sendable, Equatable {
        /// `$`. The number tells the absolute paths of an expression apart, since each is worked out only once.
        case root(number: Int)
        /// `@`
        case current
    }

    package let start: Start
    package let segments: [PathSegment]

    /// Whether the path is a `singular-query`: names and indices alone, so that it leads to one value at most.
    let isSingular: Bool

    package init(start: Start, segments: [PathSegment], isSingular: Bool) {
        self.start = start
        self.segments = segments
        self.isSingular = isSingular
    }

    /// The one place below its start that the path names in any value, where it has nothing but names and indices from
    /// the start.
    var pointer: JSONPointer? {
        var pointer = JSONPointer()
        for segment in segments {
            guard case .child(let selectors) = segment, selectors.count == 1 else { return nil }
            switch selectors[0] {
            case .name(let name): pointer = pointer.appending(name)
            case .index(let index) where index >= 0: pointer = pointer.appending(index)
            default: return nil
            }
        }
        return pointer
    }
}
