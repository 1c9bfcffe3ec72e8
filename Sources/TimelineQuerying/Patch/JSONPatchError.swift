/// Why a value is no JSON Patch, or why a patch does not fit the value it was applied to.
package struct JSONPatchError: Error, Equatable, CustomStringConvertible {
    /// Which operation, counted from 1; nil where the patch as a whole is wrong.
    package let operation: Int?

    /// What is wrong with it.
    package let reason: String

    package var description: String {
        operation.map { "operation \($0): \(reason)" } ?? reason
    }
}
