import Foundation

/// The Swift code that the README and the articles show, by page, heading and number: `ReSwift#Overview:1`.
struct Samples {
    let texts: [String: String]

    init() throws {
        var texts: [String: String] = [:]
        for page in try Self.pages() {
            let name = page.deletingPathExtension().lastPathComponent
            for (key, text) in Self.samples(of: try String(contentsOf: page, encoding: .utf8)) {
                texts["\(name)#\(key)"] = text
            }
        }
        self.texts = texts
    }

    /// Every line `// sample: NAME` of `text` replaced by that sample, and the names.
    func filled(into text: String) -> (text: String, names: [String]) {
        var names: [String] = []
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard let marker = line.firstRange(of: "// sample: ") else { return String(line) }
            let name = String(line[marker.upperBound...])
            names.append(name)
            return texts[name] ?? "#error(\"no page shows \(name)\")"
        }
        return (lines.joined(separator: "\n"), names)
    }

    private static func pages() throws -> [URL] {
        let sources = Repository.url.appending(path: "Sources")
        let targets = try FileManager.default.contentsOfDirectory(at: sources, includingPropertiesForKeys: nil)
        let articles = targets.flatMap { target in
            let catalog = target.appending(path: "\(target.lastPathComponent).docc")
            return (try? FileManager.default.contentsOfDirectory(at: catalog, includingPropertiesForKeys: nil)) ?? []
        }
        return [Repository.url.appending(path: "README.md")] + articles.filter { $0.pathExtension == "md" }
    }

    private static func samples(of page: String) -> [(key: String, text: String)] {
        var samples: [(key: String, text: String)] = []
        var heading = ""
        var number = 0
        var fence: Substring?
        var lines: [Substring] = []
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                if fence == "```swift" {
                    number += 1
                    samples.append(("\(heading):\(number)", lines.joined(separator: "\n")))
                }
                fence = fence == nil ? line : nil
                lines = []
            } else if fence != nil {
                lines.append(line)
            } else if line.hasPrefix("#") {
                heading = line.drop { $0 == "#" || $0 == " " }.description
                number = 0
            }
        }
        return samples
    }
}
