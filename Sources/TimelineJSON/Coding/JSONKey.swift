/// A step of a coding path: the name of a member, or the index of an element.
///
/// A path is put together from the text when it is asked for, so its keys are not those of the types that are coded, but
/// have their names. A name that is a whole number has that number, too, as keys of dictionaries have.
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
    /// The place that a coding path names. An index is told from a name by how coders call it: `Index 3`.
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
