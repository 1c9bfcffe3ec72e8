/// A test run got something that it cannot use.
public struct TestRunError: Error, CustomStringConvertible {
    /// What went wrong.
    public let description: String

    init(_ description: String) { self.description = description }
}
