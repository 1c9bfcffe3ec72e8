import Foundation
import Testing
import TimelineTestSupport

/// The tests of the page, which Node.js runs: those of its modules, and those of pages that `timeline view` wrote, in headless
/// Chromium.
@Suite(.ownThreads)
struct PageTests {
    private static let folder = "\(Sandbox.fixtures)/../Tests/TimelineToolTests/Page/Browser"

    /// The longest first, as they take longest. The shortest pastes each command into a shell, and takes longer than all others.
    private static func files(_ suffix: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let sizes = names.filter { $0.hasSuffix(suffix) }.map { name in
            let size = (try? Data(contentsOf: URL(filePath: "\(folder)/\(name)")).count) ?? 0
            return (size: name.hasPrefix("paste") ? .max : size, name: name)
        }
        return sizes.sorted { $0 > $1 }.map(\.name)
    }

    /// Runs a file of tests, and fails with what Node.js reports.
    private static func run(_ file: String, _ sandbox: Sandbox) throws {
        let finished = try sandbox.run(
            ["node", "\(folder)/\(file)"], with: "/usr/bin/env",
            environment: [
                "TIMELINE_PAGES": sandbox.folder, "TIMELINE_TOOL": "\(Sandbox.tools)/timeline", "HOME": sandbox.folder,
                "TIMELINE_AXE": Python.axe ?? "",
            ], timeout: .seconds(600))
        let lines = finished.output.split(separator: "\n").drop { !$0.contains("not ok") }.prefix(40)
        #expect(finished.status == 0 && finished.output.contains("\n# skipped 0\n"), "\(lines.joined(separator: "\n"))")
    }

    /// The pages and what they are made from.
    private static let pages: KeyValuePairs = [
        "unread-below-zero": ["unread-below-zero.jsonl"],
        "unread-bad": ["unread-below-zero.jsonl", "--bad", "$.comments.unread < 0"],
        "wrong-details": ["wrong-details.jsonl"],
        "trap-while-filtered": ["trap-while-filtered.jsonl"],
        "full": ["full.jsonl"],
        "bundle": ["trap-while-filtered.bundle.jsonl"],
        "trap-bad": ["trap-while-filtered.jsonl", "--bad", "$.query == 'zz'"],
        "trapped": ["trapped.jsonl"],
        "damaged": ["Broken/damaged.jsonl", "--recover", "salvage"],
        "torn": ["Broken/torn.jsonl"],
        "generated": ["generated.jsonl"],
        "counted": ["full.jsonl"] + counter,
        "salvaged": ["Broken/damaged.jsonl", "--recover", "salvage"] + counter,
        "diverged": ["diverged.jsonl", "--editor", "vscode"] + counter,
        "diverged-torn": ["diverged-torn.jsonl", "--recover", "salvage"] + counter,
    ]

    private static let counter = ["--program", "\(Sandbox.tools)/counter-timeline"]

    /// Of `counter`; replay makes 4 of step 2.
    private static let diverged = """
        {"timeline":1,"session":"s","program":"counter","version":"1.0.0","started":"2026-11-21T04:31:05Z","segment":1,"platform":{}}
        {"seq":0,"at":0.000000,"state":{"count":0}}
        {"seq":0,"at":0.000000,"site":{"number":1,"file":"App/Ä View.swift","line":42}}
        {"seq":1,"at":0.100000,"action":{"increment":{}},"from":"user","in":1}
        {"seq":1,"at":0.100000,"canceled":1}
        {"seq":1,"at":0.100000,"took":0.012400}
        {"seq":1,"at":0.100000,"site":{"number":2,"file":"Clock/Timer.swift","line":7}}
        {"seq":2,"at":0.200000,"action":{"add":{"amount":3}},"from":"user","in":2}
        {"seq":2,"at":0.200000,"state":{"count":5}}
        {"seq":2,"at":0.200000,"took":0.002000}
        {"seq":3,"at":0.300000,"action":{"increment":{}},"from":"user"}

        """

    private static func view(_ page: String, _ arguments: [String], _ sandbox: Sandbox) throws {
        let name = String(arguments[0].split(separator: "/").last ?? "")
        for end in ["", ".status"] {
            let fixture = "\(Sandbox.fixtures)/\(arguments[0])\(end)"
            if FileManager.default.fileExists(atPath: fixture), !sandbox.files().keys.contains(name + end) {
                try FileManager.default.copyItem(atPath: fixture, toPath: "\(sandbox.folder)/\(name)\(end)")
            }
        }
        let finished = try sandbox.run(
            ["view", name] + arguments.dropFirst() + ["-o", "\(page).html"], with: "timeline")
        #expect(finished.status == 0, "\(finished)")
    }

    /// TypeScript checks the JavaScript of the modules: see `Browser/tsconfig.json`.
    @Test(.needs(.tsc)) func theModulesPassTheTypeChecker() throws {
        let finished = try Sandbox().run(["tsc", "-p", Self.folder], with: "/usr/bin/env", timeout: .seconds(120))
        #expect(finished == Finished(), "\(finished.output)")
    }

    @Test(.needs(.node), arguments: files(".test.mjs").filter { !$0.hasSuffix(".browser.test.mjs") })
    func aModulePassesItsTests(file: String) throws { try Self.run(file, Sandbox()) }

    @Test(
        .needs(.node, .chromium), .enabled(if: Python.axe != nil, "needs axe-playwright-python"),
        arguments: files(".browser.test.mjs"))
    func pagesShowWhatIsInTheRecording(file: String) throws { try Self.run(file, Self.written.get()) }

    /// A folder with the pages.
    private static let written = Result {
        let sandbox = Sandbox()
        let end = #"{"seq":3,"at":0.400000,"end":{"actions":3,"snapshots":2}}"# + "\n"
        let source = "Sources/App/Ä View.swift"
        #expect(try sandbox.shell("mkdir -p Sources/App && touch Package.swift '\(source)'").status == 0)
        try sandbox.write(diverged + end, to: "diverged.jsonl")
        try sandbox.write(diverged + end.dropLast(20), to: "diverged-torn.jsonl")
        // Without the status beside it, only replay shows that the last step traps.
        #expect(try sandbox.shell("cp '\(Sandbox.fixtures)/trap-while-filtered.jsonl' trapped.jsonl") == Finished())
        for (page, arguments) in pages { try view(page, arguments, sandbox) }
        let scripts =
            "node '\(folder)/hostile-recording.mjs' > hostile.jsonl && node '\(folder)/odd-states.mjs' 7 300 > odd.jsonl"
        #expect(try sandbox.shell(scripts) == Finished())
        // The name of the file is an attack, too.
        let name = "'\"><img src=x onerror=alert(1)><!--&lt;$(id)\u{202E}.jsonl"
        try FileManager.default.moveItem(atPath: "\(sandbox.folder)/hostile.jsonl", toPath: "\(sandbox.folder)/\(name)")
        try view("hostile", [name, "--bad", "$.keys['__proto__'] != '__proto__'"], sandbox)
        try view("odd", ["odd.jsonl"], sandbox)
        return sandbox
    }
}
