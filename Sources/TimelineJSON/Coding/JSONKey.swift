/// A step of a coding path. Paths are made from the text on demand, so their keys lack the types of the keys of the coded types.
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
    /// The location of a coding path. The name of an index is `Index 3`, by the convention of coders.
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
