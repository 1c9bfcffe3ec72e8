/// The possible contents of a disk after a loss of power, by the model of `PowerFiles`.
package struct Disk {
    private static let sector = 512

    private struct File {
        package var bytes: [UInt8] = []
        /// The number of bytes that are certainly on the disk.
        package var synced = 0
        package var lengths: Set<Int> = [0]
        package var isNameSynced = false
        package var isRemoved = false
    }

    private var files: [String: File] = [:]
    /// The last action that was acknowledged to the app.
    package private(set) var acknowledged = 0

    package init() {}

    /// The bytes that are certainly there, of files that were not removed.
    package var kept: [String: [UInt8]] {
        files.filter { $0.value.isNameSynced && !$0.value.isRemoved }.mapValues { Array($0.bytes.prefix($0.synced)) }
    }

    package mutating func take(_ event: PowerFiles.Event) {
        switch event {
        case .created(let path): files[path] = File()
        case .appended(let path, let bytes):
            files[path]!.bytes += bytes
            files[path]!.lengths.insert(files[path]!.bytes.count)
        case .cut(let path, let length):
            files[path]!.bytes.removeLast(files[path]!.bytes.count - length)
            files[path]!.synced = min(files[path]!.synced, length)
            files[path]!.lengths.insert(length)
        case .synced(let path):
            guard files[path] != nil else { return }
            files[path]!.synced = files[path]!.bytes.count
            files[path]!.lengths = [files[path]!.bytes.count]
        case .folderSynced:
            for (path, file) in files where !file.isRemoved { files[path]!.isNameSynced = true }
            files = files.filter { !$0.value.isRemoved }
        case .removed(let path): files[path]?.isRemoved = true
        case .acknowledged(let seq): acknowledged = max(acknowledged, seq)
        }
    }

    package func state(_ generator: inout some RandomNumberGenerator) -> [String: [UInt8]] {
        var state: [String: [UInt8]] = [:]
        for (path, file) in files.sorted(by: { $0.key < $1.key }) {
            if !file.isNameSynced || file.isRemoved, Bool.random(using: &generator) { continue }
            let longest = file.lengths.max()!
            let length =
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: longest
                case 1: file.lengths.sorted().randomElement(using: &generator)!
                default: Int.random(in: file.lengths.min()!...longest, using: &generator)
                }
            var bytes = Array(file.bytes.prefix(length))
            bytes += [UInt8](repeating: 0, count: length - bytes.count)
            // Synced bytes stay, even if their sector is written again.
            let isOrdered = Bool.random(using: &generator)
            var at = file.synced / Self.sector * Self.sector
            while !isOrdered, at < length {
                if Bool.random(using: &generator) {
                    for place in max(at, file.synced)..<max(file.synced, min(length, at + Self.sector)) {
                        bytes[place] = 0
                    }
                }
                at += Self.sector
            }
            state[path] = bytes
        }
        return state
    }
}
