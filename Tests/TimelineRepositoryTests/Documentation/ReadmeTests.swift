import Foundation
import Testing
import TimelineTestSupport

/// The commands in the README print what it shows.
@Suite(.ownThreads)
struct ReadmeTests {
    private static let page: String =
        (try? String(contentsOf: Repository.url.appending(path: "README.md"), encoding: .utf8)) ?? ""

    /// Commands that build the project or run its tests. A test does not run them.
    private static let building = ["swift test", "swift build", #"export PATH="$(swift build --show-bin-path):$PATH""#]

    /// The exit statuses of commands that do not exit with 0.
    private static let statuses = [
        // The example traps: 128 plus the number of the signal, which differs between processors.
        "timeline record -o run.jsonl -- episodes < Fixtures/Scripts/trap.txt": [128 + SIGILL, 128 + SIGTRAP],
        "timeline verify good.jsonl Fixtures/unread-below-zero.jsonl": [1],
    ]

    /// What commands print to standard error, after the backtrace of a crash.
    private static let errors = [
        "timeline record -o run.jsonl -- episodes < Fixtures/Scripts/trap.txt": """
        episodes was ended by SIGNAL in step 39, whose reducer never returned. Recorded in run.jsonl
        run.bundle.jsonl holds the last 5 steps

        """,
        "timeline view Fixtures/unread-below-zero.jsonl --bad '$.comments.unread < 0' -o unread.html":
            "Nothing is hidden in Fixtures/unread-below-zero.jsonl: the page contains every value that it recorded. "
            + "`timeline redact` makes a copy to pass on.\n",
        #"printf 'refresh\nwait\nquit\n' | timeline record -o good.jsonl -- episodes > /dev/null"#:
            "Recorded in good.jsonl\n",
    ]

    @Test(.needs(.jq)) func everyCommandDoesWhatItShows() throws {
        let commands = ConsoleBlock.commands(in: Self.page)
        #expect(commands.count == 17)
        let workplace = try Workplace()
        for command in commands where !Self.building.contains(command.text) {
            let run = try workplace.run(command.text.replacing("swift run timeline", with: "timeline"))
            #expect((Self.statuses[command.text] ?? [0]).contains(run.status), "\(command.text)")
            // The screens of the app are not shown.
            if !command.text.contains("episodes") { #expect(run.output == command.output, "\(command.text)") }
            let errors = run.errors.replacing(/^(?s:.*)(?=episodes was )/, with: "")
                .replacing(/SIG(?:ILL|TRAP)/, with: "SIGNAL")
            #expect(errors == Self.errors[command.text] ?? "", "\(command.text)")
        }
    }

    @Test(.needs(.jq)) func theRecordedCrashLeavesABundleOfTheLastFiveSteps() throws {
        let workplace = try Workplace()
        _ = try workplace.run("timeline record -o run.jsonl -- episodes < Fixtures/Scripts/trap.txt")
        let log = try workplace.run("timeline log run.bundle.jsonl --json | jq -c .seq")
        #expect(log.output == "35\n36\n37\n38\n39\n")
    }

    @Test(.needs(.jq)) func aRecordingWithoutChecksumsCanBeEdited() throws {
        let workplace = try Workplace()
        let removal = "jq -c 'del(.crc, .checksums)'"
        #expect(try Self.article("RecordingsAsFiles").contains("\n\(removal) run.jsonl > edited.jsonl\n"))
        _ = try workplace.run(
            "timeline record -o run.jsonl -- episodes --delay 0.02 < Fixtures/Scripts/unread.txt > /dev/null")
        #expect(try workplace.run("head -1 run.jsonl | jq -c .checksums").output == "\"crc32c\"\n")
        let edit =
            #"jq -c 'if .action.searchChanged.text == "rick" then .action.searchChanged.text = "morty" else . end'"#
        #expect(try workplace.run("\(edit) run.jsonl > refused.jsonl && timeline info refused.jsonl").status == 65)
        #expect(try workplace.run("\(removal) run.jsonl | \(edit) > edited.jsonl").status == 0)
        #expect(try workplace.run("timeline info edited.jsonl").status == 0)
        let steps = try workplace.run(
            "timeline log edited.jsonl --json | jq -c .action.searchChanged.text | grep morty")
        #expect(steps.output == "\"morty\"\n")
        // The copy without edits replays as the original does.
        #expect(try workplace.run("\(removal) run.jsonl | timeline replay --verify -").status == 0)
    }

    @Test func theScriptForCIFailsWithARecordingThatIsDamagedOrBreaksAnInvariant() throws {
        let workplace = try Workplace()
        let script = try #require(Self.block("```sh\nset -e\n", of: Self.article("VerifyingManyTimelines")))
        #expect(script.contains("swift build --product counter-timeline\n"))
        let run = script.replacing("swift build --product counter-timeline\n", with: "")
            .replacing("swift run --skip-build counter-timeline", with: "timeline")
        let recorded =
            "printf 'refresh\\nwait\\nquit\\n' | timeline record -o Recordings/a.jsonl -- episodes > /dev/null"
        let good = try workplace.run("mkdir -p Recordings; \(recorded)\n\(run)")
        #expect(good.status == 0)
        #expect(good.output == "Recordings: sound. 6 steps replayed. It agrees with 1 recorded state.\n")
        let changed = "grep -v '\"seq\":2,' Recordings/a.jsonl > Recordings/b.jsonl"
        #expect(try workplace.run("\(changed)\n\(run)").status == 65)
        #expect(
            try workplace.run("rm Recordings/b.jsonl; cp Fixtures/unread-below-zero.jsonl Recordings\n\(run)").status
                == 1)
    }

    @Test func gitBisectSkipsCommitsThatVerifyCannotJudge() throws {
        let workplace = try Workplace()
        let recipe = try #require(Self.block("```sh\ngit bisect start", of: Self.article("VerifyingManyTimelines")))
            .replacing("swift build --product counter-timeline", with: "true")
            .replacing(
                "swift run --skip-build counter-timeline verify Recordings", with: "sh -c \"exit $(cat status)\"")
        let bisect = try workplace.run(
            """
            mkdir app && cd app && git init --quiet && git config user.name a && git config user.email a@localhost
            for status in 0 69 0 2 0 1 1; do
                echo $status > status && date +%N >> log && git add . && git commit --quiet --message "exits with $status"
            done
            git tag v1.4.0 HEAD~6
            (git bisect start\(recipe)) > found
            git rev-list --count refs/bisect/bad && grep -c "is the first bad commit" found
            """)
        #expect(bisect.output == "6\n1\n")
    }

    private static func article(_ name: String) throws -> String {
        let path = "Sources/TimelineTool/TimelineTool.docc/\(name).md"
        return try String(contentsOf: Repository.url.appending(path: path), encoding: .utf8)
    }

    /// The rest of the block that begins with `start`.
    private static func block(_ start: String, of page: String = page) -> String? {
        guard let begin = page.firstRange(of: start) else { return nil }
        let rest = page[begin.upperBound...]
        return rest.firstRange(of: "```").map { String(rest[..<$0.lowerBound]) }
    }

    @Test func everyFileThatTheReadmeLinksToIsThere() {
        let links = Self.page.matches(of: /\]\(([^)]+)\)/).map { String($0.1) }.filter { !$0.hasPrefix("http") }
        #expect(!links.isEmpty)
        for link in links {
            let file = String(link.prefix { $0 != "#" })
            let path = Repository.url.appending(path: file).path(percentEncoded: false)
            #expect(FileManager.default.fileExists(atPath: path), "\(link)")
        }
    }

    @Test func theLineForEachStoreIsAlsoInTheArticle() throws {
        let article = try String(
            contentsOf: Repository.url.appending(path: "Sources/TimelineKit/TimelineKit.docc/RecordingAnyStore.md"),
            encoding: .utf8)
        let rest = try #require(Self.page.split(separator: "```swift\n// ReSwift\n").last)
        let lines = rest.prefix(upTo: try #require(rest.range(of: "```")).lowerBound)
            .split(separator: "\n").filter { !$0.hasPrefix("//") }
        #expect(lines.count == 6)
        for line in lines { #expect(article.contains("\n\(line)\n"), "\(line)") }
    }
}
