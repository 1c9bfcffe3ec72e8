internal import ArgumentParser

/// Code of the program runs in this process, so that another one watches it.
protocol CallsProgram: ParsableCommand {}
