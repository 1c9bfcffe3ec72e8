import Foundation
import TestHarness
import Testing
import TimelineJournal

@Suite(.ownThreads)
struct RedactFolderTests {
    private let sandbox: Sandbox
    private let hiding = ["--path", "$.count", "--action-path", "$.add.amount", "--marks"]

    init() throws {
        sandbox = try Sandbox()
        _ = try sandbox.shell("cp -r \(Sandbox.fixtures)/Segments runs")
    }

    private func redact(_ more: [String] = [], umask: String = "077") throws -> Finished {
        let words = (["redact", "runs", "-o", "clean"] + hiding + more).map { "'\($0)'" }.joined(separator: " ")
        return try sandbox.shell("umask \(umask); timeline \(words)", environment: Notes.environment)
    }

    private func modes() throws -> [String: Int] {
        var modes: [String: Int] = [:]
        for name in ["clean"] + FileManager.default.subpaths(atPath: "\(sandbox.folder)/clean")!.map({ "clean/\($0)" })
        {
            let facts = try FileManager.default.attributesOfItem(atPath: "\(sandbox.folder)/\(name)")
            modes[name] = facts[.posixPermissions] as? Int
        }
        return modes
    }

    @Test(arguments: ["000", "077", "177"])
    func aFolderOfSegmentsBecomesAFolderUnderOneKey(umask: String) throws {
        let made = try redact(umask: umask)
        #expect(made.status == 0)
        #expect(made.errors == "")
        #expect(
            made.output.split(separator: "\n").dropFirst() == [
                "hidden   $.count in states: 4 values", "hidden   $.add.amount in actions: 2 values",
                "hidden   the names of 1 mark",
            ])
        #expect(
            try modes() == ["clean": 0o700, "clean/counter-000001.jsonl": 0o600, "clean/counter-000002.jsonl": 0o600])
        let first = Notes.plain(try sandbox.read("clean/counter-000001.jsonl"))
        let second = Notes.plain(try sandbox.read("clean/counter-000002.jsonl"))
        let count = #"{"seq":3,"at":2.300000,"state":{"count":\#(Notes.pseudonym(0))}}"#
        #expect(first[5] == count && second[1] == count)
        #expect(first[3].contains(#"{"amount":\#(Notes.pseudonym(3))}"#))
        #expect(second[3].contains(#"{"amount":\#(Notes.pseudonym(3))}"#))
        let info = try sandbox.shell("timeline info clean | grep -e steps -e mark -e ended")
        #expect(
            info
                == Finished(
                    output: """
                        steps      5 steps, 1 to 5, in 4.250 s
                        ended      cleanly
                        mark       %\(Notes.pseudonym("three more")), after step 5

                        """))
    }

    @Test func aFolderIsReplacedOnlyWithForceAndAsAWhole() throws {
        // An earlier copy of the same run, with a segment that the run no longer has.
        let header = try sandbox.read("runs/counter-000002.jsonl").prefix { $0 != "\n" }
        try sandbox.write(header + "\n", to: "clean/counter-000009.jsonl")
        try sandbox.write("of any run", to: "clean/counter-000002.jsonl")
        let session = try #require(header.firstMatch(of: /"session":"([^"]*)"/)?.1)
        _ = try StatusPage(beside: "\(sandbox.folder)/clean/counter-000009.jsonl", session: String(session))
        let before = sandbox.files()
        let refused = try redact()
        #expect(refused == Finished(errors: "Error: clean already exists; --force replaces it\n", status: 73))
        #expect(sandbox.files() == before)
        let forced = try redact(["--force"])
        #expect(forced.status == 0)
        #expect(
            try modes() == ["clean": 0o700, "clean/counter-000001.jsonl": 0o600, "clean/counter-000002.jsonl": 0o600])
        #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.folder).sorted() == ["clean", "runs"])
    }

    /// Another timeline, beside the copy or in its place; a status page without a segment; and a file that is no status page.
    @Test(arguments: [
        "run-000009.jsonl", "counter-000009.jsonl", "run.jsonl.gz", "a.jsonl.notes", "run.jsonl.status",
        "counter-000001.jsonl.status",
    ])
    func aFolderWithAnotherTimelineInItIsNotReplaced(_ name: String) throws {
        #expect(try redact().status == 0)
        try sandbox.write(name.hasSuffix(".status") ? "a page" : Recorded.run, to: "clean/\(name)")
        let before = sandbox.files()
        let forced = try redact(["--force"])
        #expect(
            forced
                == Finished(
                    errors: "Error: clean holds \(name), which is not part of this timeline; name another folder\n",
                    status: 73))
        #expect(sandbox.files() == before)
    }

    /// A copy of the original under another name is not a segment of the redacted copy.
    @Test func aFolderWithTheOriginalUnderAnotherNameIsNotReplaced() throws {
        try sandbox.write(try sandbox.read("runs/counter-000001.jsonl"), to: "clean/original.jsonl")
        let before = sandbox.files()
        let forced = try redact(["--force"])
        #expect(
            forced
                == Finished(
                    errors:
                        "Error: clean holds original.jsonl, which is not part of this timeline; name another folder\n",
                    status: 73))
        #expect(sandbox.files() == before)
    }

    @Test(arguments: ["notes.txt", "more/run.jsonl"])
    func aFolderWithOtherFilesIsNeverReplaced(_ name: String) throws {
        try sandbox.write("kept", to: "clean/\(name)")
        let before = sandbox.files()
        let forced = try redact(["--force"])
        let stranger = name.split(separator: "/")[0]
        #expect(
            forced
                == Finished(
                    errors: "Error: clean holds \(stranger), which is not part of this timeline; name another folder\n",
                    status: 73))
        #expect(sandbox.files() == before)
    }

    @Test func aFailedCommandLeavesNoFile() throws {
        let before = sandbox.files()
        let nowhere = try sandbox.run(["redact", "runs", "-o", "no/where", "--path", "$.count"])
        #expect(nowhere.status == 73)
        #expect(nowhere.errors == "Error: cannot create no/where: no such file or directory\n")
        let itself = try sandbox.run(["redact", "runs", "-o", "./runs/", "--path", "$.count", "--force"])
        #expect(itself.status == 64)
        #expect(sandbox.files() == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.folder) == ["runs"])
    }

    @Test func aSalvagedFolderIsOneFileInAFolder() throws {
        let lines = try sandbox.read("runs/counter-000002.jsonl").split(separator: "\n").map(String.init)
        try sandbox.write(Recorded.text(lines[..<2] + ["hello"] + lines[3...]), to: "runs/counter-000002.jsonl")
        #expect(try redact().status == 65)
        let salvaged = try redact(["--recover", "salvage"])
        #expect(salvaged.status == 0)
        #expect(try modes() == ["clean": 0o700, "clean/counter-000001.jsonl": 0o600])
        let info = try sandbox.shell("timeline info clean | grep -e gap -e ended")
        #expect(
            info
                == Finished(
                    output: """
                        gap        steps 4 to 5 are missing: withheld
                        ended      cleanly

                        """))
    }
}
