internal import TimelineJournal
internal import TimelineRemote
internal import TimelineSystem

/// Takes the timeline of an app that runs.
struct LiveRecording {
    let output: String?
    let force: Bool

    func run(from client: RemoteClient) throws {
        if let output { try OutputOption.check(output, force: force) }
        let bytes: [UInt8]
        do {
            bytes = try Waiting.forResult {
                var client = client
                var bytes: [UInt8] = []
                try await client.timeline { bytes += $0 }
                return bytes
            }
        } catch let error as RemoteError {
            throw ToolError(error)
        }
        let journal = try Journal(bytes: bytes, name: "\(client.address)")
        try journal.requireSound()
        if output == "-" { return StandardOutput.write(bytes) }
        // The app at the other end chose the header's name: only a valid one becomes part of a path.
        let path = output ?? RecordingName.now(of: ProgramName(journal.header.program))
        do throws(FileError) { try OutputFile.write(bytes, to: path, replacing: force) } catch {
            throw OutputOption.refusal(error)
        }
        StandardError.write("\(path): \(Layout.count(journal.index.last - journal.index.first, "step")) recorded")
    }
}
