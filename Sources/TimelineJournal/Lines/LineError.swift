/// What is wrong with a line, in a sentence without its place.
package struct LineError: Error, Equatable {
    package let reason: String

    /// How many bytes of the line stand before the fault.
    package let byte: Int

    package init(_ reason: String, byte: Int = 0) {
        self.reason = reason
        self.byte = byte
    }
}
