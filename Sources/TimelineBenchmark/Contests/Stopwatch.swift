/// Seconds on a clock that never goes back.
enum Stopwatch {
    /// How long `body` takes, in seconds.
    static func seconds(_ body: () throws -> Void) rethrows -> Double {
        let clock = ContinuousClock()
        let start = clock.now
        try body()
        return (clock.now - start) / .seconds(1)
    }

    /// How long one of `count` takes.
    static func seconds(each count: Int, _ body: () throws -> Void) rethrows -> Double {
        try seconds(body) / Double(count)
    }
}
