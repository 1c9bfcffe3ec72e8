/// Why a text is no JSON Pointer (RFC 6901, section 3).
package struct JSONPointerError: Error, Equatable, CustomStringConvertible {
    /// The text that was to be a pointer.
    package let text: String

    /// What is wrong with it.
    package let reason: String

    package var description: String { "\"\(text)\" is no JSON Pointer: \(reason)" }
}
