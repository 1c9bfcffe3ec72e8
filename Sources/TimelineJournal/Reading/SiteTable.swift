internal import TimelineSystem

/// The sites of a timeline. A number with two meanings has none.
package struct SiteTable: Sendable {
    private var sites: [Int: Site?] = [:]

    package init() {}

    /// Reads all segments once, and parses the lines that are no step, snapshot, mark or other line with `seq`.
    package init(of segments: [Segment]) throws(JournalError) {
        for segment in segments {
            var blocks = LineBlocks(ahead: segment.source)
            do throws(FileError) {
                while let block = try blocks.next() {
                    if block.isTorn { continue }
                    for range in block.lines where !block.bytes[range].starts(with: Self.common) {
                        if case .site(let site)? = try? LineParser.parse(Array(block.bytes[range])) { add(site) }
                    }
                }
            } catch {
                throw .unreadable(error)
            }
        }
    }

    private static let common = Array("{\"seq\":".utf8)

    package mutating func add(_ site: Site) {
        if let known = sites[site.number], known != site { return sites[site.number] = .some(nil) }
        sites[site.number] = site
    }

    package var isEmpty: Bool { sites.isEmpty }

    package subscript(step step: Step) -> Site? { step.site.flatMap { sites[$0] ?? nil } }
}
