internal import TimelineJournal

struct LiveRecording {
    let output: String?
    let force: Bool

    func run(from url: String) throws {
        if let output { try OutputOption.check(output, force: force) }
        var option = OutputOption()
        (option.path, option.force) = (output, force)
        let (journal, bytes) = try AppArgument.timeline(of: try AppArgument.client(of: url))
        // The header is untrusted input: its program name becomes part of a path only if it is valid.
        let path = output ?? RecordingFiles.name(for: ProgramName(journal.header.program)?.text)
        try option.write(bytes, to: path)
        if path == "-" { return }
        StandardError.write("\(path): \(Layout.count(journal.index.last - journal.index.first, "step")) recorded")
    }
}
