internal import ArgumentParser
internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

struct ReplayCommand: CallsProgram {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Replay a timeline, show each step, and compare with the recording.",
        usage: "timeline replay <file> [<options>]",
        discussion: """
            Replay runs the reducer, but no middleware and no effects. It exits with 1 if a recorded snapshot differs from the \
            replayed state (a divergence), and with 2 if they differ only in values that change when they are encoded and \
            decoded. With --verify but not --fresh, it exits with 2 if the timeline has steps and no snapshot confirmed \
            a state, or if its last steps cannot be reduced. Keys on a terminal: space pauses, . and , step forward and back, + \
            and - change the speed, q quits.

            With --fresh, the current program reduces every action from the first position. Recorded snapshots are compared, but \
            replay does not continue from them; states that were set from outside are applied as recorded. If the actions of \
            some steps were not recorded, replay lists those steps and continues from the next recorded state.

            \(EditOptions.help)

            EXAMPLES:
              timeline replay run.jsonl --speed 2
                play twice as fast as recorded
              timeline replay run.jsonl --idle-limit 1 --from -10
                show the last ten steps, with no pause over a second
              timeline replay run.jsonl --verify
                only check that replay agrees with the recording
              timeline replay run.jsonl --fresh --verify
                check whether the current program reproduces the recording
              timeline replay run.jsonl --skip 32 --from 31 --no-wait
                what would have happened without step 32
            """)

    @OptionGroup var journal: JournalArgument

    @Option(
        parsing: .unconditional, help: ArgumentHelp("The speed, as a multiple of the recorded one.", valueName: "n"))
    var speed = 1.0

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The longest pause between steps, in recorded seconds.", valueName: "seconds"))
    var idleLimit: Double?

    @Flag(help: "Do not wait between steps.")
    var noWait = false

    @OptionGroup var positions: RangeOptions

    @Flag(help: "Show no steps; only check whether replay agrees with the recording.")
    var verify = false

    @Flag(help: "Show all changes and whole values.")
    var full = false

    @OptionGroup var fresh: FreshOption
    @OptionGroup var edits: EditOptions
    @OptionGroup var json: JSONOption
    @OptionGroup var program: ProgramOption

    func validate() throws {
        if !(speed > 0 && speed.isFinite) { throw ValidationError("--speed \(speed): give a number over 0.") }
        if let idleLimit, !(idleLimit >= 0 && idleLimit < 1e9) {
            throw ValidationError("--idle-limit \(idleLimit): give a number of seconds from 0.")
        }
    }

    func run() throws {
        let edited = try edits.apply(to: journal, program)
        // A fresh replay reduces all steps before the range, too.
        let (journal, range): (Journal, ClosedRange<Int>) =
            try edited.map { ($0.journal, try positions.range(in: $0.journal)) }
            ?? journal.open(seeking: !fresh.isOn) { journal in try positions.range(in: journal) }
        try replay(try program.program(journal.header.program, for: journal.name), journal, range, edited)
    }

    private func replay<P: Program>(
        _ program: P, _ journal: Journal, _ range: ClosedRange<Int>, _ edited: EditedJournal?
    ) throws {
        var player = Player(
            TrapReport.watched(Replayer(program, journal, fresh: fresh.isOn), isEdited: !edits.isEmpty), range,
            output: verify ? .none : json.isOn ? .json : .text, full: full)
        if !verify { StandardOutput.endWithReader() }
        if noWait || verify {
            try player.run()
        } else {
            try player.play(speed: speed, idleLimit: idleLimit)
        }
        if journal.unreturned != nil, range.upperBound == journal.end, !json.isOn {
            StandardOutput.flush()
            StandardError.write(
                "Step \(range.upperBound + 1) was not run: its reducer never returned in the recording.")
        }
        var summary = player.summary
        if verify, !fresh.isOn {
            let agreement = ReplayAgreement { TrapReport.watched(Replayer(program, journal), isEdited: !edits.isEmpty) }
            summary.fault =
                if let found = player.replayer.divergence {
                    try? agreement.codingLoss(in: found.agreedUpTo...found.seq, from: range.lowerBound)
                } else { try? agreement.fault(shownBy: player.replayer)?.0 }
        }
        let outcome = try edited.map { try $0.outcome(program, at: range.upperBound, self.program) }
        summary.recorded = outcome?.json
        StandardOutput.print(json.isOn ? summary.json.description : summary.text())
        if !json.isOn { outcome?.lines.forEach { StandardOutput.print($0) } }
        if let divergence = summary.divergence {
            throw ToolError(divergence.isOnlyAtUnstablePaths || summary.fault != nil ? .cannotTell : .negative)
        }
        if summary.fault != nil || outcome?.isKnown == false { throw ToolError(.cannotTell) }
        if verify, !fresh.isOn, summary.isUnconfirmed { throw ToolError(.cannotTell) }
    }
}
