internal import TimelineJSON
internal import TimelineJournal
internal import TimelineSystem

/// Writes a recording of `rk devtools`, the debugger of Redux-Kotlin: JSON Lines with a header, the first state, and the actions with the
/// states after them. The actions are those of `ReduxAction`.
///
///     {"kind":"rk-devtools-recording","protocolVersion":1,"serializerTier":"json","clientId":SESSION,…}
///     {"t":"init","state":STATE}
///     {"t":"action","actionId":1,"action":{"type":"add","payload":…},"state":STATE,
///      "diff":[{"op":"CHANGED","path":"count","before":0,"after":5}],"timestampMillis":1795321865223,"isExcess":false}
final class RKDevToolsExporter: TimelineExporter {
    private(set) var losses = ConversionLosses()
    private(set) var steps = 0
    private let spool: OutputSpool
    private var started: Int64 = 0
    private var last: JSON?
    private var pending: Step?

    init() throws { spool = try OutputSpool() }

    func add(_ line: Line) throws {
        losses.add(line, keeping: last == nil ? [.program, .snapshots] : [.program])
        switch line {
        case .header(let header):
            losses.add(.platform)
            if let time = UTCTime.microseconds(header.started) { started = time }
            try write([
                "kind": "rk-devtools-recording", "protocolVersion": 1, "serializerTier": "json",
                "clientId": .string(header.session), "clientLabel": .string("\(header.program) \(header.version)"),
                "storeName": .string(header.program), "storeInstanceId": .string(header.session),
            ])
        case .snapshot(let snapshot):
            if last == nil, snapshot.seq > 0 { losses.add(.numbers) }
        case .step(let step):
            try writePending(nil)
            pending = step
        case .gap: try writePending(nil)
        case .mark, .generated, .end, .site, .unknown: break
        }
    }

    func add(_ state: JSON, after seq: Int) throws {
        if last == nil {
            try write(["t": "init", "state": state])
        } else if pending?.seq == seq {
            try writePending(state)
        }
        last = state
    }

    /// - Parameter state: nil if it is unknown; then the one before it takes its place, as the format requires one.
    private func writePending(_ state: JSON?) throws {
        guard let step = pending.take() else { return }
        steps += 1
        if state == nil { losses.add(.states) }
        let before = last ?? .null
        let after = state ?? before
        var changes: [JSON] = []
        Self.compare(before, after, "", &changes)
        let time = started &+ step.at.microseconds
        if time % 1000 != 0 { losses.add(.microseconds) }
        try write([
            "t": "action", "actionId": .int(steps), "action": ReduxAction.json(of: step.change), "state": after,
            "diff": .array(changes), "timestampMillis": .int(Int(time / 1000)), "isExcess": false,
        ])
    }

    private func write(_ line: JSON) throws {
        try spool.append(line.text)
        try spool.append("\n")
    }

    /// The leaves that differ, with the keys and indexes on the way joined by dots.
    private static func compare(_ before: JSON, _ after: JSON, _ path: String, _ changes: inout [JSON]) {
        func add(_ op: String, _ path: String, _ before: JSON?, _ after: JSON?) {
            changes.append([
                "op": .string(op), "path": .string(path), "before": before ?? .null, "after": after ?? .null,
            ])
        }
        guard let old = children(of: before), let new = children(of: after) else {
            if before != after { add("CHANGED", path, before, after) }
            return
        }
        for member in old.members {
            let place = path.isEmpty ? member.key : "\(path).\(member.key)"
            if let value = new[member.key] {
                compare(member.value, value, place, &changes)
            } else {
                add("REMOVED", place, member.value, nil)
            }
        }
        for member in new.members where old[member.key] == nil {
            add("ADDED", path.isEmpty ? member.key : "\(path).\(member.key)", nil, member.value)
        }
    }

    private static func children(of value: JSON) -> JSONObject? {
        value.object
            ?? value.array.map { JSONObject($0.enumerated().map { .init(key: "\($0.offset)", value: $0.element) }) }
    }

    func finish() throws -> FileBytes {
        try writePending(nil)
        return try spool.finish()
    }
}
