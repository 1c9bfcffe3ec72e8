/// Where a divergence came from, as the beginning of a sentence.
package enum DivergenceSource {
    /// `Step 4 gave a different state than when recorded`.
    ///
    /// - Parameters:
    ///   - seq: The step after which replay and recording differ.
    ///   - agreedUpTo: The last position where both agreed. A state that was set agrees with itself, so it may be `seq`.
    package static func text(seq: Int, agreedUpTo: Int) -> String {
        let first = agreedUpTo + 1
        if first > seq { return "The state set at step \(seq) differs from the one recorded after it" }
        let steps = first == seq ? "Step \(seq)" : "At least one of steps \(first) to \(seq)"
        return "\(steps) gave a different state than when recorded"
    }
}
