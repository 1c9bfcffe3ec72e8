internal import TimelineJournal

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// The folder that replicas share: a file `ID.jsonl` of each, which it alone writes.
struct ReplicaFolder: Sendable {
    let path: String

    /// Makes the folder, or sees that the one that is there can be trusted.
    init(_ path: String) throws(ReplicaError) {
        self.path = path
        do throws(FolderFault) { try PrivateFolder.prepare(path) } catch {
            throw .folder(path: path, reason: "\(error)")
        }
    }

    func file(of id: String) -> String { "\(path)/\(id).jsonl" }

    /// Where a replica saves how it came to a state that differs from that of another.
    func timeline(of id: String, differingFrom other: String) -> String { "\(path)/\(id).differs-from-\(other).jsonl" }

    /// Whether an id can be the name of a file, on disks that ignore case, too.
    static func isID(_ text: some StringProtocol) -> Bool {
        (1...64).contains(text.utf8.count) && text.utf8.first != UInt8(ascii: "-")
            && text.utf8.allSatisfy {
                switch $0 {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }

    /// The ids whose files are there, sorted.
    func ids() throws(FileError) -> [String] {
        guard let stream = opendir(path) else { throw FileError(path, "open", errno) }
        defer { closedir(stream) }
        var ids: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasSuffix(".jsonl"), Self.isID(name.dropLast(6)) { ids.append(String(name.dropLast(6))) }
        }
        return ids.sorted()
    }

    // MARK: - Ids

    /// Takes an id, for as long as this process holds on to the claim; the first free one of this machine where it is nil.
    func claim(_ id: String?) throws(ReplicaError) -> ReplicaClaim {
        if let id {
            guard Self.isID(id) else { throw .id(id) }
            guard let claim = try ReplicaClaim(id, in: path) else { throw .isTaken(id: id, folder: path) }
            return claim
        }
        var number = 1
        while true {
            if let claim = try ReplicaClaim("\(Self.machine)-\(number)", in: path) { return claim }
            number += 1
        }
    }

    /// The name of this machine, as far as it can be part of an id.
    private static let machine: String = {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, 255) == 0 else { return "replica" }
        let label = name.prefix { $0 != 0 && $0 != 46 }.map { UInt8(bitPattern: $0) }
        let letters = String(decoding: label, as: UTF8.self).lowercased().prefix(40).filter {
            isID(String($0)) || $0 == "-"
        }
        return isID(letters) ? letters : "replica"
    }()
}
