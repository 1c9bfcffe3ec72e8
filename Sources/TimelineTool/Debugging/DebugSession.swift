internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

struct DebugSession<P: Program> {
    private struct Version {
        let journal: Journal
        var states: ReplayedStates<P>
        var position: Int
        var marks: [String: Int] = [:]
        let edit: String?
    }

    private let program: P
    private let isFresh: Bool
    /// The recorded timeline, then one for each edit. Not empty.
    private var versions: [Version]
    private var watchers: [(number: Int, kind: StopSearch<P.State>.Kind)] = []
    private var lastNumber = 0
    private var hasWarned = false
    /// Is called often during a search. An error ends the search.
    private let interrupt: () throws -> Void

    init(
        _ program: P, _ journal: Journal, at position: Int, fresh isFresh: Bool, interrupt: @escaping () throws -> Void
    ) {
        (self.interrupt, self.program, self.isFresh) = (interrupt, program, isFresh)
        let replayer = TrapReport.watched(Replayer(program, journal, fresh: isFresh))
        versions = [Version(journal: journal, states: ReplayedStates(replayer), position: position, edit: nil)]
    }

    private var version: Version {
        get { versions[versions.count - 1] }
        set { versions[versions.count - 1] = newValue }
    }

    private var journal: Journal { version.journal }
    var position: Int { version.position }

    mutating func perform(_ input: DebugInput) throws {
        let argument = input.argument
        switch input.name {
        case .next: try move(to: position + count(argument))
        case .back: try move(to: position - count(argument))
        case .goto: try move(to: resolve(argument))
        case .continue: try search { search, states, seq in try search.first(after: seq, in: &states) }
        case .reverse: try search { search, states, seq in try search.last(before: seq, in: &states) }
        case .break, .breakChange:
            _ = try ExpressionArguments.condition(argument)
            watch(input.name == .break ? .condition(argument) : .change(argument))
        case .watch: watch(.path(try ExpressionArguments.path(argument)))
        case .delete: try delete(argument)
        case .print: try print(argument)
        case .diff: try printDifference(argument)
        case .action: try printAction()
        case .list: try list(argument)
        case .cause: try moveToCause()
        case .effects: try printEffects()
        case .why: try why(try ExpressionArguments.path(argument))
        case .mark: try mark(argument)
        case .skip: try edit("skip \(position)") { .init(skipped: RangeSet($0..<$0 + 1)) }
        case .edit:
            let action = try EditOptions.action(argument, "edit", program)
            try edit("edit \(position) \(argument)") { .init(replaced: [$0: action]) }
        case .insert:
            let action = try EditOptions.action(argument, "insert", program)
            try edit("insert \(position) \(argument)", needsStep: false) { .init(inserted: [$0: [.action(action)]]) }
        case .set:
            let change = try EditOptions.change(of: shownState(), setting: argument, "set", program)
            try edit("set \(position) \(argument)", needsStep: false) { .init(inserted: [$0: [change]]) }
        case .undo: try undo()
        case .info: info()
        case .help: help()
        case .quit: break
        }
    }

    // MARK: - Moving

    private func count(_ argument: String) throws(ToolError) -> Int {
        if argument.isEmpty { return 1 }
        guard let count = Int(argument), 1..<1 << 40 ~= count else {
            throw ToolError(.usage, "\"\(argument)\" is no number of steps")
        }
        return count
    }

    private func resolve(_ argument: String) throws -> Int {
        if argument.hasPrefix("%"), let seq = version.marks[String(argument.dropFirst())] { return seq }
        return try PositionArguments.resolve(argument, in: journal)
    }

    private mutating func move(to seq: Int) throws {
        let target = min(max(seq, journal.first), journal.end)
        if target != position || target == seq {
            version.position = target
            try show(stop: nil)
        }
        if seq < target { StandardOutput.print("Position \(target) is the first.") }
        guard seq > target else { return }
        guard let step = try journal.unreturned.flatMap({ try step(at: $0) }) else {
            return StandardOutput.print("Position \(target) is the last.")
        }
        StandardOutput.print(StepText.line(step, showsCause: true))
        StandardOutput.print("Its reducer never returned: position \(target) is the last with a state.")
    }

    private mutating func search(
        _ find: (StopSearch<P.State>, inout ReplayedStates<P>, Int) throws -> StopSearch<P.State>.Answer
    ) throws {
        guard !watchers.isEmpty else {
            throw ToolError(.usage, "there is nothing to stop at: break EXPR or watch PATH sets a stop")
        }
        var bar = ProgressBar("Searching")
        defer { bar.finish() }
        let (interrupt, start, count) = (interrupt, position, journal.end - journal.first)
        let search = try StopSearch<P.State>(watchers) { seq in
            try interrupt()
            bar.update(abs(seq - start), of: count)
        }
        do {
            let answer = try find(search, &version.states, position)
            bar.finish()
            let unknown = SkippedText.list(answer.unknown)
            if let stop = answer.stop {
                version.position = stop.seq
                try show(stop: stop)
            } else {
                StandardOutput.print("No further stop in this direction\(unknown == nil ? "" : " is known").")
                if !answer.unseenPaths.isEmpty {
                    let paths = Layout.visible(answer.unseenPaths.joined(separator: " or "))
                    StandardOutput.print("No state that was looked at has \(paths).")
                }
            }
            if let unknown { StandardOutput.print("Passed over, because the state is unknown there: \(unknown).") }
        } catch let divergence as BisectDivergence {
            StandardOutput.print(BisectText.diverged(divergence, "where the next stop is", isFull: false))
        }
    }

