internal import TimelineJSON
internal import TimelineJournal
internal import TimelineKit

/// A replica's sheet as text: JSON Lines, to which changes and notes are added at the end.
struct SheetText<State: Codable & Sendable, Action: Codable & Sendable>: Sendable {
    typealias Sheet = ReplicaSheet<State, Action>
    typealias Line = SheetLine<State, Action>

    /// No count, and no version, is higher: JSON's numbers are exact up to here everywhere.
    private static var most: Int { 1 << 53 }

    let program: String
    let mode: ReplicaMode
    var encoding = RealEncoding(.refused)

    // MARK: - Writing

    func head(of sheet: Sheet) throws(RealEncoding.Failure) -> [UInt8] {
        let snapshot = sheet.snapshot
        var line = Line()
        line.replica = 1
        line.id = sheet.id
        line.program = program
        line.mode = mode.rawValue
        line.dropped = sheet.dropped
        line.snapshot = Line.Snapshot(
            id: snapshot.id, before: snapshot.before, included: snapshot.included, version: snapshot.version,
            state: snapshot.state)
        return try text(line)
    }

    /// - Parameter seen: What the change before it knew of.
    func line(_ change: ReplicaChange<State, Action>, after seen: [String: Int]) throws(RealEncoding.Failure) -> [UInt8]
    {
        var line = Line()
        line.number = change.number
        line.version = change.version
        if change.seen != seen { line.seen = change.seen }
        switch change.kind {
        case .action(let action): line.action = action
        case .set(let state, let by):
            line.set = state
            line.by = by
        }
        return try text(line)
    }

    func line(_ note: Sheet.Note) throws(RealEncoding.Failure) -> [UInt8] {
        var line = Line()
        line.note = note.number
        line.clock = note.clock
        line.point = note.point
        line.hash = note.hash
        if !note.doubts.isEmpty { line.doubts = note.doubts }
        return try text(line)
    }

    private func text(_ line: Line) throws(RealEncoding.Failure) -> [UInt8] {
        try encoding.encode(line) { line in
            let states = [line.object?["snapshot"]?.object?["state"], line.object?["set"]].compactMap(\.self)
            return states.map { ($0, .state) } + (line.object?["action"].map { [($0, .action)] } ?? [])
        }.bytes + [0x0A]
    }

    // MARK: - Reading

    /// What a file says, as far as it is sound. A last line without its LF is left out: it is being written, or its writer
    /// was killed.
    struct Reading: Sendable {
        /// nil where not even the first line is sound.
        var sheet: Sheet?
        /// What is wrong, and where.
        var problem: ReplicaProblem?
        /// The bytes of whole lines.
        var bytes: [UInt8] = []
        fileprivate var lines = 0
        fileprivate var seen: [String: Int] = [:]
    }

    /// - Parameters:
    ///   - known: What was read before of this file: where it only grew, the new lines alone are parsed.
    func read(_ bytes: [UInt8], _ file: String, of id: String, after known: Reading?) -> Reading {
        var reading = Reading()
        if let known, known.problem == nil, bytes.starts(with: known.bytes) { reading = known }
        guard let end = bytes.lastIndex(of: 0x0A), end >= reading.bytes.count else { return reading }
        let new = bytes[reading.bytes.count...end]
        for line in new.dropLast().split(separator: 0x0A, omittingEmptySubsequences: false) {
            reading.lines += 1
            do throws(JSONCodingError) {
                try take(try JSONCoding.decode(Line.self, from: JSONText(unchecked: line)), id, into: &reading)
            } catch {
                let rest = reading.sheet == nil ? "Nothing of it is taken" : "What follows is left out"
                reading.problem = ReplicaProblem(.notRead, "\(file), line \(reading.lines): \(error). \(rest).")
                break
            }
        }
        reading.bytes = Array(bytes[...end])
        return reading
    }

    private func take(_ line: Line, _ id: String, into reading: inout Reading) throws(JSONCodingError) {
        guard var sheet = reading.sheet else {
            reading.sheet = try head(line, id)
            return
        }
        reading.sheet = nil
        defer { reading.sheet = sheet }
        if let number = line.note {
            guard let clock = line.clock, let point = line.point, let hash = line.hash else {
                throw JSONCodingError(reason: "a note has a \"clock\", a \"point\" and a \"hash\"")
            }
            let points = [point] + (line.doubts ?? [:]).values
            guard (1...Self.most).contains(number), (0...Self.most).contains(clock),
                points.allSatisfy({ Self.areCounts($0.counts) })
            else { throw JSONCodingError(reason: "a note's numbers should be from 0 to 2^53") }
            sheet.note = Sheet.Note(
                number: number, clock: clock, point: point, hash: hash, doubts: line.doubts ?? [:])
            return
        }
        let kind: ReplicaChange<State, Action>.Kind
        switch (line.action, line.set) {
        case (let action?, nil): kind = .action(action)
        case (nil, let state?): kind = .set(state, by: line.by ?? "replication")
        default: throw JSONCodingError(reason: "expected a change, with an \"action\" or a \"set\", or a note")
        }
        guard line.number == sheet.last + 1 else {
            let found = line.number.map { "\($0)" } ?? "none"
            throw JSONCodingError(reason: "the \"number\" should be \(sheet.last + 1), and is \(found)")
        }
        let least = (sheet.changes.last?.version ?? 0) + 1
        guard let version = line.version, version >= least, version <= Self.most else {
            let found = line.version.map { "\($0)" } ?? "none"
            throw JSONCodingError(reason: "the \"version\" should be from \(least) to 2^53, and is \(found)")
        }
        reading.seen = line.seen ?? reading.seen
        sheet.changes.append(
            ReplicaChange(origin: id, number: sheet.last + 1, version: version, seen: reading.seen, kind: kind))
    }

    /// Whether these are numbers of changes, which can be counted on.
    private static func areCounts(_ counts: [String: Int]) -> Bool {
        counts.values.allSatisfy { (0...most).contains($0) }
    }

    private func head(_ line: Line, _ id: String) throws(JSONCodingError) -> Sheet {
        guard line.replica == 1 else {
            throw JSONCodingError(reason: "the first line should have \"replica\":1, the version of the format")
        }
        guard line.id == id else {
            throw JSONCodingError(
                reason: "it is of replica \"\(line.id ?? "")\", so it is a copy; remove it when nothing is missing")
        }
        guard line.program == program, line.mode == mode.rawValue else {
            throw JSONCodingError(
                reason: "it is of program \"\(line.program ?? "")\" in mode \"\(line.mode ?? "")\", and this is "
                    + "\"\(program)\" in mode \"\(mode.rawValue)\"; use a folder of its own")
        }
        guard let snapshot = line.snapshot, let dropped = line.dropped,
            (0...Self.most).contains(dropped), (0...Self.most).contains(snapshot.version),
            (0...Self.most).contains(snapshot.id.number), Self.areCounts(snapshot.included)
        else {
            throw JSONCodingError(reason: "the first line should have a \"snapshot\", and how many were \"dropped\"")
        }
        return Sheet(
            id: id,
            snapshot: SharedSnapshot(
                id: snapshot.id, before: snapshot.before, state: snapshot.state, included: snapshot.included,
                version: snapshot.version),
            dropped: dropped, changes: [], note: nil)
    }
}
