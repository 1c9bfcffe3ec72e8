/// A binary indexed tree (Fenwick, 1994): adding and summing take logarithmic time.
struct RunningCounts {
    /// sums[i]: the sum of the counts up to i - 1, as many as the lowest bit of i.
    private var sums: [Int]

    init(repeating value: Int, count: Int) { sums = (0...count).map { ($0 & -$0) * value } }

    mutating func add(_ value: Int, at index: Int) {
        var place = index + 1
        while place < sums.count {
            sums[place] += value
            place += place & -place
        }
    }

    func sum(before index: Int) -> Int {
        var (sum, place) = (0, index)
        while place > 0 {
            sum += sums[place]
            place &= place - 1
        }
        return sum
    }
}
