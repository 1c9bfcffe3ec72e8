import Foundation
import Testing
import TimelineKit
import TimelineStore
import TimelineTestSupport

/// The article "Sending what happened before a crash" shows code that these tests run, where the code is of this package.
@Suite(.ownThreads)
struct CrashReportsArticleTests {
    private let folder = TemporaryFolder()
    private let program = TotalProgram()

    @Test func theCodeOfTheArticleRuns() throws {
        // An earlier run that crashed.
        func crash() throws {
            let recorder = Recorder(program: program, in: .file(self.folder.file()))
            // Its reducer does not return.
            _ = recorder.begin(.add(by: 1))
        }
        try crash()
        while try isLocked(self.folder.file()) { usleep(10_000) }
        let recorder = Recorder(program: program, in: .file(self.folder.file("now.jsonl")))
        let restorer = StateRestorer(program: program, in: self.folder.file("saved"))
        try restorer.save(Total(count: 3))
        // snippet: restore
        let restored = restorer.restore()
        let store = Store(program: program, middleware: [recorder.middleware])
        if restored.source != .initial { store.set(restored.state, by: "restore") }
        // end
        store.dispatch(.add(by: 1))
        #expect(store.state == Total(count: 4))

        var sent: [String] = []
        func send(_ path: String, _ title: String) throws { sent += [path, title] }
        let folder = folder.path
        // snippet: pending
        for report in try CrashReports.pending(in: folder, last: 50) {
            try send(report.bundle ?? report.timeline, report.lastStep?.description ?? "no action")
            try report.markSent()
        }
        // end
        #expect(sent == [folder + "/run.bundle.jsonl", #"{"add":{"by":1}}"#])
    }

    /// Whether a recorder's queue still holds the file.
    private func isLocked(_ path: String) throws -> Bool {
        let descriptor = open(path, O_RDONLY)
        defer { close(descriptor) }
        return flock(descriptor, LOCK_SH | LOCK_NB) != 0
    }

    @Test func theTestedCodeIsThatOfTheArticle() throws {
        let root = URL(filePath: #filePath).appending(path: "../../../../..").standardized
        let article = try text(of: root.appending(path: "Sources/TimelineKit/TimelineKit.docc/CrashReports.md").path)
        let snippets = try text(of: #filePath).split(separator: "        // snippet: ").dropFirst()
        #expect(snippets.count == 3)
        for snippet in snippets.prefix(2) {
            let lines = snippet.split(separator: "\n").dropFirst().prefix { $0 != "        // end" }
            let code = lines.map { $0.dropFirst(8) }.joined(separator: "\n")
            #expect(article.contains("```swift\n\(code)\n```"), "the article shows other code than\n\(code)")
        }
    }
}
