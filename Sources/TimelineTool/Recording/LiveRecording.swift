internal import TimelineJournal
internal import TimelineRemote
internal import TimelineSystem

struct LiveRecording {
    let output: String?
    let force: Bool

    func run(from url: String) throws {
        if let output { try OutputOption.check(output, force: force) }
        let (bytes, name) = try AppArgument.withClient(of: url) { client in
            var bytes: [UInt8] = []
            try await client.timeline { bytes += $0 }
            return (bytes, "\(client.address)")
        }
        let journal = try Journal(bytes: bytes, name: name)
        try journal.requireSound()
        if output == "-" { return StandardOutput.write(bytes) }
        // The header is untrusted input: its program name becomes part of a path only if it is valid.
        let path = output ?? RecordingFiles.name(for: ProgramName(journal.header.program)?.text)
        try OutputOption.convertingFileErrors { () throws(FileError) in
            try OutputFile.write(bytes, to: path, replacing: force)
        }
        StandardError.write("\(path): \(Layout.count(journal.index.last - journal.index.first, "step")) recorded")
    }
}
