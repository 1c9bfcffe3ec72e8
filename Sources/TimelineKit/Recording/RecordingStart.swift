struct RecordingStart {
    let program: String
    let version: String
    let generatesValues: Bool
    let destination: RecordingDestination
    let options: RecorderOptions
    let run: RunIdentity
    let layer: any FileLayer
    let onProblem: @Sendable (RecordingProblem) -> Void

    struct StartError: Error {
        let problem: RecordingProblem

        init(_ kind: RecordingProblem.Kind, _ reason: String) {
            problem = RecordingProblem(kind, RecordingProblem.nothingRecorded + reason)
        }
    }

    /// Begins the recording. Where it throws, it leaves no file.
    func begin(
        _ redaction: RedactionNote?, reporting problems: [RecordingProblem],
        _ state: () throws(JSONCodingError) -> JSONText
    ) throws(StartError) -> LockedWriteAheadLog {
        guard ProgramName(program) != nil else {
            throw StartError(.programNameInvalid, "the program's name \"\(program)\" should be \(ProgramName.rule)")
        }
        let first: [UInt8]
        do throws(JSONCodingError) {
            first = LineWriter.line(.snapshot(Snapshot(seq: 0, at: .zero, state: try state())))
        } catch {
            throw StartError(.stateNotEncodable, "the first state cannot be encoded: \(error)")
        }
        let header = header(redaction)
        let rotation = try rotation(header)
        let recording: LockedWriteAheadLog
        var problems = problems
        do throws(FileError) { recording = try begin(header, rotation, first, &problems) } catch {
            throw StartError(error.exists ? .fileExists : .fileNotCreated, "\(error)")
        }
        problems.forEach(onProblem)
        return recording
    }

    func redactor() throws(StartError) -> RecordingRedactor {
        guard let redaction = options.redaction else { return RecordingRedactor() }
        let prefix = "the redaction cannot be used: "
        if let key = redaction.key, key.count < 16 {
            throw StartError(.redactionInvalid, prefix + "its key has \(key.count) bytes, and needs 16")
        }
        do throws(HidingPatternError) { return RecordingRedactor(redaction, try redaction.patterns()) } catch {
            throw StartError(.redactionInvalid, prefix + error.description)
        }
    }

    private func header(_ redaction: RedactionNote?) -> @Sendable (Int, JSON?) -> Header {
        { [program, version, generatesValues, run, snapshots = options.snapshots] segment, dropped in
            var other = [JSONObject.Member(key: "snapshots", value: .string(snapshots.text))]
            if generatesValues { other.append(.init(key: "requires", value: ["generated"])) }
            if let redaction { other.append(.init(key: "redaction", value: redaction.json)) }
            if let dropped { other.append(.init(key: "dropped", value: dropped)) }
            return Header(
                session: run.session, program: program, version: version, started: run.started, segment: segment,
                platform: RunIdentity.platform, other: other, hasChecksums: true)
        }
    }

    private func rotation(_ header: @escaping @Sendable (Int, JSON?) -> Header) throws(StartError) -> Rotation? {
        guard case .folder(let path, let name) = destination else { return nil }
        do throws(FileError) {
            let folder = try SegmentFolder(
                path, name: name ?? program, session: run.session, started: run.started,
                bytes: options.retention.bytes, seconds: options.retention.seconds)
            return Rotation(folder, header: header)
        } catch {
            throw StartError(.folderNotUsable, "the folder \(path) cannot be used: \(error.reason)")
        }
    }

    private func begin(
        _ header: (Int, JSON?) -> Header, _ rotation: Rotation?, _ first: [UInt8], _ problems: inout [RecordingProblem]
    ) throws(FileError) -> LockedWriteAheadLog {
        var rotation = rotation
        let (path, lines): (String, [UInt8]) =
            rotation?.next(first) ?? (destination.path, LineWriter.header(header(1, nil)) + first)
        try FileSystem.makeParents(of: path)
        try StatusPage.requireFree(beside: path)
        let file = try JournalFile.begin(path, lines: lines, layer: layer, isSegment: rotation != nil)
        if options.durability != .process {
            do throws(FileError) { try file.handle.sync() } catch {
                layer.remove(path)
                throw error
            }
        }
        let obsoleteFiles = rotation?.drop(length: 0, toMakeRoomFor: file.length, at: .zero) ?? []
        rotation?.began(first: 0, length: file.length, at: .zero)
        // Without the status page, a crash report does not show whether the last reducer returned.
        var page: StatusPage?
        do throws(FileError) { page = try StatusPage(beside: path, session: run.session) } catch {
            problems.append(
                RecordingProblem(
                    .statusNotWritten, "whether the last reducer returned will not be known after a crash: \(error)"))
        }
        var schedule = SnapshotSchedule(options.snapshots)
        schedule.written(bytes: first.count)
        return LockedWriteAheadLog(
            WriteAheadLog(
                file: file, page: page, now: run.now, stopwatch: run.stopwatch, schedule: schedule,
                session: run.session,
                durability: options.durability, rotation: rotation, obsoleteFiles: obsoleteFiles, layer: layer),
            layer: layer, schedule: run.schedule, onProblem: onProblem)
    }
}
