internal import TimelineKit

enum PackedBundle {
    /// A binary search, because the packed size is known only after packing.
    static func fitting(
        _ limit: Int, of file: String, _ make: (_ uncompressedLimit: Int?) throws(BundleError) -> CrashBundle
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
                // Every limit down to its own size gives the same bundle.
                (smallest, high) = (min(smallest, size), made.bytes.count - 1)
            }
        }
        guard let best else { throw .tooLarge(file: file, bytes: smallest, limit: limit) }
        return best
    }
}
