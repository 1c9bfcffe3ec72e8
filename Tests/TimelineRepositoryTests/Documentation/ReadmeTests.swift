import Foundation
import Testing
import TimelineTestSupport

/// The commands in the README print what it shows.
@Suite(.ownThreads)
struct ReadmeTests {
    private static let page: String =
        (try? String(contentsOf: Repository.url.appending(path: "README.md"), encoding: .utf8)) ?? ""

    @Test func everyCommandDoesWhatItShows() throws {
        let commands = ConsoleBlock.commands(in: Self.page)
        #expect(commands.count == 2)
        let workplace = try Workplace()
        for command in commands {
            let run = try workplace.run(command.text.replacing("swift run timeline", with: "timeline"))
            #expect(run.status == 0, "\(command.text)")
            // The tool prints the commands as it was run.
            #expect(run.output == command.output.replacing("swift run timeline", with: "timeline"), "\(command.text)")
            #expect(run.errors == "", "\(command.text)")
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
        let script = try #require(Self.block("```sh\nset -e\n", of: Self.article("ContinuousIntegration")))
        for line in script.split(separator: "\n") {
            #expect(try Self.article("ContinuousIntegration").components(separatedBy: line).count == 4, "both services")
        }
        let run = script.replacing("swift build --product counter-timeline\n", with: "")
            .replacing("swift run --skip-build counter-timeline", with: "timeline")
        let recorded =
            "printf 'refresh\\nwait\\nquit\\n' | timeline record -o Recordings/a.jsonl -- episodes > /dev/null"
        let good = try workplace.run("mkdir -p Recordings; \(recorded)\n\(run)")
        #expect(good.status == 0)
        // Those after the first state, each in a line: how many there are depends on the time.
        let count = try workplace.run("tail -n +3 Recordings/a.jsonl | grep -c '\"state\":'").output.dropLast()
        let states = count == "1" ? "1 recorded state" : "\(count) recorded states"
        #expect(good.output == "Recordings: sound. 6 steps replayed. It agrees with \(states).\n")
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

    /// `[Title](doc:Page#Heading)`; in the page of another module, `doc:Module/Page`. GitHub shows the title of such a link.
    @Test func everyLinkOfAnArticleLeadsToAPageAndToAHeadingOfIt() throws {
        let root = Repository.url.appending(path: "Sources").path(percentEncoded: false)
        let files = try #require(FileManager.default.enumerator(atPath: root)).compactMap { $0 as? String }
        let pages = Set(files.filter { $0.hasSuffix(".md") })
        var broken: [String] = []
        var linked: Set<String> = []
        for page in pages {
            let module = page.prefix { $0 != "/" }
            let text = try String(contentsOfFile: "\(root)/\(page)", encoding: .utf8)
            broken += text.matches(of: /<doc:[^>]*>/).map { "\(page): \($0.0)" }
            for link in text.matches(of: /\]\(doc:([^)#]+)#?([^)]*)\)/) {
                let parts = link.1.split(separator: "/")
                let owner = parts.count == 2 ? parts[0] : module
                let target = "\(owner)/\(owner).docc/\(parts.last ?? "").md"
                if page == "\(owner)/\(owner).docc/\(owner).md" { linked.insert(target) }
                let heading = link.2.isEmpty ? "# " : "## \(link.2.replacing("-", with: " "))\n"
                let found = try? String(contentsOfFile: "\(root)/\(target)", encoding: .utf8)
                if found?.contains(heading) != true { broken.append("\(target): \(link.0)") }
            }
        }
        #expect(broken == [])
        // The page of a module names all others of it.
        let landings = pages.filter { $0.hasSuffix(".docc/\($0.prefix { $0 != "/" }).md") }
        #expect(pages.subtracting(linked).subtracting(landings) == [])
    }

    /// Messages of the compiler and of SwiftPM come before them, under *Building*.
    @Test func everyMessageThatTroubleshootingExplainsIsInTheSources() throws {
        let page = try Self.article("Troubleshooting")
        let messages = page[try #require(page.firstRange(of: "## Recording")).lowerBound...]
            .matches(of: /\*\*`([^`]+)`\*\*/).map { String($0.1) }
        #expect(messages.count == 11)
        let sources = try #require(
            FileManager.default.enumerator(
                at: Repository.url.appending(path: "Sources"), includingPropertiesForKeys: nil))
        let code = try sources.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
            .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
            // A text may go on in the next line.
            .replacing(#/ \\\n +/#, with: " ")
        for message in messages { #expect(code.contains(message), "\(message)") }
    }
}
