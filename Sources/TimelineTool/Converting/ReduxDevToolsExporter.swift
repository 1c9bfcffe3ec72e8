internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

/// Writes the lifted state that *Import* of Redux DevTools takes:
///
///     {"monitorState":{},"actionsById":{"0":{"type":"PERFORM_ACTION","action":{"type":"@@INIT"},"timestamp":…},…},
///      "computedStates":[{"state":…},…],"nextActionId":9,"stagedActionIds":[0,1,…],"skippedActionIds":[],
///      "committedState":…,"currentStateIndex":8,"isLocked":false,"isPaused":false}
final class ReduxDevToolsExporter: TimelineExporter {
    private(set) var losses = ConversionLosses()
    private(set) var steps = 0
    private var actions: Spool
    private var states: Spool

    private var sites = SiteTable()
    private var started: Int64 = 0
    private var first: JSON?
    private var lastState = JSON.null
    /// The number of the step whose state is not written yet.
    private var pending, expected: Int?
    private var isLiteral: Bool?

    init() throws {
        actions = try Spool(named: TimelineExport.product)
        states = try Spool(named: TimelineExport.product)
    }

    func add(_ line: Line) throws {
        losses.add(line, keeping: expected == nil ? [.start, .snapshots, .sites] : [.start, .sites])
        sites.add(line)
        switch line {
        case .header(let header):
            if let time = UTCTime.microseconds(header.started) { started = time } else { losses.add(.start) }
        case .snapshot(let snapshot):
            guard expected == nil else { return }
            expected = snapshot.seq + 1
            if snapshot.seq > 0 { losses.add(.numbers) }
            try add(["type": "@@INIT"], at: snapshot.at)
        case .step(let step):
            try addUnknownState()
            steps += 1
            isLiteral = isLiteral ?? ReduxAction.isLiteral(step.change)
            let action = ReduxAction.json(of: step.change, isLiteral: isLiteral == true)
            try add(action, at: step.at, site: sites[step])
            pending = step.seq
        case .gap: try addUnknownState()
        case .mark, .generated, .end, .site, .canceled, .took, .unknown: break
        }
    }

    private func add(_ action: JSON, at: Moment, site: Site? = nil) throws {
        let time = started &+ at.microseconds
        let (milliseconds, fraction) = time.quotientAndRemainder(dividingBy: 1000)
        // A fraction of a millisecond is exact as a double, too.
        let digits = fraction == 0 ? "" : "." + String(1000 + fraction).dropFirst()
        let lifted = JSON.members([
            "type": "PERFORM_ACTION", "action": action,
            "timestamp": .number(JSONNumber(text: "\(milliseconds)\(digits)") ?? JSONNumber(milliseconds)),
            // As the extension shows a call.
            "stack": site.map { .string("Error\n    at dispatch (\($0.file):\($0.line):1)") },
        ])
        try actions.append("\(steps == 0 ? "" : ",")\"\(steps)\":\(lifted)")
    }

    func add(_ state: JSON, after seq: Int) throws {
        if first == nil || pending == seq {
            try states.append("\(first == nil ? "" : ","){\"state\":\(state)}")
            pending = nil
        }
        first = first ?? state
        lastState = state
    }

    /// DevTools shows the error, and the state before it.
    private func addUnknownState() throws {
        guard pending.take() != nil else { return }
        losses.add(.states)
        try states.append(",{\"state\":\(lastState),\"error\":\"the state after this action is not known\"}")
    }

    func finish() throws -> FileBytes {
        try addUnknownState()
        var product = try Spool(named: TimelineExport.product)
        try product.append("{\"monitorState\":{},\"actionsById\":{")
        try product.append(contentsOf: actions.finish())
        try product.append("},\"computedStates\":[")
        try product.append(contentsOf: states.finish())
        try product.append("],\"nextActionId\":\(steps + 1),\"stagedActionIds\":[0")
        for step in 0..<steps { try product.append(",\(step + 1)") }
        try product.append("],\"skippedActionIds\":[],\"committedState\":\(first ?? .null)")
        try product.append(",\"currentStateIndex\":\(steps),\"isLocked\":false,\"isPaused\":false}\n")
        return try product.finish()
    }
}
