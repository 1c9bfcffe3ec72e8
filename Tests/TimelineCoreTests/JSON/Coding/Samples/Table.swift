/// Rows that are encoded as columns, in containers that are open at the same time.
struct Table: Codable, Equatable {
    struct Row: Equatable {
        var name: String
        var age: Int
        var height: Double?
    }

    var title: String
    var rows: [Row]

    private enum Keys: String, CodingKey { case title, columns, ages, heights, deep }
    private enum Column: String, CodingKey { case names, count }

    init(title: String, rows: [Row]) { (self.title, self.rows) = (title, rows) }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        var heights = container.nestedUnkeyedContainer(forKey: .heights)
        var columns = container.nestedContainer(keyedBy: Column.self, forKey: .columns)
        var names = columns.nestedUnkeyedContainer(forKey: .names)
        var ages = container.nestedUnkeyedContainer(forKey: .ages)
        try container.encode(title, forKey: .title)
        for row in rows {
            try names.encode(row.name)
            try ages.encode(row.age)
            if let height = row.height { try heights.encode(height) } else { try heights.encodeNil() }
        }
        try columns.encode(rows.count, forKey: .count)
        // An array in an array, with an object in that.
        var deep = container.nestedUnkeyedContainer(forKey: .deep)
        var deeper = deep.nestedUnkeyedContainer()
        var deepest = deeper.nestedContainer(keyedBy: Column.self)
        try deepest.encode(rows.count, forKey: .count)
        try deeper.encode(names.count)
        try deep.encode(deep.count)
        var superEncoder = deep.superEncoder().unkeyedContainer()
        try superEncoder.encode(title)
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        title = try container.decode(String.self, forKey: .title)
        let columns = try container.nestedContainer(keyedBy: Column.self, forKey: .columns)
        var names = try columns.nestedUnkeyedContainer(forKey: .names)
        var ages = try container.nestedUnkeyedContainer(forKey: .ages)
        var heights = try container.nestedUnkeyedContainer(forKey: .heights)
        rows = []
        while !names.isAtEnd {
            let name = try names.decode(String.self)
            rows.append(
                Row(
                    name: name, age: try ages.decode(Int.self),
                    height: try heights.decodeNil() ? nil : heights.decode(Double.self)))
        }
        var deep = try container.nestedUnkeyedContainer(forKey: .deep)
        var deeper = try deep.nestedUnkeyedContainer()
        let deepest = try deeper.nestedContainer(keyedBy: Column.self)
        let second = try deeper.decode(Int.self)
        let count = try deep.decode(Int.self)
        var last = try deep.superDecoder().unkeyedContainer()
        let found = [try deepest.decode(Int.self, forKey: .count), second, ages.count ?? 0, ages.currentIndex]
        guard found == Array(repeating: rows.count, count: 4), count == 1, try last.decode(String.self) == title,
            deep.isAtEnd, last.isAtEnd
        else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: deep.codingPath, debugDescription: "\(found) for \(rows.count)"))
        }
    }
}
