import Foundation
import Testing
import TimelineKit
import TimelineReplay
import TimelineTestSupport

/// Status pages beside files that commands write. A file at the path of a status page that is not one is kept.
@Suite(.ownThreads)
struct StatusPagePlaceTests {
    private let sandbox: Sandbox
    private static let session = "0c8b1a52-7a35-4b6b-9f0e-1f6a3c5d7e90"

    /// `run.jsonl` ended in its last step, as its status page and that of a copy record.
    init() throws {
        sandbox = Sandbox(["run.jsonl": Recorded.text(Array(Recorded.lines[..<4])), "new.jsonl.status": "notes"])
        try sandbox.write(#"{"increment":{}}"#, to: "actions")
        try sandbox.write("add 5\n", to: "orders")
        _ = try StatusPage(beside: "\(sandbox.folder)/run.jsonl", session: Self.session, reduced: 1)
    }

    private static let commands = [
        "record --program counter -o new.jsonl < actions", "record --program counter --force -o new.jsonl < actions",
        "record -o new.jsonl -- counter-app < orders", "repair run.jsonl -o new.jsonl --force",
        "redact run.jsonl -o new.jsonl --path '$.count'",
    ]
    private static let foreign = (made: ":", why: "it does not hold what was expected")
    private static let link = (
        made: "rm new.jsonl.status; ln -s run.jsonl.status new.jsonl.status", why: "it is a symbolic link"
    )

    @Test(arguments: zip(commands, [foreign, link, link, foreign, foreign]))
    func aForeignFileIsKeptAndNothingIsWritten(_ line: String, file: (made: String, why: String)) throws {
        _ = try sandbox.shell(file.made)
        let before = sandbox.files()
        #expect(
            try sandbox.shell("counter-timeline \(line)")
                == Finished(
                    errors: """
                        Error: cannot replace new.jsonl.status: \(file.why), and not ours to replace: move it away

                        """, status: 73))
        #expect(sandbox.files() == before)
        #expect(try sandbox.shell("readlink new.jsonl.status").status == (file.made == ":" ? 1 : 0))
    }

    @Test(arguments: commands) func aPageThatAnEarlierRunLeftIsReplaced(_ line: String) throws {
        _ = try sandbox.shell("rm new.jsonl.status")
        _ = try StatusPage(beside: "\(sandbox.folder)/new.jsonl", session: "of an earlier run", reduced: 412)
        let made = try sandbox.shell("counter-timeline \(line)")
        #expect(made.status == 0)
        let unreturned = try Journal(opening: "\(sandbox.folder)/new.jsonl").unreturned
        #expect(unreturned == (line.hasPrefix("record") ? nil : 2))
    }

    @Test(arguments: ["bundle", "repair", "redact --path '$.count'"])
    func theStatusPageOfAReplacedFileIsRemoved(_ command: String) throws {
        try sandbox.write(Recorded.run, to: "whole.jsonl")
        try sandbox.write("old", to: "out.jsonl")
        _ = try StatusPage(beside: "\(sandbox.folder)/out.jsonl", session: Self.session, reduced: 1)
        #expect(try sandbox.shell("counter-timeline \(command) whole.jsonl -o out.jsonl --force").status == 0)
        #expect(try Journal(opening: "\(sandbox.folder)/out.jsonl").unreturned == nil)
        #expect(sandbox.files()["out.jsonl.status"] == nil)
    }

    /// The earlier copy has a segment that the run no longer has, with its status page.
    @Test func aRedactedFolderIsReplacedOnlyWithForceAndAsAWhole() throws {
        _ = try sandbox.shell("mkdir in; cd in; cp -r \(Sandbox.fixtures)/Segments runs")
        let header = try sandbox.read("in/runs/counter-000002.jsonl").prefix { $0 != "\n" }
        try sandbox.write(header + "\n", to: "in/clean/counter-000009.jsonl")
        try sandbox.write("of any run", to: "in/clean/counter-000002.jsonl")
        let session = try #require(header.firstMatch(of: /"session":"([^"]*)"/)?.1)
        _ = try StatusPage(beside: "\(sandbox.folder)/in/clean/counter-000009.jsonl", session: String(session))
        let before = sandbox.files()
        let redact = "cd in; timeline redact runs -o clean --path '$.count'"
        #expect(
            try sandbox.shell(redact)
                == Finished(errors: "Error: clean already exists; --force replaces it\n", status: 73))
        #expect(sandbox.files() == before)
        #expect(try sandbox.shell("\(redact) --force").status == 0)
        #expect(
            try sandbox.shell("cd in; stat -c '%a %n' clean clean/*; ls").output == """
                700 clean
                600 clean/counter-000001.jsonl
                600 clean/counter-000002.jsonl
                clean
                runs

                """)
    }
}
