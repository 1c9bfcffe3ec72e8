internal import TimelineKit
internal import TimelineReplay

struct LineRedactor {
    private let redactor: JournalRedactor
    var summary: JournalRedactor.Summary
    /// What the header declares as hidden.
    private var listed: (state: [ListedPath], actions: [ListedPath], marks: Bool)?
    private typealias ListedPath = (path: JSONPath, names: Bool)
    private var known: [ExactString: JSON] = [:]
    private static let knownLimit = 10_000

    /// Of the last line.
    private(set) var hiddenTexts: [String] = []
    private var part: RedactionFinding.Part?
    private var tree = HiddenPathTree()
    private var selected: [HideableValue] = []

    init(_ redactor: JournalRedactor, _ summary: JournalRedactor.Summary? = nil) {
        (self.redactor, self.summary) = (redactor, summary ?? redactor.emptySummary)
    }

    /// What was not hidden in the last line.
    func exposed(in line: LocatedLine, of file: String) -> [RedactionFinding] {
        guard let part else { return [] }
        var places: Set<JSONPointer> = []
        return selected.compactMap { found in
            guard found.count > 0, let marks = tree.marks(at: found.place) else { return nil }
            let looksHidden = Pseudonyms.looksLikeOne(found.value)
            if looksHidden, marks.contains(found.value.array == nil ? .listedValues : .listedNames) { return nil }
            guard places.insert(found.place.pointer).inserted else { return nil }
            return RedactionFinding(
                kind: looksHidden ? .uncertain : .listed, part: part,
                path: part.root.isEmpty ? "" : found.place.pathDescription, file: file, line: line.number)
        }
    }

    // MARK: - Lines

    mutating func redacted(_ line: LocatedLine, file: String) throws(RedactingError) -> Line {
        (hiddenTexts, selected) = ([], [])
        do throws(JSONPathError) { return try redacted(line.content) } catch {
            throw .unsearchable(file: file, line: line.number, reason: error.description)
        }
    }

    private mutating func redacted(_ line: Line) throws(JSONPathError) -> Line {
        switch line {
        case .header(let header):
            read(RedactionNote(header))
            return .header(redactor.addingNote(to: header))
        case .step(let step):
            if let from = step.from, !Origin.known.contains(Origin(rawValue: from)) { summary.names.insert(from) }
            if case .set(_, let by) = step.change, !Self.setters.contains(by) { summary.names.insert(by) }
            let change: Step.Change =
                switch step.change {
                case .action(let text): .action(try hidden(text, of: "action"))
                case .opaque(let words): .opaque(try hidden(words, of: "opaque"))
                case .set(let text, let by): .set(try hidden(text, of: "set"), by: by)
                }
            if case .opaque = change, change != step.change { summary.opaque += 1 }
            return .step(step.changed(change, hidesSite: redactor.sites))
        case .snapshot(let snapshot):
            let state = try hidden(snapshot.state, of: "state")
            return .snapshot(Snapshot(seq: snapshot.seq, at: snapshot.at, state: state))
        case .gap(let gap):
            return .gap(Gap(seq: gap.seq, at: gap.at, through: gap.through, why: PlainWords.of(gap.why)))
        case .mark(let mark):
            summary.marks += 1
            return .mark(Mark(seq: mark.seq, at: mark.at, name: try hidden(mark.name, of: "mark")))
        case .generated, .end, .site, .canceled, .took, .unknown: return line
        }
    }

    private static let setters: Set<String> = [Step.outside, "restore", "hotReload"]

    private mutating func hidden(_ text: JSONText, of key: String) throws(JSONPathError) -> JSONText {
        try hidden(text.value, of: key).map { JSONText($0) } ?? text
    }

    private mutating func hidden(_ text: String, of key: String) throws(JSONPathError) -> String {
        try hidden(.string(text), of: key)?.string ?? text
    }

    // MARK: - Values

