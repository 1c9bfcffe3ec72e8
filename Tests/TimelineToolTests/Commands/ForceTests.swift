import Foundation
import TestHarness
import Testing
import TimelineJournal

/// `--force` replaces a file, and nothing else.
@Suite(.ownThreads)
struct ForceTests {
    private let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox(["run.jsonl": Recorded.text(Recorded.lines)])
        try sandbox.write(#"{"increment":{}}"#, to: "actions")
        try sandbox.write("add 5\n", to: "orders")
    }

    private static let commands = [
        "bundle run.jsonl -o out.jsonl --force", "repair run.jsonl -o out.jsonl --force",
        "redact run.jsonl -o out.jsonl --path '$.count' --force",
        "record --program counter --force -o out.jsonl < actions",
        "record --force -o out.jsonl -- counter-app < orders",
    ]

    @Test(arguments: commands) func aPipeIsLeft(_ line: String) throws {
        _ = try sandbox.shell("mkfifo out.jsonl")
        let made = try sandbox.shell("counter-timeline \(line)")
        #expect(made.status == 73)
        #expect(
            made.errors == """
                Error: cannot replace out.jsonl: it is not a regular file, and not ours to replace: move it away

                """)
        #expect(try sandbox.shell("test -p out.jsonl").status == 0)
    }

    @Test(arguments: commands) func aLinkIsLeft(_ line: String) throws {
        _ = try sandbox.shell("echo mine > target.jsonl; ln -s target.jsonl out.jsonl")
        let made = try sandbox.shell("counter-timeline \(line)")
        #expect(made.status == 73)
        #expect(
            made.errors == """
                Error: cannot replace out.jsonl: it is a symbolic link, and not ours to replace: move it away

                """)
        #expect(try sandbox.shell("readlink out.jsonl; cat target.jsonl").output == "target.jsonl\nmine\n")
    }

    @Test func aFileThatIsNoBundleIsNotReplacedByOne() throws {
        try sandbox.write("my own notes", to: "out.bundle.jsonl")
        try sandbox.write("old", to: "out.jsonl")
        #expect(
            try sandbox.shell("counter-timeline record --force -o out.jsonl -- counter-app < orders")
                == Finished(
                    errors: """
                        Error: cannot replace out.bundle.jsonl: it does not hold what was expected, and not ours \
                        to replace: move it away

                        """, status: 73))
        #expect(try sandbox.read("out.bundle.jsonl") == "my own notes")
        #expect(try sandbox.read("out.jsonl") == "old")
    }

    @Test(arguments: ["bundle", "repair", "redact --path '$.count'"])
    func theStatusPageOfAReplacedFileIsRemoved(_ command: String) throws {
        let session = try Journal(opening: "\(sandbox.folder)/run.jsonl").header.session
        try sandbox.write("old", to: "out.jsonl")
        _ = try StatusPage(beside: "\(sandbox.folder)/out.jsonl", session: session, reduced: 1)
        #expect(try sandbox.shell("counter-timeline \(command) run.jsonl -o out.jsonl --force").status == 0)
        #expect(try Journal(opening: "\(sandbox.folder)/out.jsonl").unreturned == nil)
        #expect(sandbox.files()["out.jsonl.status"] == nil)
    }
}
