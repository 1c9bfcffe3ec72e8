/// What a keyed container that is being read is seated on.
final class JSONReaderSeat {
    /// The reader, which lives on as long as anyone can read: it is in use, or `owner`.
    private let unowned: Unmanaged<JSONReader>
    /// The reader again, where the container may outlive its use.
    @exclusivity(unchecked) var owner: JSONReader?
    /// Where the object stands on the tape.
    @exclusivity(unchecked) var object: Int
    /// Keys that were asked for before.
    private(set) lazy var cases = CaseKeys()

    init(_ reader: JSONReader, _ object: Int, owner: JSONReader?) {
        unowned = Unmanaged.passUnretained(reader)
        self.owner = owner
        self.object = object
    }

    var reader: JSONReader { unowned.takeUnretainedValue() }

    /// Runs `body` on the reader and the object.
    @inline(__always) func read<Result>(_ body: (JSONReader, Int) throws -> Result) rethrows -> Result {
        try unowned._withUnsafeGuaranteedRef { try body($0, object) }
    }
}
