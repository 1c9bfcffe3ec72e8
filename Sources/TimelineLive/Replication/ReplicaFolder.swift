internal import TimelineJournal
internal import TimelineSystem

/// The folder that replicas share: a file `ID.jsonl` of each, which it alone writes.
struct ReplicaFolder: Sendable {
    /// A file that is larger is not read.
    static let mostBytes = PrivateFile.sizeLimit

    let path: String

    /// Makes the folder, or sees that the one that is there can be trusted.
    init(_ path: String) throws(ReplicaError) {
        self.path = path
        do throws(FolderError) { try PrivateFolder.prepare(path) } catch {
            throw .folder(path: path, reason: "\(error)")
        }
    }

    /// The file of a replica, or another of its names.
    func file(of name: String) -> String { "\(path)/\(name).jsonl" }

    /// Where a replica saves how it came to a state that differs from that of another.
    func timeline(of id: String, differingFrom other: String) -> String { file(of: "\(id)\(Self.difference)\(other)") }

    private static let difference = ".differs-from-"

    /// Who writes the file of a name; nil where no replica does.
    static func origin(of name: String) -> String? {
        guard let place = name.firstRange(of: difference) else { return isID(name) ? name : nil }
        let origin = name[..<place.lowerBound]
        return isID(origin) && isID(name[place.upperBound...]) ? String(origin) : nil
    }

    /// Whether an id can be the name of a file everywhere.
    static func isID(_ text: some StringProtocol) -> Bool { text.isPortableFileName }

    /// The ids whose files are there, sorted.
    func ids() throws(FileError) -> [String] { try names().filter(Self.isID) }

    /// The names of all files of replicas that are there, sorted.
    func names() throws(FileError) -> [String] {
        try FileSystem.names(in: path).filter { $0.hasSuffix(".jsonl") }.map { String($0.dropLast(6)) }
            .filter { Self.origin(of: $0) != nil }.sorted()
    }

    // MARK: - Ids

    /// Takes an id, for as long as this process holds on to the claim; the first free one of this machine where it is nil.
    func claim(_ id: String?) throws(ReplicaError) -> ReplicaClaim {
        if let id {
            guard let claim = try claim(unlessTaken: id) else { throw .isTaken(id: id, folder: path) }
            return claim
        }
        var number = 1
        while true {
            if let claim = try claim(unlessTaken: Self.id(number)) { return claim }
            number += 1
        }
    }

    /// Takes an id; nil where another has it.
    func claim(unlessTaken id: String) throws(ReplicaError) -> ReplicaClaim? {
        guard Self.isID(id) else { throw .id(id) }
        return try ReplicaClaim(id, in: path)
    }

    /// The ids that a replica of this machine takes by itself, in their order from 1.
    static func id(_ number: Int) -> String { "\(machine)-\(number)" }

    /// The name of this machine, as far as it can be part of an id.
    private static let machine: String = {
        guard let label = SystemInfo.hostName?.prefix(while: { $0 != "." }) else { return "replica" }
        let letters = label.lowercased().prefix(40).filter {
            isID(String($0)) || $0 == "-"
        }
        return isID(letters) ? letters : "replica"
    }()
}
