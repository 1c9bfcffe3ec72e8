internal import ArgumentParser

/// Whether recorded snapshots are left unused: what asks whether changed code still does what was recorded.
struct FreshOption: ParsableArguments {
    @Flag(
        name: .customLong("fresh"),
        help: "Reduce every action again with the program as it is now; use no recorded snapshot.")
    var isOn = false
}
