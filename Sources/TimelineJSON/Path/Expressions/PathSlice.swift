/// A selection of elements at even distances (RFC 9535, section 2.3.4): `start:end:step`.
package struct PathSlice: Sendable {
    package let start: Int?
    package let end: Int?
    package let step: Int

    /// The indices in an array of `count` elements (section 2.3.4.2.2).
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
