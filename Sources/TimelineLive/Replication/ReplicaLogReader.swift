internal import TimelineKit

/// Reads the logs of replicas. No input traps.
struct ReplicaLogReader<State: Codable & Sendable, Action: Codable & Sendable>: Sendable {
    typealias Log = ReplicaLog<State, Action>

    /// The highest number and clock: up to here, numbers of JSON are exact everywhere.
    private static var limit: Int { 1 << 53 }
    private static var isEarlier: LineError {
        LineError("it is a log of an earlier version of Timeline; update every instance, and share in an empty folder")
    }

    let program: String
    let mode: String

    /// Ends at the first error.
    struct Reading: Sendable {
        var log: Log?
        var problem: String?
        var bytes: [UInt8] = []
        var header: Header?
        fileprivate var replica: Log.Info?
        fileprivate var order = LineOrder()
        fileprivate var lines = 0
        fileprivate var seen: [String: Int] = [:]
    }

    /// A last line without its LF is skipped. If the file only grew since it was `known`, only new lines are parsed.
    func read(_ bytes: [UInt8], file: String, of id: String, after known: Reading? = nil) -> Reading {
        var reading = Reading()
        if let known, known.problem == nil, bytes.starts(with: known.bytes) { reading = known }
        guard let end = bytes.lastIndex(of: 0x0A), end >= reading.bytes.count else { return reading }
        for line in bytes[reading.bytes.count..<end].split(separator: 0x0A, omittingEmptySubsequences: false) {
            reading.lines += 1
            do throws(LineError) { try take(Array(line), of: id, into: &reading) } catch {
                let rest = reading.log == nil ? "Nothing of it is read" : "The rest is not read"
                reading.problem = "\(file), line \(reading.lines): \(error.reason). \(rest)."
                break
            }
        }
        reading.bytes = Array(bytes[...end])
        return reading
    }

    private func take(_ line: [UInt8], of id: String, into reading: inout Reading) throws(LineError) {
        let content = try LineParser.parse(line)
        if reading.header == nil {
            guard case .header(let header) = content else {
                guard case .unknown(let keys) = content, keys.contains("replica") else {
                    throw LineError("it is no log of a replica: the first line is no header of a timeline")
                }
                throw Self.isEarlier
            }
            reading.replica = try replica(header, id)
            reading.header = header
        }
        if reading.header?.hasChecksums == true { try LineParser.requireChecksum(of: line) }
        try reading.order.check(content.outline)
        switch content {
        case .snapshot(let snapshot):
            guard let replica = reading.replica else { break }
            reading.replica = nil
            reading.log = Log(
                id: id, epoch: replica.epoch, start: try decode(State.self, snapshot.state), dropped: snapshot.seq,
                droppedAt: snapshot.at)
        case .step(let step):
            let least = (reading.log?.changes.last?.clock ?? 0) + 1
            let order = try decode(Log.Order.self, JSONText(unchecked: line))
            guard (least...Self.limit).contains(order.clock) else {
                throw LineError("the \"clock\" should be from \(least) to 2^53, and is \(order.clock)")
            }
            reading.seen = order.seen ?? reading.seen
            reading.log?.changes.append(
                Log.Change(
                    origin: id, number: step.seq, clock: order.clock, seen: reading.seen, kind: try kind(step.change),
                    at: step.at, from: step.from))
        case .unknown(let keys) where keys.contains("replica"): reading.log?.status = try status(line)
        case .gap: throw LineError("a log of a replica has no gaps")
        default: break
        }
    }

    private func replica(_ header: Header, _ id: String) throws(LineError) -> Log.Info {
        let unknown = header.requires.filter { !Header.knownRequirements.contains($0) }
        guard header.format == Header.formatVersion, unknown.isEmpty else {
            throw LineError("it is a log of a newer version of Timeline; update this instance")
        }
        guard let value = header.object["replica"] else { throw LineError("it is no log of a replica") }
        if value.object?["snapshot"] != nil { throw Self.isEarlier }
        let replica = try decode(Log.Info.self, JSONText(value))
        guard replica.id == id else {
            throw LineError("it is of replica \"\(replica.id)\", so it is a copy; remove it when nothing is missing")
        }
        guard header.program == program, replica.mode == mode else {
            throw LineError(
                "it is of program \"\(header.program)\" in mode \"\(replica.mode)\", and this is \"\(program)\" in mode "
                    + "\"\(mode)\"; use a folder of its own")
        }
        let numbers = [replica.epoch.number, replica.epoch.clock] + replica.epoch.included.values
        guard numbers.allSatisfy((0...Self.limit).contains) else {
            throw LineError("the numbers of the \"epoch\" should be from 0 to 2^53")
        }
        return replica
    }

    private func kind(_ change: Step.Change) throws(LineError) -> Log.Change.Kind {
        switch change {
        case .action(let text): .action(try decode(Action.self, text))
        case .set(let text, let by): .set(try decode(State.self, text), by: by)
        case .opaque: throw LineError("a log of a replica has no opaque actions")
        }
    }

    private func status(_ line: [UInt8]) throws(LineError) -> Log.Status {
        let status = try decode(Log.StatusLine.self, JSONText(unchecked: line)).replica
        guard ([status.number] + status.counts.values).allSatisfy((0...Self.limit).contains) else {
            throw LineError("the numbers of a status should be from 0 to 2^53")
        }
        return status
    }

    private func decode<Value: Decodable>(_ type: Value.Type, _ text: JSONText) throws(LineError) -> Value {
        do throws(JSONCodingError) { return try JSONCoding.decode(type, from: text) } catch {
            throw LineError("\(error)")
        }
    }
}
