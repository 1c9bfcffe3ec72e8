internal import TimelineDebugger
internal import TimelineKit

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
