import Foundation
import Testing

/// The folders of one target: where one uses types of another, that one does not use its types, directly or through others.
struct FolderCycleTests {
    @Test(arguments: Modules.all.sorted())
    func foldersOfATargetFormNoCycle(target: String) throws {
        let uses = try Self.uses(in: target)
        var cycles: [String] = []
        for folder in uses.keys.sorted() {
            for other in uses[folder, default: [:]].keys.sorted() where folder < other {
                guard let way = Self.way(from: other, to: folder, uses) else { continue }
                let first = uses[folder]?[other] ?? ""
                cycles.append("\(folder) uses \(first) of \(other); " + way.joined(separator: "; "))
            }
        }
        #expect(cycles == [])
    }

    /// For each folder, the other folders whose types its files name, with one such type.
    private static func uses(in target: String) throws -> [String: [String: String]] {
        let files = try Repository.files(in: "Sources/\(target)").map { file in
            let code = file.lines.map { $0.replacing(/"(?:\\.|[^"\\])*"/, with: "").replacing(/\/\/.*/, with: "") }
            return (folder: file.path.split(separator: "/").dropLast().dropFirst(2).first.map(String.init), code: code)
        }
        let declaration = /^(?:[a-z@]\S* )*(?:struct|class|enum|protocol|actor|typealias) (?<name>\w+)/
        var folders: [Substring: Set<String>] = [:]
        for (folder, code) in files {
            for line in code {
                guard let folder, let match = line.firstMatch(of: declaration), !line.contains("private") else {
                    continue
                }
                folders[match.output.name, default: []].insert(folder)
            }
        }
        var uses: [String: [String: String]] = [:]
        for (folder, code) in files {
            guard let folder else { continue }
            for word in Set(code.flatMap { $0.matches(of: /\b[A-Z]\w+/).map(\.output) }).sorted() {
                guard let owners = folders[word], owners.count == 1, let owner = owners.first, owner != folder
                else { continue }
                uses[folder, default: [:]][owner] = String(word)
            }
        }
        return uses
    }

    /// The uses that lead from one folder to another; nil if none do.
    private static func way(
        from start: String, to goal: String, _ uses: [String: [String: String]]
    ) -> [String]? {
        var ways: [(folder: String, way: [String])] = [(start, [])]
        var seen: Set = [start]
        while let (folder, way) = ways.first {
            ways.removeFirst()
            if folder == goal { return way }
            for (other, type) in uses[folder, default: [:]].sorted(by: { $0.key < $1.key })
            where seen.insert(other).inserted { ways.append((other, way + ["\(folder) uses \(type) of \(other)"])) }
        }
        return nil
    }
}
