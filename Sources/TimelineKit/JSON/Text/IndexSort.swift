extension UnsafeMutableBufferPointer<Int> {
    /// Not inlined, since each inlined use of the standard library's sort adds 6 KB to an app.
    @inline(never) func sortIndexes(by isBefore: (Int, Int) -> Bool) {
        var indexes = self
        indexes.sort(by: isBefore)
    }
}

extension RandomAccessCollection where Index == Int {
    package func sortedIndexes(by isBefore: (Int, Int) -> Bool) -> [Int] {
        var sorted = [Int](indices)
        sorted.withUnsafeMutableBufferPointer { $0.sortIndexes(by: isBefore) }
        return sorted
    }
}
