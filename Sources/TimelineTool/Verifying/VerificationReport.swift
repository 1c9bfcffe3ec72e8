internal import TimelineDebugger
internal import TimelineKit

final class VerificationReport: Sendable {
    private struct State: ~Copyable {
        var count = 0
        var results: [VerificationResult: Int] = [:]
        var accepted = 0
        /// New findings, at most one for each exit status.
        var findings: [VerificationFinding] = []
        var known: KnownFindings?
        var junit: JUnitReport?
        var error: FileError?
        var bar = ProgressBar("Verifying")
    }

    private let state: Locked<State>
    private let total: Int?
    private let isJSON: Bool

    init(total: Int?, isJSON: Bool, known: KnownFindings?, makesJUnit: Bool) throws {
        state = Locked(State(known: known, junit: makesJUnit ? try JUnitReport() : nil))
        (self.total, self.isJSON) = (total, isJSON)
    }

    func add(_ answer: VerificationAnswer) {
        state.withLock { state in
            let line = answer.line
            var (new, accepted): ([VerificationFinding], [VerificationFinding]) = ([], [])
            for finding in answer.findings {
                let isKnown = state.known?.accept(finding, in: line) == true
                if isKnown { accepted.append(finding) } else { new.append(finding) }
            }
            let isAccepted = new.isEmpty && !accepted.isEmpty
            let result =
                new.contains { $0.result == answer.result } ? answer.result : new.first?.result ?? answer.result
            state.count += 1
            if isAccepted { state.accepted += 1 } else { state.results[result, default: 0] += 1 }
            state.findings += new.filter { finding in !state.findings.contains { $0.status == finding.status } }
            var answer = answer
            if isAccepted {
                answer.facts["accepted"] = .bool(true)
            } else if !accepted.isEmpty {
                answer.facts["acceptedFindings"] = .array(accepted.map { .string($0.description) })
                answer.body += "\nAccepted of these: \(accepted.map(\.description).joined(separator: "; "))."
            }
            do throws(FileError) { try state.junit?.add(answer, result, isAccepted ? nil : new.status) } catch {
                state.error = state.error ?? error
            }
            if let text = text(of: answer, isAccepted: isAccepted) {
                state.bar.finish()
                StandardOutput.print(text)
            }
            // A reader that waits for this line gets it now.
            if isJSON { StandardOutput.flush() }
            state.bar.update(state.count, of: total ?? 0)
        }
    }

    /// nil for a sound timeline of several, and an accepted finding.
    private func text(of answer: VerificationAnswer, isAccepted: Bool) -> String? {
        if isJSON { return JSON.object(answer.line).description }
        guard total == 1 || answer.isRemarkable && !isAccepted else { return nil }
        return isAccepted ? "\(answer.text)\nThis is accepted." : answer.text
    }

    func finish() throws(FileError) -> (status: ExitStatus, junit: FileBytes?) {
        let (summary, status, missing) = state.withLock { state in
            state.bar.finish()
            return (Self.summary(state), state.findings.status, state.known?.missing ?? [])
        }
        if !isJSON, total != 1 { StandardOutput.print(summary) }
        StandardOutput.flush()
        for (file, finding) in missing {
            StandardError.write(Layout.visible("Warning: an accepted finding did not occur: \(file), \(finding)"))
        }
        let junit = try state.withLock { (state) throws(FileError) -> FileBytes? in
            if let error = state.error { throw error }
            return try state.junit.take()?.finish()
        }
        return (status, junit)
    }

    /// `12 timelines: 10 sound, 1 diverged, 1 accepted.`
    private static func summary(_ state: borrowing State) -> String {
        var parts: [String] = []
        for result in VerificationResult.allCases {
            if let count = state.results[result] { parts.append("\(Layout.grouped(count)) \(result.summary)") }
        }
        if state.accepted > 0 { parts.append("\(Layout.grouped(state.accepted)) accepted") }
        return "\(Layout.count(state.count, "timeline")): \(parts.joined(separator: ", "))."
    }
}

/// The XML form of JUnit, which CI services read. The cases are spooled, since their numbers come first.
/// A finding is a failure, an unreadable timeline or a missing program an error, and an accepted finding skipped.
///
///     <testsuite name="timeline verify" tests="2" failures="1" errors="0" skipped="0">
///     <testcase classname="timeline" name="runs/b.jsonl"><failure type="diverged">…</failure></testcase>
struct JUnitReport: ~Copyable {
    private var cases: Spool
    private var tests = 0
    private var counts: [String: Int] = [:]

    init() throws(FileError) { cases = try Spool(named: "the report") }

    /// - Parameters:
    ///   - result: The result of the findings that are not accepted.
    ///   - status: The exit status of these; nil if all are accepted.
    mutating func add(
        _ answer: VerificationAnswer, _ result: VerificationResult, _ status: ExitStatus?
    ) throws(FileError) {
        tests += 1
        let (test, content) = (Self.escaped(answer.file), Self.escaped(answer.text))
        try cases.append("<testcase classname=\"timeline\" name=\"\(test)\"")
        if status == .done { return try cases.append("/>\n") }
        let isFailure = status == .negative || status == .cannotTell
        let element = status == nil ? "skipped" : isFailure ? "failure" : "error"
        counts[element, default: 0] += 1
        try cases.append(
            status == nil
                ? "><skipped message=\"\(content)\"/></testcase>\n"
                : "><\(element) type=\"\(result.rawValue)\">\(content)</\(element)></testcase>\n")
    }

    consuming func finish() throws(FileError) -> FileBytes {
        var document = try Spool(named: "the report")
        let counts =
            "tests=\"\(tests)\" failures=\"\(counts["failure"] ?? 0)\" errors=\"\(counts["error"] ?? 0)\" "
            + "skipped=\"\(counts["skipped"] ?? 0)\""
        try document.append(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites>
            <testsuite name="timeline verify" \(counts)>

            """)
        try document.append(contentsOf: cases.finish())
        try document.append("</testsuite>\n</testsuites>\n")
        return try document.finish()
    }

    /// XML 1.0 cannot hold control characters: they are shown as Swift escapes.
    static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            // In an attribute, a line break would become a space.
            case "\n": escaped += "&#10;"
            case "\u{FFFE}", "\u{FFFF}": escaped += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: escaped += Layout.visible(String(scalar))
            }
        }
    }
}
