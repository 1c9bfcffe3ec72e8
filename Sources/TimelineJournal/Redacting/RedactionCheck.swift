internal import TimelineJSON

/// Looks for what was to be hidden and stands in the open.
///
/// At the listed paths everything must be a pseudonym, or one of the values that have none. Of texts that is as good as
/// proof; of numbers it is a hint, since one between 2^30 and 2^31 may be either. The words of actions that were not
/// encoded count as hidden where they are a bare name in a recording whose header tells of redaction.
package struct RedactionCheck: Sendable {
    private let state: HiddenPaths
    private let actions: HiddenPaths

    /// A value that stands in the open: where, and never what.
    ///
    ///     run.jsonl, line 7: $.signedIn.password of the action is not hidden
    package struct Finding: Equatable, Sendable, CustomStringConvertible {
        /// The file, as it was named.
        package let file: String
        /// The line, from 1.
        package let line: Int
        /// What holds the value.
        package let part: Part
        /// The place in it, as a JSONPath. Of a name that is to be hidden, the place of its object.
        package let path: String

        package enum Part: String, Sendable {
            case state, action
        }

        package var description: String { "\(file), line \(line): \(path) of the \(part.rawValue) is not hidden" }
    }

    /// - Parameters:
    ///   - state: The paths that are to be hidden in states.
    ///   - actions: The paths that are to be hidden in actions.
    package init(state: HiddenPaths, actions: HiddenPaths) {
        self.state = state
        self.actions = actions
    }

    /// Checks one file, in the memory of one line.
    ///
    /// - Parameters:
    ///   - file: How the file is named in findings and errors.
    ///   - report: Told each place, in the order of the file.
    /// - Throws: `RedactingError` where there is a line that cannot be judged. What was not reached may hold more.
    package func run(
        _ source: any ByteSource, file: String, report: (Finding) -> Void
    ) throws(RedactingError) {
        var reader = RedactingReader(source, file: file)
        var isRedacted = false
        while let (number, line) = try reader.next() {
            func look(_ paths: HiddenPaths, in text: JSONText, _ part: Finding.Part) throws(RedactingError) {
                if paths.isEmpty { return }
                do throws(JSONPathError) {
                    for place in try paths.exposed(in: text.value, unless: Pseudonyms.isOne) {
                        report(Finding(file: file, line: number, part: part, path: place.pathDescription))
                    }
                } catch {
                    throw .unsearchable(file: file, line: number, reason: error.description)
                }
            }
            switch line {
            case .header(let header): isRedacted = RedactionNote(header) != nil
            case .snapshot(let snapshot): try look(state, in: snapshot.state, .state)
            case .step(let step):
                switch step.change {
                case .action(let text): try look(actions, in: text, .action)
                case .set(let text, _): try look(state, in: text, .state)
                case .opaque(let words):
                    let isName = isRedacted && OpaqueName.isOne(words)
                    if !isName, !Pseudonyms.isOne(words), !actions.isEmpty {
                        report(Finding(file: file, line: number, part: .action, path: "$"))
                    }
                }
            default: break
            }
        }
    }
}
