/// The length of a longest common subsequence, by dynamic programming.
package func longestCommon(_ one: [Int], _ other: [Int]) -> Int {
    var row = [Int](repeating: 0, count: other.count + 1)
    for element in one {
        var diagonal = 0
        for (index, otherElement) in other.enumerated() {
            let above = row[index + 1]
            row[index + 1] = element == otherElement ? diagonal + 1 : max(above, row[index])
            diagonal = above
        }
    }
    return row[other.count]
}
