import Foundation
import Testing

/// The article "Recording any store" shows code that these tests compile and run.
struct SampleTextTests {
    @Test func everySnippetOfTheArticleIsALineOfATest() throws {
        let here = URL(filePath: #filePath).deletingLastPathComponent()
        let root = here.appending(path: "../..").standardized
        let article = try String(
            contentsOf: root.appending(path: "Sources/TimelineKit/TimelineKit.docc/RecordingAnyStore.md"), encoding: .utf8)

        var tested: Set<String> = []
        for name in try FileManager.default.contentsOfDirectory(atPath: here.path) where name.hasSuffix("Tests.swift") {
            tested.formUnion(
                snippets(ofTest: try String(contentsOf: here.appending(path: name), encoding: .utf8)))
        }
        let shown = snippets(ofArticle: article)
        #expect(Set(shown) == tested, "the article and the tests beside \(#fileID) show different code")
    }

    /// What stands between `// snippet: NAME` and `// end`.
    private func snippets(ofTest text: String) -> [String] {
        blocks(of: text, from: { $0.hasPrefix("// snippet:") }, to: { $0 == "// end" })
    }

    /// What stands between fences.
    private func snippets(ofArticle text: String) -> [String] {
        blocks(of: text, from: { $0 == "```swift" }, to: { $0 == "```" })
    }

    private func blocks(of text: String, from: (String) -> Bool, to: (String) -> Bool) -> [String] {
        var blocks: [String] = []
        var block: [String]?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let bare = line.trimmingCharacters(in: .whitespaces)
            if let lines = block {
                if to(bare) {
                    blocks.append(unindented(lines))
                    block = nil
                } else {
                    block = lines + [String(line)]
                }
            } else if from(bare) {
                block = []
            }
        }
        return blocks
    }

    private func unindented(_ lines: [String]) -> String {
        let indent = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        return lines.map { $0.dropFirst(indent).replacing(#/^private /#, with: "") }.joined(separator: "\n")
    }
}