    // MARK: - Stops

    private mutating func watch(_ kind: StopSearch<P.State>.Kind) {
        lastNumber += 1
        watchers.append((lastNumber, kind))
        StandardOutput.print(line(lastNumber, kind, isReached: false))
    }

    private mutating func delete(_ argument: String) throws(ToolError) {
        guard let number = Int(argument), let index = watchers.firstIndex(where: { $0.number == number }) else {
            throw ToolError(.usage, "there is no break or watch \"\(argument)\": info lists them")
        }
        watchers.remove(at: index)
    }

    // MARK: - Showing

    mutating func show(stop: StopSearch<P.State>.Stop?) throws {
        let seq = position
        guard let state = try json(at: seq) else {
            return StandardOutput.print("The state after step \(seq) cannot be known.")
        }
        if let step = try step(at: seq) {
            StandardOutput.print(StepText.line(step, showsCause: true))
            let difference = try json(at: seq - 1).map { JSONDifference(from: $0, to: state) }
            let lines =
                difference.map { DifferenceText.lines($0, indent: 29, limit: 8, all: "diff") }
                ?? ["\(Layout.spaces(29))The state before it is not known."]
            lines.forEach { StandardOutput.print($0) }
        } else {
            let text = seq == journal.first ? "the first state" : "the state after step \(seq), which is not on file"
            StandardOutput.print(StepText.line(seq, try journal.moment(of: seq), text))
        }
        for (number, kind) in watchers {
            let isReached = stop?.numbers.contains(number) == true
            if !isReached { if case .path = kind {} else { continue } }
            StandardOutput.print(line(number, kind, isReached: isReached))
        }
        if !hasWarned, !isFresh, let warning = try RequestedStates.disagreement(program, journal, seq) ?? sharing(seq) {
            hasWarned = true
            StandardOutput.flush()
            StandardError.write("Warning: \(warning).")
        }
    }

    /// Of the steps up to here, which were all reduced already.
    private func sharing(_ seq: Int) throws -> String? {
        let agreement = ReplayAgreement { TrapReport.watched(Replayer(program, journal)) }
        return try agreement.sharing(in: max(journal.first, seq - 64)...seq)?.stateFault.map {
            Layout.visible(String($0.dropLast()), exceptLines: true)
        }
    }

    /// `2: watch $.comments.unread = -3, changed`
    private func line(_ number: Int, _ kind: StopSearch<P.State>.Kind, isReached: Bool) -> String {
        let (text, end) =
            switch kind {
            case .condition(let text): ("break \(Layout.visible(text))", ", became true")
            case .change(let text): ("break-change \(Layout.visible(text))", ", matched")
            case .path(let path): ("watch \(Layout.visible("\(path)")) \(value(at: path))", ", changed")
            }
        return "  \(number): \(text)\(isReached ? Style.changed(end) : "")"
    }

    private func value(at path: StatePath) -> String {
        var states = version.states
        guard let state = try? states.json(at: position), let values = try? path.values(in: state) else {
            return "is unknown"
        }
        switch values.count {
        case 0: return "has no value"
        case 1: return "= " + Layout.cut(Layout.visible(Layout.beginning(of: values[0], 60)), to: 60)
        default: return "has \(Layout.count(values.count, "value"))"
        }
    }

    private mutating func json(at seq: Int) throws -> JSON? {
        seq < journal.first ? nil : try version.states.json(at: seq)
    }

    private func step(at seq: Int) throws -> Step? { seq > journal.first ? try journal.step(seq) : nil }

    private mutating func shownState() throws -> JSON {
        guard let state = try json(at: position) else {
            throw ToolError(.cannotTell, "the state after step \(position) cannot be known")
        }
        return state
    }

    private mutating func print(_ argument: String) throws {
        let state = try shownState()
        if argument.isEmpty { return StandardOutput.print(Layout.visibleJSON(state.prettyText)) }
        try Layout.values(at: ExpressionArguments.path(argument), in: state).forEach { StandardOutput.print($0) }
    }