    mutating func read(_ note: RedactionNote?) {
        // The file may be hostile.
        func valid(_ paths: [String]) -> [ListedPath] { paths.flatMap { (try? HiddenPaths([$0]))?.paths ?? [] } }
        listed = note.map { (valid($0.state), valid($0.actions), $0.marks) }
    }

    /// The value of a member of a line; nil if there is nothing to hide.
    mutating func hidden(_ value: @autoclosure () -> JSON, of key: String) throws(JSONPathError) -> JSON? {
        switch key {
        case "state", "set": return try hidden(value, redactor.state, listed?.state, \.state, .state)
        case "action": return try hidden(value, redactor.actions, listed?.actions, \.actions, .action)
        case "mark" where redactor.marks: return hidden(whole: value(), isListed: listed?.marks == true, .mark)
        case "opaque":
            let words = value()
            if listed != nil, Self.isBareName(words.string ?? "") { return nil }
            // What checks marks alone has nothing to say about actions.
            let part: RedactionFinding.Part? = redactor.state.isEmpty && redactor.actions.isEmpty ? nil : .action
            return hidden(whole: words, isListed: listed != nil, part)
        default: return nil
        }
    }

    /// As a recorder with redaction writes it: `LoginAction.failing`.
    private static func isBareName(_ words: String) -> Bool {
        let bytes = JournalRedactor.nameBytes
        return !words.isEmpty
            && words.utf8.allSatisfy { bytes.contains($0) && $0 != UInt8(ascii: "-") || "<>".utf8.contains($0) }
    }

    private mutating func hidden(whole text: JSON, isListed: Bool, _ part: RedactionFinding.Part?) -> JSON {
        (self.part, tree, selected) = (part, HiddenPathTree(), [HideableValue(place: JSONLocation(), value: text)])
        tree.mark([], isListed ? [.values, .listedValues] : .values)
        return rewritten(text)
    }

    private mutating func hidden(
        _ value: () -> JSON, _ paths: HiddenPaths, _ listed: [ListedPath]?,
        _ counts: WritableKeyPath<JournalRedactor.Summary, [PathCount]>, _ part: RedactionFinding.Part
    ) throws(JSONPathError) -> JSON? {
        if paths.isEmpty { return nil }
        let value = value()
        (self.part, tree) = (part, HiddenPathTree())
        for (number, (path, names)) in paths.paths.enumerated() {
            for node in try path.nodes(in: value) {
                tree.mark(node.path.pointer.tokens[...], names ? .names : .values)
                guard let found = HideableValue.all(in: node, names: names) else { continue }
                summary[keyPath: counts][number].addPlace(found)
                selected += found
            }
        }
        if tree.isEmpty { return nil }
        for (path, names) in listed ?? [] {
            for node in (try? path.nodes(in: value)) ?? [] {
                tree.mark(node.path.pointer.tokens[...], names ? .listedNames : .listedValues)
            }
        }
        return rewritten(value)
    }

    private mutating func rewritten(_ value: JSON) -> JSON {
        tree.rewritten(value) { value, marks in
            // Only there, a text that looks like a pseudonym is one for sure. A number may be none, and is replaced again.
            let isListed = marks.contains(marks.contains(.names) ? .listedNames : .listedValues)
            guard case .string(let text) = value else { return redactor.pseudonyms.of(value) }
            if text.isEmpty || isListed && Pseudonyms.looksLikeOne(text) { return value }
            hiddenTexts.append(text)
            if let made = known[ExactString(text)] { return made }
            let made = JSON.string(redactor.pseudonyms.of(text))
            if known.count >= Self.knownLimit { known = [:] }
            known[ExactString(text)] = made
            return made
        }
    }
}

extension HiddenPathTree {
    /// Nil where the name of a member above should be hidden and is not: no message may show the place.
    fileprivate func marks(at place: JSONLocation) -> Marks? {
        var (tree, inside) = (self, Marks())
        for step in place.steps {
            if case .name(let name) = step, tree.marks.contains(.names), !Pseudonyms.looksLikeOne(name) { return nil }
            inside.formUnion(tree.marks.intersection(.listedValues))
            tree = tree.branch(step.token)
        }
        return tree.marks.union(inside)
    }
}

