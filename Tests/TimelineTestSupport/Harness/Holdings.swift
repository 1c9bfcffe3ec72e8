#if os(Linux)
    import Foundation

    /// What another process holds, from `/proc`.
    package struct Holdings: CustomStringConvertible, Sendable {
        package let descriptors, threads, residentBytes: Int

        package init(of process: Int32) throws {
            let files = FileManager.default
            descriptors = try files.contentsOfDirectory(atPath: "/proc/\(process)/fd").count
            threads = try files.contentsOfDirectory(atPath: "/proc/\(process)/task").count
            let pages = try String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8).split(separator: " ")[1]
            residentBytes = (Int(pages) ?? 0) * Int(getpagesize())
        }

        /// Whether the process holds hardly more than before.
        package func isFlat(since before: Holdings) -> Bool {
            descriptors <= before.descriptors + 8 && threads <= before.threads + 8
                && residentBytes <= before.residentBytes + 8 << 20
        }

        package var description: String { "\(descriptors) descriptors, \(threads) threads, \(residentBytes >> 10) KiB" }
    }
#endif
