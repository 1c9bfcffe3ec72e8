import Foundation
import TestHarness
import Testing
import TimelineJournal

/// A file at the path of a status page that is not one is kept.
@Suite(.ownThreads)
struct StatusPagePlaceTests {
    private let sandbox: Sandbox
    private static let session = "0c8b1a52-7a35-4b6b-9f0e-1f6a3c5d7e90"

    /// `run.jsonl` ended in its last step, as its status page and that of a copy record.
    init() throws {
        sandbox = try Sandbox(["run.jsonl": Recorded.text(Array(Recorded.lines[..<4])), "new.jsonl.status": "notes"])
        try sandbox.write(#"{"increment":{}}"#, to: "actions")
        try sandbox.write("add 5\n", to: "orders")
        _ = try StatusPage(beside: "\(sandbox.folder)/run.jsonl", session: Self.session, reduced: 1)
    }

    private static let commands = [
        "record --program counter -o new.jsonl < actions", "record --program counter --force -o new.jsonl < actions",
        "record -o new.jsonl -- counter-app < orders", "repair run.jsonl -o new.jsonl",
        "repair run.jsonl -o new.jsonl --force", "redact run.jsonl -o new.jsonl --path '$.count'",
        "redact run.jsonl -o new.jsonl --path '$.count' --force",
    ]

    @Test(arguments: commands) func aForeignFileIsKeptAndNothingIsWritten(_ line: String) throws {
        let before = sandbox.files()
        #expect(
            try sandbox.shell("counter-timeline \(line)")
                == Finished(
                    errors: """
                        Error: cannot replace new.jsonl.status: it does not hold what was expected, and not ours to \
                        replace: move it away

                        """, status: 73))
        #expect(sandbox.files() == before)
    }

    @Test(arguments: commands) func aLinkIsKeptAndNothingIsWritten(_ line: String) throws {
        _ = try sandbox.shell("rm new.jsonl.status; ln -s run.jsonl.status new.jsonl.status")
        let before = sandbox.files()
        #expect(
            try sandbox.shell("counter-timeline \(line)")
                == Finished(
                    errors: """
                        Error: cannot replace new.jsonl.status: it is a symbolic link, and not ours to replace: move it away

                        """, status: 73))
        #expect(sandbox.files() == before)
        #expect(try sandbox.shell("readlink new.jsonl.status").output == "run.jsonl.status\n")
    }

    @Test(arguments: commands) func aPageThatAnEarlierRunLeftIsReplaced(_ line: String) throws {
        _ = try sandbox.shell("rm new.jsonl.status")
        _ = try StatusPage(beside: "\(sandbox.folder)/new.jsonl", session: "of an earlier run", reduced: 412)
        let made = try sandbox.shell("counter-timeline \(line)")
        #expect(made.status == 0)
        let unreturned = try Journal(opening: "\(sandbox.folder)/new.jsonl").unreturned
        #expect(unreturned == (line.hasPrefix("record") ? nil : 2))
    }
}
