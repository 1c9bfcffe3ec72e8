internal import ArgumentParser
internal import TimelineJournal

/// What to do about damage.
struct RecoverOption: ParsableArguments {
    @Option(
        name: .customLong("recover"),
        help: ArgumentHelp(
            "strict refuses any damage, tail leaves out a torn last line, salvage passes over damage to the next "
                + "snapshot.",
            valueName: "how"))
    var how: Recovery = .tail
}

extension Recovery: ExpressibleByArgument {}
