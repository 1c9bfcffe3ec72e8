/// What a keyed container that is being written is seated on.
final class JSONWriterSeat {
    /// The writer, which lives on as long as anyone can write: it is in use, or `owner`.
    private let unowned: Unmanaged<JSONWriter>
    /// The writer again, where the container may outlive its use.
    @exclusivity(unchecked) var owner: JSONWriter?
    @exclusivity(unchecked) private var frame: Int
    @exclusivity(unchecked) private var id: Int

    init(_ place: JSONWriterPlace, owner: JSONWriter?) {
        unowned = Unmanaged.passUnretained(place.writer)
        self.owner = owner
        frame = place.frame
        id = place.id
    }

    @inline(__always) var place: JSONWriterPlace {
        get { JSONWriterPlace(writer: unowned.takeUnretainedValue(), frame: frame, id: id) }
        set {
            frame = newValue.frame
            id = newValue.id
        }
    }

    /// Runs `body` on the writer and the frame, where the place is the innermost; returns nil where it is not.
    @inline(__always) func ifReady<Result>(_ body: (JSONWriter, Int) throws -> Result) rethrows -> Result? {
        try unowned._withUnsafeGuaranteedRef { writer in
            guard writer.isInnermost(frame, id), writer.failure == nil else { return nil }
            return try body(writer, frame)
        }
    }
}
