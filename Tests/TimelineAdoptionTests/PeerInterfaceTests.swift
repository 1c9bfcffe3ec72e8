import Foundation
import Testing
import TimelineTestHarness

/// A test beside a store that has more than the real one proves nothing about the real one.
@Suite(.ownThreads)
struct PeerInterfaceTests {
    private static let peers = Samples.root.appending(path: "Tests/Peers")

    /// What `interfaces.txt` lists was read in the source of each store, at the version that it names.
    @Test func aPeerDeclaresOnlyWhatTheRealStoreDeclares() throws {
        let text = try String(contentsOf: Self.peers.appending(path: "interfaces.txt"), encoding: .utf8)
        var listed: [String: [String]] = [:]
        var module = ""
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            if let name = line.firstMatch(of: #/^== (\w+) /#) {
                module = String(name.1)
            } else {
                listed[module, default: []].append(String(line))
            }
        }
        let modules = try FileManager.default.contentsOfDirectory(atPath: Self.peers.path(percentEncoded: false))
            .filter { $0 != "interfaces.txt" }
        #expect(Set(listed.keys) == Set(modules))
        for module in modules {
            let declared = try Set(PublicInterface(ofFilesIn: Self.peers.appending(path: module)).names)
            let real = try (listed[module] ?? []).map { line in
                try Regex(
                    NSRegularExpression.escapedPattern(for: line).replacing(/(\w+)\\\?:/) { "(?:\($0.1):)?" })
            }
            #expect(
                declared.filter { name in !real.contains { name.wholeMatch(of: $0) != nil } }.sorted() == [],
                "\(module)")
        }
    }
}
