internal import Dispatch

extension Array where Element: Sendable {
    /// Changes each element, on all processors, and returns when all are changed.
    mutating func changeConcurrently(_ change: @Sendable (inout Element) -> Void) {
        withUnsafeMutableBufferPointer { elements in
            // Each iteration changes an element of its own.
            nonisolated(unsafe) let elements = elements
            DispatchQueue.concurrentPerform(iterations: elements.count) { change(&elements[$0]) }
        }
    }
}
