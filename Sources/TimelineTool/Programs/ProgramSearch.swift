internal import TimelineKit

enum ProgramSearch {
    case found(String)
    /// Executables of that name under `.build` in the working folder are listed and never run: the folder may be malicious.
    case missing(lookedIn: String, built: [String])

    private static let variable = "TIMELINE_PROGRAM"

    init(_ name: String, named: String? = nil) {
        let given = named ?? Environment[Self.variable].flatMap { $0.isEmpty ? nil : $0 }
        let executable = ProgramName(name)?.executable
        let places = given.map { [$0] } ?? Environment.searchPath.map { "\($0)/\(executable ?? "")" }
        let candidate = given == nil && executable == nil ? nil : places.first(where: FileSystem.isExecutable)
        let fault = candidate.flatMap(Self.fault)
        if let candidate, fault == nil {
            self = .found(candidate)
            return
        }
        let place =
            if let candidate, let fault { "\(candidate): \(fault)" } else if let given {
                "\(given) (\(named == nil ? Self.variable : "--program")): no executable file"
            } else { executable.map { "\($0) on the PATH" } ?? "nowhere: a program's name must be \(ProgramName.rule)" }
        let builds = executable == nil ? [] : ["release", "debug"]
        let built = builds.map { ".build/\($0)/\(executable ?? "")" }.filter(FileSystem.isExecutable)
        self = .missing(lookedIn: place, built: built)
    }

    /// The path of the option `--against`, as it is run.
    static func executable(against path: String) throws -> String {
        if let fault = fault(of: path) { throw ToolError(.unavailable, "--against \(path): \(fault)") }
        // A name without a slash would be looked up on the PATH.
        return path.contains("/") ? path : "./\(path)"
    }

    /// Why an executable cannot be run; nil if it can be.
    static func fault(of path: String) -> String? {
        guard FileSystem.isExecutable(path) else { return "it is not an executable" }
        // An executable that does not hold this tool, such as the app itself, is never run.
        return holdsTool(path) ? nil : "it is not a program executable, and was not run: it may be the app itself"
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
