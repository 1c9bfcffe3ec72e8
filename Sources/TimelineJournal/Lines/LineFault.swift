/// What is wrong with a line, in a sentence without its place.
struct LineFault: Error, Equatable {
    let reason: String

    /// How many bytes of the line stand before the fault.
    let byte: Int

    init(_ reason: String, byte: Int = 0) {
        self.reason = reason
        self.byte = byte
    }
}
