import Foundation
import Testing
import TimelineTestSupport

@testable import TimelineBenchmark

/// The built `timeline-benchmark`, from outside.
@Suite(.ownThreads)
struct BinaryTests {
    private func run(_ arguments: [String]) throws -> Finished {
        try TestProcess.run(["\(TestTools.folder)/timeline-benchmark"] + arguments, within: .seconds(1_200))
    }

    @Test func anUnknownMeasureIsRejected() throws {
        let answer = try run(["--only", "speed"])
        #expect(answer.status == 64)
        #expect(answer.output == "")
        #expect(
            answer.errors.hasPrefix(
                """
                Error: Unknown measure "speed". The measures are record, dispatch, store, coding, threads, start, \
                state, bisect, history, minimize, explore, replay, verify, corpus, commands, triage, view, serve, follower, adopt.

                """))
    }

    /// How the reason of a missing number begins, and a command that succeeds where the tool is installed.
    private static let tools: KeyValuePairs = [
        "DuckDB": "python3 -c 'import duckdb'", "Node.js": "command -v node", "jq": "command -v jq",
        "ripgrep": "command -v rg", "skipped: Chromium": "command -v chromium-headless-shell || command -v chromium",
    ]

    @Test(arguments: MeasureGroup.all.map(\.name))
    func eachMeasurePrintsItsRatiosInJSON(measure: String) throws {
        let answer = try run(["--smoke", "--rounds", "1", "--only", measure, "--json"])
        #expect(answer.status == 0, "\(answer.errors)")
        let findings = try answer.output.split(separator: "\n").map {
            try JSONDecoder().decode(Finding.self, from: Data($0.utf8))
        }
        #expect(!findings.isEmpty)
        for finding in findings {
            #expect(finding.measure.hasPrefix(measure))
            // A difference of two times may be below zero on a busy machine, no frame may be dropped, and a moment may be too short to
            // find a bug.
            let mayBeZero =
                finding.measure.hasSuffix(" pays") || finding.measure.hasSuffix("dropped frames")
                || finding.measure.hasPrefix("explore, found")
            if let missing = finding.missing {
                let (_, command) = try #require(Self.tools.first { missing.hasPrefix($0.key) }, "\(missing)")
                #expect(try TestProcess.run(["sh", "-c", command]).status != 0, "\(missing)")
            } else {
                #expect(try #require(finding.ours).median > 0 || mayBeZero, "\(finding.row)")
            }
        }
    }
}
