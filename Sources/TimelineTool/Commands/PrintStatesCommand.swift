internal import ArgumentParser
internal import Synchronization
internal import TimelineDebugger
internal import TimelineJournal
internal import TimelineKit
internal import TimelineSystem

struct PrintStatesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: StatePrinter.command, abstract: "Print the state after each step, for verify.",
        shouldDisplay: false)

    @Argument var files: [String]
    @Option var name: String
    @Option var from: Int?
    @Option var to: Int?
    @Option(help: "Where the replay begins that passes through the recorded states after it.") var passing: Int?
    @Flag(help: "Read only the lines that these states need.") var seeking = false
    @OptionGroup var fresh: FreshOption

    func run() throws {
        TrapReport.isMachineReadable.store(true, ordering: .relaxed)
        let observer = ParentObserver(descriptor: PipedProcess.inputDescriptor)
        defer { withExtendedLifetime(observer) {} }
        let journal: any ReplayableJournal =
            if seeking, let found = SearchedJournal.open(files[0]) {
                found
            } else {
                try TimelinePlace(name: name, files: files).open(unpacker: try GzipUnpacker()).journal
            }
        guard let program = LinkedProgram.current, program.name == journal.header.program else {
            let held = LinkedProgram.current.map { "the program \"\($0.name)\"" } ?? "no program"
            throw ToolError(
                .unavailable,
                "\(name) was recorded by the program \"\(journal.header.program)\", and this executable holds \(held)")
        }
        let range = from.flatMap { from in to.flatMap { from <= $0 ? from...$0 : nil } }
        try StatePrinter.print(program, journal, range, passing: passing, fresh: fresh.isOn)
    }
}
