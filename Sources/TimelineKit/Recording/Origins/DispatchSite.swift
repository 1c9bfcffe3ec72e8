import Synchronization

/// A line of code that dispatches an action, which `timeline` shows with the steps that it made.
///
/// A store passes the defaults of `#fileID` and `#line` on. The folders of the machine that built the app are not recorded.
public struct DispatchSite: Sendable {
    /// The address and the length of a name in UTF-8 that is never freed, so that the copies on the way to the recorder count no
    /// references.
    let start: UInt
    private let count: UInt32
    let line: UInt32

    /// The line that calls this, or that calls what has the same defaults.
    public init(fileID: StaticString = #fileID, line: UInt = #line) {
        let isText = fileID.hasPointerRepresentation
        self.init(
            start: isText ? UInt(bitPattern: fileID.utf8Start) : 0, count: isText ? fileID.utf8CodeUnitCount : 0, line)
    }

    /// A line that a store has recorded, such as the `ActionSource` of SwiftRex. Of an absolute path, only the name of the file is
    /// kept and, where it has a folder `Sources` or `Tests`, that of the module. Keeps up to 10,000 names, each as long as the process
    /// runs; a later one is not recorded.
    public init(file: String, line: UInt) {
        let kept = Self.kept.withLock { kept in
            if let known = kept[file] { return known }
            let name = Self.name(of: file)
            guard kept.count < SiteNumbers.limit, name.utf8.count <= SiteNumbers.lengthLimit else { return (0, 0) }
            let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: name.utf8.count)
            _ = bytes.initialize(from: name.utf8)
            let added = (start: UInt(bitPattern: bytes.baseAddress), count: bytes.count)
            kept[file] = added
            return added
        }
        self.init(start: kept.0, count: kept.1, line)
    }

    /// `App/View.swift` for `/home/jane/app/Sources/App/Views/View.swift`.
    private static func name(of path: String) -> String {
        let parts = path.split(separator: "/")
        guard path.hasPrefix("/"), let file = parts.last else { return path }
        let folders = parts.dropLast()
        let module = folders.lastIndex { $0 == "Sources" || $0 == "Tests" }.map { folders[($0 + 1)...].first } ?? nil
        return (module.map { "\($0)/" } ?? "") + file
    }

    private init(start: UInt, count: Int, _ line: UInt) {
        (self.start, self.count, self.line) = (start, UInt32(clamping: count), UInt32(clamping: line))
    }

    private static let kept = Mutex<[String: (start: UInt, count: Int)]>([:])

    /// Empty if it is not kept.
    var file: String {
        String(
            decoding: UnsafeBufferPointer(start: UnsafePointer<UInt8>(bitPattern: start), count: Int(count)),
            as: UTF8.self)
    }
}

/// The numbers of the sites of a recording, from 1, in the order of their first steps.
struct SiteNumbers {
    static let limit = 10_000
    static let lengthLimit = 256

    /// By file and line.
    private var numbers: [String: Int] = [:]
    /// The number of snapshots before each was last written; nil if it was not.
    private var written: [Int?] = []
    private var snapshots = 0
    /// By the address of the name, and the line: most steps come from few lines, and to make and hash a text takes longer.
    private var recent = [(start: UInt, line: UInt32, number: UInt32)](repeating: (0, 0, 0), count: 256)

    /// Nil above the limits, so that no app can fill the memory.
    mutating func number(of site: DispatchSite) -> Int? {
        let slot = Int((site.start >> 4 ^ UInt(site.line)) & 255)
        let last = recent[slot]
        if last.start == site.start, last.line == site.line, last.number > 0 { return Int(last.number) }
        let file = site.file
        guard !file.isEmpty, file.utf8.count <= Self.lengthLimit else { return nil }
        let name = "\(file):\(site.line)"
        if numbers[name] == nil {
            guard numbers.count < Self.limit else { return nil }
            written.append(nil)
            numbers[name] = written.count
        }
        let number = numbers[name]!
        recent[slot] = (site.start, site.line, UInt32(number))
        return number
    }

    /// The line to write before the step after step `seq`; nil if the site was written since the last snapshot.
    func line(of number: Int, _ site: DispatchSite, after seq: Int, _ at: Moment) -> [UInt8]? {
        if written[number - 1] == snapshots { return nil }
        return LineWriter.line(.site(Site(seq: seq, at: at, number: number, file: site.file, line: Int(site.line))))
    }

    mutating func wasWritten(_ number: Int) { written[number - 1] = snapshots }

    /// A reader that starts at a snapshot finds its sites after it.
    mutating func noteSnapshot() { snapshots += 1 }
}
