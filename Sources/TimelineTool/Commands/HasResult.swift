internal import ArgumentParser

/// The exit status says what was found, or the command cleans up: it runs to its end, though nobody reads its output.
protocol HasResult: ParsableCommand {}
