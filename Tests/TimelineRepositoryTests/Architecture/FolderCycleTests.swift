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
            let code = file.lines.map { line in
                // Regular expressions are slow in a debug build.
                guard line.utf8.contains(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "/") }) else {
                    return line
                }
                return line.replacing(/"(?:\\.|[^"\\])*"/, with: "").replacing(/\/\/.*/, with: "")
            }
            return (folder: file.path.split(separator: "/").dropLast().dropFirst(2).first.map(String.init), code: code)
        }
        let declaration = /(?:[a-z@]\S* )*(?:struct|class|enum|protocol|actor|typealias) (?<name>\w+)/
        var folders: [Substring: Set<String>] = [:]
        for (folder, code) in files {
            for line in code {
                guard let folder, let match = line.prefixMatch(of: declaration), !line.contains("private") else {
                    continue
                }
                folders[match.output.name, default: []].insert(folder)
            }
        }
        var uses: [String: [String: String]] = [:]
        for (folder, code) in files {
            guard let folder else { continue }
            for word in Set(code.flatMap(typeNames)).sorted() {
                guard let owners = folders[word], owners.count == 1, let owner = owners.first, owner != folder
                else { continue }
                uses[folder, default: [:]][owner] = String(word)
            }
        }
        return uses
    }

    /// The words that begin with a capital.
    private static func typeNames(in line: Substring) -> [Substring] {
        line.utf8.split { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                false
            default: true
            }
        }
        .filter { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0.first!) }.map { Substring($0) }
    }

    /// The uses that lead from one folder to another; nil if none do.
    private static func way(from start: String, to goal: String, _ uses: [String: [String: String]]) -> [String]? {
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
