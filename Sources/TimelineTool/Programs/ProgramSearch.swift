internal import TimelineKit

enum ProgramSearch {
    case found(String)
    /// An executable that does not hold this tool, such as the app itself, is never run.
    case foreign(String)
    /// Executables of that name under `.build` in the working folder are listed and never run: the folder may be malicious.
    case missing(lookedIn: [String], built: [String] = [])

    private static let variable = "TIMELINE_PROGRAM"

    init(_ name: String, named: String? = nil) {
        let variable = Environment[Self.variable].flatMap { $0.isEmpty ? nil : $0 }
        if let path = named ?? variable {
            let source = named == nil ? Self.variable : "--program"
            self = Self.candidate(path) ?? .missing(lookedIn: ["\(path) (\(source)): no executable file"])
            return
        }
        guard let name = ProgramName(name) else {
            self = .missing(lookedIn: ["nowhere: a program's name must be \(ProgramName.rule)"])
            return
        }
        let places = Environment.searchPath.map { "\($0)/\(name.executable)" }
        if let found = places.lazy.compactMap(Self.candidate).first {
            self = found
            return
        }
        let built = ["release", "debug"].map { ".build/\($0)/\(name.executable)" }.filter(FileSystem.isExecutable)
        self = .missing(lookedIn: ["\(name.executable) on the PATH"], built: built)
    }

    private static func candidate(_ path: String) -> ProgramSearch? {
        guard FileSystem.isExecutable(path) else { return nil }
        return holdsTool(path) ? .found(path) : .foreign(path)
    }

    /// The path of the option `--against`, as it is run.
    static func executable(against path: String) throws -> String {
        if let fault = fault(of: path) { throw ToolError(.unavailable, "--against \(path): \(fault)") }
        // A name without a slash would be looked up on the PATH.
        return path.contains("/") ? path : "./\(path)"
    }

    /// Why an executable cannot be run; nil if it can be.
    static func fault(of path: String) -> String? {
        switch candidate(path) {
        case nil, .missing: "it is not an executable"
        case .foreign: "it is not a program executable, and was not run: it may be the app itself"
        case .found: nil
        }
    }

    /// Only its bytes tell: an app that ran would record into the folder of its user. A script, which may start a program executable,
    /// is taken as it is.
    private static func holdsTool(_ path: String) -> Bool {
        guard let file = try? FileBytes(opening: path), let size = try? file.size() else { return false }
        // Each executable that holds the tool has this name, as this one does.
        let mark = Array(variable.utf8)
        let chunk = 1 << 20
        for start in stride(from: 0, to: size, by: chunk) {
            guard let bytes = try? file.read(at: start, count: min(chunk + mark.count, size - start)) else { break }
            if start == 0 && bytes.starts(with: "#!".utf8) || bytes.withUnsafeBytes({ holds(mark, $0[...]) }) {
                return true
            }
        }
        return false
    }

    private static func holds(_ mark: [UInt8], _ bytes: Slice<UnsafeRawBufferPointer>) -> Bool {
        var rest = bytes
        while let offset = UnsafeRawBufferPointer(rebasing: rest).offset(of: mark[0]) {
            rest = rest.dropFirst(offset)
            if rest.starts(with: mark) { return true }
            rest = rest.dropFirst()
        }
        return false
    }
}
