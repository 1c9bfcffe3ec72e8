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

    /// The place of a value that is not hidden, without the value.
    ///
    ///     run.jsonl, line 7: $.signedIn.password of the action is not hidden
    package struct Finding: Equatable, Sendable, CustomStringConvertible {
        /// The file, as it was named.
        package let file: String
        /// The line, from 1.
        package let line: Int
        /// The part of the line that has the value.
        package let part: Part
        /// The place in it, as a JSONPath; for the name of a member, that of its object.
        package let path: String
        /// False for what looks like a pseudonym at a place that the header does not list.
        package let isCertain: Bool
        /// Whether no path leads to this place, and its value contains a text that is hidden elsewhere.
        package let isElsewhere: Bool

        package init(
            file: String, line: Int, part: Part, path: String, isCertain: Bool = true, isElsewhere: Bool = false
        ) {
            self.file = file
            self.line = line
            self.part = part
            self.path = path
            self.isCertain = isCertain
            self.isElsewhere = isElsewhere
        }

        package enum Part: String, Sendable {
            case state, action, mark, from, by, gap, line
        }

        package var description: String {
            if !isCertain {
                let what =
                    switch part {
                    case .mark: "the name of the mark"
                    default: "\(path) of the \(part.rawValue)"
                    }
                return
                    "\(file), line \(line): whether \(what) is hidden cannot be decided: it looks like a pseudonym, and the "
                    + "header does not say that it is one"
            }
            let place =
                switch part {
                case .state, .action, .line: "\(path) of the \(part.rawValue)"
                case .mark: "the name of the mark"
                case .from, .by: "\"\(part.rawValue)\" of the step"
                case .gap: "the reason of the gap"
                }
            return "\(file), line \(line): \(place) "
                + (isElsewhere ? "holds a text that is to be hidden elsewhere" : "is not hidden")
        }
    }

    /// - Parameters:
    ///   - state: The paths that are to be hidden in states.
    ///   - actions: The paths that are to be hidden in actions.
    ///   - marks: Whether the names of marks are to be hidden.
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
        _ source: any ByteSource, file: String, report: (Finding) -> Void
    ) throws(RedactingError) -> (state: PathCounts, actions: PathCounts) {
        var (states, actions) = (PathCounts(state), PathCounts(self.actions))
        var reader = JournalReader(source, file: file)
        var note: RedactionNote?
        var noted: (state: HiddenPaths, actions: HiddenPaths) = (.none, .none)
        while let located = try reader.nextToRedact(file: file) {
            let (number, line) = (located.number, located.content)
            func look(
                _ paths: HiddenPaths, in text: JSONText, _ part: Finding.Part, _ noted: HiddenPaths,
                _ counts: inout PathCounts
            ) throws(RedactingError) {
                if paths.isEmpty { return }
                do throws(JSONPathError) {
                    let value = text.value
                    let places = try paths.exposed(
                        in: value, met: { counts.meet($0, $1) }, unless: Pseudonyms.isOne)
                    for place in places {
                        report(Finding(file: file, line: number, part: part, path: place.pathDescription))
                    }
                    let known = NotedPlaces(noted, in: value)
                    for place in try paths.exposed(
                        in: value, unless: { $0.hasNoPseudonym }, showing: Pseudonyms.isOne)
                    where !places.contains(place) && !known.hides(place, in: value) {
                        report(
                            Finding(
                                file: file, line: number, part: part, path: place.pathDescription, isCertain: false))
                    }
                } catch {
                    throw .unsearchable(file: file, line: number, reason: error.description)
                }
            }
            switch line {
            case .header(let header):
                note = RedactionNote(header)
                if let note { noted = note.paths }
            case .snapshot(let snapshot): try look(state, in: snapshot.state, .state, noted.state, &states)
            case .step(let step):
                switch step.change {
                case .action(let text): try look(self.actions, in: text, .action, noted.actions, &actions)
                case .set(let text, _): try look(state, in: text, .state, noted.state, &states)
                case .opaque(let words):
                    let isHidden = note != nil && (JournalRedactor.isBareName(words) || Pseudonyms.isOne(words))
                    if !isHidden, !words.isEmpty, !self.state.isEmpty || !self.actions.isEmpty {
                        report(
                            Finding(
                                file: file, line: number, part: .action, path: "$",
                                isCertain: !Pseudonyms.isOne(words)))
                    }
                }
            case .mark(let mark):
                let isOne = Pseudonyms.isOne(mark.name)
                if marks, !isOne || !mark.name.isEmpty && note?.marks != true {
                    report(Finding(file: file, line: number, part: .mark, path: "", isCertain: !isOne))
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
