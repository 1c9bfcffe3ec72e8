package import TimelineKit
package import TimelineReplay

package struct TimelinePlace: Codable, Equatable, Sendable {
    /// In messages: a path or, of several segments in a folder with other timelines, `folder/STEM-*.jsonl`.
    package let name: String
    package let files: [String]

    package init(name: String, files: [String]) { (self.name, self.files) = (name, files) }

    /// Of a damaged timeline, opens what can be read on both sides of the damage.
    package func open(unpacker: (any Unpacker)?) throws(JournalError) -> (journal: Journal, salvage: Salvage?) {
        let journal =
            files == ["-"]
            ? try Journal(opening: "-", unpacker: unpacker, parsesAll: true)
            : try Journal(opening: files, name: name, unpacker: unpacker, parsesAll: true)
        guard try journal.index.damageCount > 0 else { return (journal, nil) }
        do throws(JournalError) {
            let salvage = try Salvage(of: journal)
            return (try Journal(salvage), salvage)
        } catch {
            if case .nothingToSave = error { try journal.requireSound() }
            throw error
        }
    }

    package func header(unpacker: (any Unpacker)?) throws(JournalError) -> Header {
        try Segment.all(at: files[0], unpacker)[0].header()
    }
}
