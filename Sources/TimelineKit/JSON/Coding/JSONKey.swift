/// Without the type of the key: coding paths are made from the text on demand.
struct JSONKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = Int(stringValue)
    }

    init(intValue: Int) {
        stringValue = String(intValue)
        self.intValue = intValue
    }

    init(index: Int) {
        stringValue = "Index \(index)"
        intValue = index
    }

    static let `super` = JSONKey(stringValue: "super")
}

extension JSONLocation {
    /// The name of an index is `Index 3`, by the convention of coders.
    init(_ codingPath: [any CodingKey]) {
        self.init(
            codingPath.map { key in
                guard let index = key.intValue, key.stringValue == "Index \(index)" else {
                    return .name(key.stringValue)
                }
                return .index(index)
            })
    }
}
