/// A collection of the standard library that encodes its elements in the order of their hashes, which is another one in
/// every process.
protocol HashOrdered {
    /// How many elements of the encoded array make one entry, and stay together when the entries are sorted.
    static var elementsPerEntry: Int { get }
}

extension Set: HashOrdered {
    static var elementsPerEntry: Int { 1 }
}

/// Where keys are strings or integers, or are represented by coding keys, the form is an object, whose members are sorted
/// as those of every other. All other dictionaries are arrays: key, value, key, value.
extension Dictionary: HashOrdered {
    static var elementsPerEntry: Int { 2 }
}
