import TestHarness
import Testing
import TimelineJournal

/// A line with the right checksum that is not valid: opening a timeline does not parse it, and a command that uses it does.
@Suite(.ownThreads)
struct UnparsedLineTests {
    /// Step 3 of the recorded run lacks a closing brace, in a line with the right checksum.
    private static let text: String = {
        let lines = Recorded.lines.enumerated().map { number, line in
            var line = String(line.dropLast())
            if number == 0 { line += #","checksums":"crc32c""# }
            if line.hasPrefix(#"{"seq":3,"at":0.300000,"action""#) {
                line = line.replacing("}", with: "", maxReplacements: 1)
            }
            return line + #","crc":"\#(Checksum.text(Checksum.of(line.utf8)))"}"#
        }
        return Recorded.text(lines)
    }()

    private static let error = """
        Error: damage in run.jsonl, line 5, byte 574: expected a comma or }, found the end.
        It is the only damage.
        `timeline repair FILE -o COPY` writes a sound copy; --recover salvage passes over the damage.

        """

    @Test func infoSaysThatItCheckedTheChecksums() throws {
        let info = try Sandbox(["run.jsonl": Self.text]).run(["info", "run.jsonl", "--json"])
        #expect(info.status == 0)
        #expect(info.output.contains(#","clean":true,"checked":"checksums","torn":false,"damage":[],"#))
    }

    @Test func infoWithRecoverStrictParsesEveryLine() throws {
        let info = try Sandbox(["run.jsonl": Self.text]).run(["info", "run.jsonl", "--json", "--recover", "strict"])
        #expect(info.status == 65)
        #expect(
            info.output.contains(
                #","clean":true,"checked":"lines","torn":false,"damage":[{"file":"run.jsonl","line":5,"byte":574,"#
                    + #""reason":"expected a comma or }, found the end"}],"#))
    }

    @Test(arguments: [
        (
            "log",
            """
                  1     0.100  user      increment
                  2     0.200  user      add {"amount":5}

            """
        ),
        (
            "replay --no-wait",
            """
                  1     0.100  user      increment
                                           $.count  0 → 1
                  2     0.200  user      add {"amount":5}
                                           $.count  1 → 6

            """
        ), ("replay --verify", ""), ("replay --verify --fresh", ""), ("bundle -o x.jsonl --last 8", ""),
        ("log --recover strict", ""),
    ])
    func aCommandThatUsesTheLineRefusesIt(_ command: String, _ output: String) throws {
        let words = command.split(separator: " ").map(String.init)
        let sandbox = try Sandbox(["run.jsonl": Self.text])
        let run = try sandbox.run([words[0], "run.jsonl"] + words.dropFirst())
        #expect(run == Finished(output: output, errors: Self.error, status: 65))
        #expect(Set(sandbox.files().keys) == ["run.jsonl"])
    }
}
