internal import TimelineJSON
internal import TimelineJournal
package import TimelineKit
package import TimelineSystem

/// Finds values at listed paths that are not hidden.
///
/// At these paths every value must be a pseudonym, or one of those that have none. What looks like a pseudonym counts as hidden
/// if the header lists its place; otherwise it is reported as uncertain, since a time in seconds or a UUID may look like one.
/// The description of an action that was not encoded counts as hidden if it is a bare name, or looks like a pseudonym, in a
/// recording whose header has a redaction note.
package struct RedactionCheck: Sendable {
    private let state: HiddenPaths
    private let actions: HiddenPaths
    private let marks: Bool

    /// - Parameter marks: Whether the names of marks must be hidden.
    package init(state: HiddenPaths, actions: HiddenPaths, marks: Bool = false) {
        self.state = state
        self.actions = actions
        self.marks = marks
    }

    /// Checks one file. Memory: one line.
    ///
    /// - Parameters:
    ///   - file: The name of the file in findings and errors.
    ///   - report: Called with each finding, in the order of the file.
    /// - Returns: The number of places that each path leads to.
    /// - Throws: `RedactingError` if a line cannot be read. Later lines are not checked.
    @discardableResult package func run(
        _ source: any ByteSource, file: String, report: (RedactionFinding) -> Void
    ) throws(RedactingError) -> (state: PathCounts, actions: PathCounts) {
        var (states, actions) = (PathCounts(state), PathCounts(self.actions))
        var reader = JournalReader(source, file: file)
        var note: JournalRedactor.Note?
        while let line = try reader.nextToRedact(file: file) {
            func found(_ part: RedactionFinding.Part, _ path: String, isUncertain: Bool) {
                report(
                    RedactionFinding(
                        kind: isUncertain ? .uncertain : .listed, part: part, path: path, file: file, line: line.number)
                )
            }
            func search(
                _ paths: HiddenPaths, in text: JSONText, _ part: RedactionFinding.Part, _ noted: HiddenPaths?,
                _ counts: inout PathCounts
            ) throws(RedactingError) {
                if paths.isEmpty { return }
                do throws(JSONPathError) {
                    let value = text.value
                    let known = NotedPlaces(noted ?? .none, in: value)
                    let places = try paths.exposed(
                        in: value, met: { counts.meet($0, $1) }, unless: { $0.hasNoPseudonym },
                        showing: Pseudonyms.isOne)
                    for place in places {
                        let isPseudonym: Bool
                        if case .object(let object)? = value[place.pointer] {
                            isPseudonym = object.members.allSatisfy { Pseudonyms.isOne($0.key) }
                            if isPseudonym, known.below(place).hidesNames { continue }
                        } else {
                            isPseudonym = value[place.pointer].map(Pseudonyms.isOne) ?? false
                            if isPseudonym, known.below(place).hidesValue { continue }
                        }
                        found(part, place.pathDescription, isUncertain: isPseudonym)
                    }
                } catch {
                    throw .unsearchable(file: file, line: line.number, reason: error.description)
                }
            }
            switch line.content {
            case .header(let header): note = JournalRedactor.Note(header)
            case .snapshot(let snapshot): try search(state, in: snapshot.state, .state, note?.state, &states)
            case .step(let step):
                switch step.change {
                case .action(let text): try search(self.actions, in: text, .action, note?.actions, &actions)
                case .set(let text, _): try search(state, in: text, .state, note?.state, &states)
                case .opaque(let words):
                    let isPseudonym = Pseudonyms.isOne(words)
                    let isHidden = note != nil && (JournalRedactor.isBareName(words) || isPseudonym)
                    if !isHidden, !words.isEmpty, !self.state.isEmpty || !self.actions.isEmpty {
                        found(.action, "$", isUncertain: isPseudonym)
                    }
                }
            case .mark(let mark):
                let isPseudonym = Pseudonyms.isOne(mark.name)
                if marks, !isPseudonym || !mark.name.isEmpty && note?.marks != true {
                    found(.mark, "", isUncertain: isPseudonym)
                }
            default: break
            }
        }
        return (states, actions)
    }
}

extension JSON {
    /// Whether redaction leaves the value as it is.
    fileprivate var hasNoPseudonym: Bool {
        switch self {
        case .null, .bool: true
        case .string(let text): text.isEmpty
        default: false
        }
    }
}
