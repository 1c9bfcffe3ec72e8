import Foundation
import Testing
import TimelineTestSupport

/// The paths where commands write files, and those that they reject.
@Suite(.ownThreads, .needsRoot)
struct OutputPlaceTests {
    private static let commands = ["bundle", "repair", "redact --path '$.count'", "convert --to actions"]
    private static let refusal = "its folder is owned by another user, who could put another file in its place"

    private let sandbox = Sandbox(["run.jsonl": Recorded.text(Recorded.lines), "theirs/notes": "notes"])

    private var theirs: String { "\(sandbox.folder)/theirs" }

    /// Changes the owner of the folder.
    private func giveAway(mode: mode_t) { #expect(chmod(theirs, mode) == 0 && chown(theirs, 4242, 4242) == 0) }

    @Test(arguments: zip(commands, [("out.jsonl", ""), ("out.jsonl", "--force"), ("notes", ""), ("notes", "--force")]))
    func nothingIsWrittenInTheFolderOfAnotherUser(_ command: String, _ place: (file: String, force: String)) throws {
        giveAway(mode: 0o777)
        #expect(
            try sandbox.shell("counter-timeline \(command) run.jsonl -o theirs/\(place.file) \(place.force)")
                == Finished(errors: "Error: cannot create theirs/\(place.file): \(Self.refusal)\n", status: 73))
        #expect(sandbox.files().keys.filter { $0.hasPrefix("theirs/") } == ["theirs/notes"])
        #expect(try sandbox.read("theirs/notes") == "notes")
    }

    @Test func noFolderIsCreatedThereEither() throws {
        giveAway(mode: 0o777)
        _ = try sandbox.shell("cp -r \(Sandbox.fixtures)/Segments runs")
        for path in ["theirs/clean", "theirs/clean/"] {
            #expect(
                try sandbox.shell("counter-timeline redact runs -o \(path) --path '$.count'")
                    == Finished(errors: "Error: cannot create theirs/clean: \(Self.refusal)\n", status: 73))
        }
        #expect(try sandbox.shell("ls -A theirs").output == "notes\n")
    }

    @Test func aSharedFolderIsAccepted() throws {
        giveAway(mode: 0o1777)
        let made = try sandbox.shell(
            "counter-timeline bundle run.jsonl -o theirs/out.jsonl; stat -c %a theirs/out.jsonl")
        #expect(made.status == 0)
        #expect(made.output.hasSuffix("\n600\n"))
    }
}
