internal import TimelineJournal
internal import TimelineKit

/// Bundles whose packed file must be small.
enum PackedBundle {
    /// The bundle with the most steps that, packed, takes no more than `limit` bytes, give or take some steps where they
    /// are many.
    ///
    /// How far bytes pack is known only when they are packed, so that it is searched for: the number of bundles that are
    /// made grows with the logarithm of their bytes.
    ///
    /// - Parameter make: Makes a bundle that takes no more than so many bytes unpacked.
    static func fitting(
        _ limit: Int, of file: String, _ make: (_ plainLimit: Int?) throws(BundleError) -> CrashBundle
    ) throws(BundleError) -> CrashBundle {
        let whole = try make(nil)
        var smallest = Gzip.size(of: whole.bytes)
        if smallest <= limit { return whole }
        var best: CrashBundle?
        var (low, high) = (0, whole.bytes.count - 1)
        while low < high, best == nil || high - low > low / 64 {
            let middle = low + (high - low + 1) / 2
            let made: CrashBundle
            do throws(BundleError) { made = try make(middle) } catch {
                guard case .tooLarge = error else { throw error }
                low = middle
                continue
            }
            let size = Gzip.size(of: made.bytes)
            if size <= limit {
                (best, low) = (made, middle)
            } else {
                // Every limit down to its own bytes gives the same one.
                (smallest, high) = (min(smallest, size), made.bytes.count - 1)
            }
        }
        guard let best else { throw .tooLarge(file: file, bytes: smallest, limit: limit) }
        return best
    }
}