    private mutating func printDifference(_ argument: String) throws {
        let base = try argument.isEmpty ? max(journal.first, position - 1) : resolve(argument)
        guard let before = try json(at: base), let after = try json(at: position) else {
            throw ToolError(.cannotTell, "one of the states cannot be known")
        }
        let lines = DifferenceText.lines(JSONDifference(from: before, to: after))
        if lines.isEmpty { StandardOutput.print("The states after steps \(base) and \(position) are equal.") }
        lines.forEach { StandardOutput.print($0) }
    }

    private func printAction() throws {
        guard let step = try step(at: position) else {
            return StandardOutput.print("Position \(position) has no step on file.")
        }
        StandardOutput.print(StepText.line(step, showsCause: true))
        if case .action(let text) = step.change { StandardOutput.print(Layout.visibleJSON(text.value.prettyText)) }
    }

    /// The steps around this position, with their marks and gaps.
    private func list(_ argument: String) throws {
        let distance = try argument.isEmpty ? 5 : count(argument)
        try visitLines(from: position - distance) { line, seq in
            if seq > position + distance { return false }
            let text = LogText.text(line, width: StandardOutput.columns - 2, unreturned: journal.unreturned)
            let isHere = if case .step = line { seq == position } else { false }
            StandardOutput.print((isHere ? "> " : "  ") + text.replacing("\n", with: "\n  "))
            return true
        }
    }

    private mutating func moveToCause() throws {
        guard let step = try step(at: position) else { return try printAction() }
        guard let cause = step.cause else {
            return StandardOutput.print("The recording has no cause of step \(position).")
        }
        guard cause > journal.first else {
            return StandardOutput.print("Step \(cause) caused step \(position), and is not in the file.")
        }
        try move(to: cause)
    }

    private func printEffects() throws {
        var hasNone = true
        try visitLines(from: position + 1) { line, _ in
            try interrupt()
            guard case .step(let step) = line, step.cause == position else { return true }
            hasNone = false
            StandardOutput.print(LogText.text(line, width: StandardOutput.columns, unreturned: journal.unreturned))
            return true
        }
        if hasNone { StandardOutput.print("No step on file names step \(position) as its cause.") }
    }

    private func visitLines(from seq: Int, _ visit: (_ line: Line, _ seq: Int) throws -> Bool) throws {
        var lines = try journal.lines(fromStep: max(seq, journal.first + 1))
        while let line = try lines.next() {
            guard let number = LogText.step(of: line.content), number >= seq else { continue }
            guard try visit(line.content, number) else { return }
        }
    }

    private mutating func why(_ path: StatePath) throws {
        var history = PathHistory(version.states, path, in: journal.first...position)
        var text = BlameText(path: path, at: position, isJSON: false, sites: SiteText(journal))
        try history.visitBackwards(stretch: 1) { _ in
            try interrupt()
        } _: { change in
            text.print(change)
            return false
        }
        _ = text.finish(history)
    }

    // MARK: - Names and edits

    private mutating func mark(_ name: String) throws(ToolError) {
        guard !name.isEmpty else { throw ToolError(.usage, "mark takes a name") }
        version.marks[name] = position
    }

    private mutating func edit(
        _ description: String, needsStep: Bool = true, _ edits: (_ seq: Int) -> TimelineEdits
    ) throws {
        let (journal, seq) = (journal, position)
        if needsStep, try step(at: seq) == nil {
            throw ToolError(.negative, "position \(seq) has no step on file to edit")
        }
        let edits = edits(seq)
        // A step that never returned would end this process, too.
        let derived = try DerivedTimeline(of: journal, edits, upTo: journal.end, for: program, by: "debug")
        let copy = try derived.journal()
        let replayer = TrapReport.watched(Replayer(program, copy, fresh: isFresh))
        let position = derived.numbering.edited(seq) + (edits.inserted.isEmpty ? 0 : 1)
        versions.append(
            Version(
                journal: copy, states: ReplayedStates(replayer), position: position,
                marks: version.marks.mapValues { derived.numbering.edited($0) }, edit: description))
        try show(stop: nil)
    }

    private mutating func undo() throws {
        guard versions.count > 1 else { throw ToolError(.negative, "there is no edit to take back") }
        versions.removeLast()
        try show(stop: nil)
    }

    private func info() {
        StandardOutput.print("\(Layout.visible(versions[0].journal.name)), \(program.name) \(journal.header.version)")
        StandardOutput.print("Position \(position) of \(journal.first) to \(journal.end).")
        for (number, kind) in watchers { StandardOutput.print(line(number, kind, isReached: false)) }
        for (name, seq) in version.marks.sorted(by: { $0.value < $1.value }) {
            StandardOutput.print("  %\(Layout.visible(name)): \(seq)")
        }
        for edit in versions.compactMap(\.edit) { StandardOutput.print("  edited: \(Layout.visible(edit))") }
    }

    private func help() {
        for name in DebugInput.Name.allCases {
            let (arguments, text) = name.help
            StandardOutput.print("  " + Layout.padded("\(name.rawValue) \(arguments)", to: 18) + text)
        }
    }
}
