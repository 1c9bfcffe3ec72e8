/// Suggests commands for a misspelled one.
enum CommandSpelling {
    /// The names that begin with `word`, or else the nearest ones: at most two letters missing, added, wrong or swapped.
    static func near(_ word: String, among names: [String]) -> [String] {
        let longer = names.filter { word.count > 1 && $0.hasPrefix(word) }
        guard longer.isEmpty else { return longer }
        let near = names.map { (name: $0, distance: distance(Array(word.lowercased()), Array($0))) }
            .filter { $0.distance <= 2 && $0.distance < min($0.name.count, word.count) }
        let least = near.map(\.distance).min()
        return near.filter { $0.distance == least }.map(\.name)
    }

    /// The optimal string alignment distance of two words.
    private static func distance(_ one: [Character], _ other: [Character]) -> Int {
        var rows = [Array(0...other.count)]
        for (row, letter) in one.enumerated() {
            var next = [row + 1]
            for (column, otherLetter) in other.enumerated() {
                var least = min(
                    rows[row][column] + (letter == otherLetter ? 0 : 1), rows[row][column + 1] + 1, next[column] + 1)
                if row > 0, column > 0, letter == other[column - 1], otherLetter == one[row - 1] {
                    least = min(least, rows[row - 1][column - 1] + 1)
                }
                next.append(least)
            }
            rows.append(next)
        }
        return rows[one.count][other.count]
    }
}
