/// The description of the error that `body` throws, or "no error".
package func errorMessage(_ body: () throws -> Void) -> String {
    do {
        try body()
        return "no error"
    } catch {
        return "\(error)"
    }
}

/// The same for a body whose result is of no interest.
package func errorMessage<Result>(_ body: () throws -> Result) -> String {
    errorMessage { () throws -> Void in _ = try body() }
}
