import Foundation

/// The package that the tests are part of, on disk.
enum Repository {
    static let url = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    /// Ends with a slash.
    static let root = url.path(percentEncoded: false)

    struct File {
        /// From the root of the package.
        let path: String
        let lines: [Substring]

        /// The modules that the file imports. An import is not indented, except in a conditional block.
        var imports: Set<String> {
            var modules: Set<String> = []
            var isConditional = false
            for line in lines {
                let words = line.split(separator: " ")
                guard let place = words.firstIndex(of: "import"), place + 1 < words.count,
                    words[..<place].allSatisfy({ $0.hasPrefix("@") || Self.accessLevels.contains(String($0)) })
                else {
                    isConditional = line.hasPrefix("#if") || line.hasPrefix("#else")
                    continue
                }
                if line.hasPrefix(" "), !isConditional { continue }
                // The module of `import struct Module.Type` comes after the kind.
                let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
                let name = kinds.contains(words[place + 1]) ? words.last! : words[place + 1]
                modules.insert(String(name.prefix { $0 != "." }))
            }
            return modules
        }

        private static let accessLevels: Set = ["public", "package", "internal", "fileprivate", "private"]
    }

    /// The Swift files in a folder, sorted by path.
    static func files(in folder: String) throws -> [File] {
        try FileManager.default.subpathsOfDirectory(atPath: root + folder).filter { $0.hasSuffix(".swift") }.sorted()
            .map { path in
                let text = try String(contentsOfFile: "\(root)\(folder)/\(path)", encoding: .utf8)
                return File(path: "\(folder)/\(path)", lines: text.split(separator: "\n"))
            }
    }

    static func targets() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root + "Sources").filter { !$0.hasPrefix(".") }.sorted()
    }
}
