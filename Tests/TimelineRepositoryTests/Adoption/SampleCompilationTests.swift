import Foundation
import Testing
import TimelineTestSupport

/// Every sample of the README and of the articles compiles, as people who adopt Timeline compile it: beside modules of the
/// names and the interfaces of the stores that they use.
@Suite(.ownThreads)
struct SampleCompilationTests {
    /// The package manifest, which `ClientLinkageTests` builds, and what tests of a store run.
    private static let others = [
        "README#Record your app:1", "ComposableArchitecture#Record:1", "ComposableArchitecture#Record:2",
        "ComposableArchitecture#Shared state:1",
    ]

    private let samples: Samples
    private var files: [String: String] = [:]
    private var shown: [String] = []

    init() throws {
        samples = try Samples()
        let folder = Repository.url.appending(path: "Tests/TimelineRepositoryTests/Adoption/Samples")
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
            let (text, names) = samples.filled(into: try String(contentsOf: file, encoding: .utf8))
            files[file.lastPathComponent] = text
            shown += names
        }
        let copied = "Integrations/ComposableArchitecture/TimelineComposableArchitecture.swift"
        files["Copied.swift"] = try String(contentsOf: Repository.url.appending(path: copied), encoding: .utf8)
    }

    @Test func everySampleIsCompiledOnce() {
        #expect(shown.sorted() == samples.texts.keys.filter { !Self.others.contains($0) }.sorted())
    }

    /// As new projects begin, and with `TIMELINE_HARNESS=full` in the other language modes, too.
    private static let modes = [
        [
            "-swift-version", "6", "-default-isolation", "MainActor",
            "-enable-upcoming-feature", "MemberImportVisibility",
        ], ["-swift-version", "6"], ["-swift-version", "5"],
    ]

    @Test(arguments: modes.prefix(Harness.isFull ? .max : 1))
    func everySampleCompiles(flags: [String]) throws {
        let (isSuccess, output) = try Compiler.compile(files, flags)
        #expect(isSuccess && output.isEmpty, "\(output)")
    }

    /// What the tests of a store run, between `// snippet: NAME` and `// end`, is what the article shows.
    @Test func whatTheArticleShowsOfAStoreIsRun() throws {
        let folder = Repository.url.appending(path: "Tests/TimelineRepositoryTests/Adoption")
        let pages = ["RecordingAnyStore", "ComposableArchitecture", "ReSwift", "SwiftRex", "Mobius", "AStoreOfYourOwn"]
        let articles = samples.texts.filter { text in pages.contains { text.key.hasPrefix("\($0)#") } }
        var run: Set<String> = []
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        where file.lastPathComponent.hasSuffix("AdoptionTests.swift") {
            for snippet in snippets(of: try String(contentsOf: file, encoding: .utf8)) {
                let names = articles.filter { $0.value == snippet }.map(\.key)
                #expect(!names.isEmpty, "the article does not show\n\(snippet)")
                run.formUnion(names)
            }
        }
        let stores = pages.suffix(4).map { "\($0)#Overview:1" }
        #expect((stores + Self.others.suffix(3)).filter { !run.contains($0) } == [])
    }

    private func snippets(of text: String) -> [String] {
        text.split(separator: "// snippet:").dropFirst().map { rest in
            let lines = rest.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
                .prefix { $0.trimmingCharacters(in: .whitespaces) != "// end" }
            let indent = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
            return lines.map { $0.dropFirst(indent).replacing(#/^private /#, with: "") }.joined(separator: "\n")
        }
    }
}