extension BundleNote {
    /// The note without what may contain values. Names of code are kept, and lines of source files without their folders.
    var withoutValues: BundleNote {
        let isSignal = signal.map { name in
            name.hasPrefix("SIG") && name.utf8.count <= 10 && name.utf8.allSatisfy { (65...90).contains($0) }
                || name.hasPrefix("signal ") && Int(name.dropFirst(7)).map { (1...255).contains($0) } == true
        }
        let place = backtrace.map { trace in
            Backtrace(
                fault: trace.fault.map { fault in
                    let swift = "Swift runtime failure: "
                    return fault.hasPrefix(swift)
                        ? swift + PlainWords.of(String(fault.dropFirst(swift.count))) : PlainWords.of(fault)
                }, frames: trace.frames.map(\.withoutValues), omitted: trace.omitted)
        }
        return BundleNote(
            states: states, asked: asked, lastSeq: lastSeq, lastReduced: lastReduced,
            signal: isSignal == true ? signal : nil, exitStatus: exitStatus, backtrace: place)
    }
}

extension Backtrace.Frame {
    fileprivate var withoutValues: Backtrace.Frame {
        let name = file?.split { $0 == "/" || $0 == "\\" }.last.map(String.init)
        return Backtrace.Frame(symbol: symbol, file: name, line: line, image: image, address: address)
    }
}

enum PlainWords {
    /// A reason up to its first colon, after which it may quote a value of the app, if it consists of plain words.
    static func of(_ reason: String) -> String {
        let words = reason.prefix { $0 != ":" }
        let isPlain = words.unicodeScalars.allSatisfy { scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", " ", "/", "-": true
            default: false
            }
        }
        return isPlain ? String(words) : "withheld"
    }
}

struct HiddenPathTree {
    struct Marks: OptionSet {
        let rawValue: Int

        /// Hide all values here and below.
        static let values = Marks(rawValue: 1)
        /// Hide the names of the members of this object.
        static let names = Marks(rawValue: 2)
        /// The header lists the values here and below, or the names of the members, as hidden.
        static let listedValues = Marks(rawValue: 4)
        static let listedNames = Marks(rawValue: 8)
    }

    private(set) var marks: Marks = []
    private var branches: [ExactString: HiddenPathTree] = [:]

    /// At a name or an index.
    func branch(_ token: String) -> HiddenPathTree { branches[ExactString(token)] ?? HiddenPathTree() }

    var isEmpty: Bool { marks.isEmpty && branches.isEmpty }

    mutating func mark(_ tokens: ArraySlice<String>, _ marks: Marks) {
        guard let first = tokens.first else { return self.marks.formUnion(marks) }
        branches[ExactString(first), default: HiddenPathTree()].mark(tokens.dropFirst(), marks)
    }

    /// - Parameter pseudonym: Is called with each value and name to hide, and with the marks that hold there.
    func rewritten(_ value: JSON, inside: Marks = [], _ pseudonym: (JSON, Marks) -> JSON) -> JSON {
        let inside = inside.union(marks.intersection([.values, .listedValues]))
        if isEmpty && !inside.contains(.values) { return value }
        func inner(_ token: String, _ value: JSON) -> JSON { branch(token).rewritten(value, inside: inside, pseudonym) }
        switch value {
        case .array(let elements): return .array(elements.enumerated().map { inner(String($0), $1) })
        case .object(let object):
            var members = object.members.map { member in
                let name = marks.contains(.names) ? pseudonym(.string(member.key), marks).string : nil
                return JSONObject.Member(key: name ?? member.key, value: inner(member.key, member.value))
            }
            if marks.contains(.names) { members = members.sortedByKey() }
            return .object(JSONObject(members))
        default: return inside.contains(.values) ? pseudonym(value, inside) : value
        }
    }
}
