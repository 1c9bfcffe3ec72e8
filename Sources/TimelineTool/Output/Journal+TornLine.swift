internal import TimelineJournal

extension Journal {
    /// A line that is torn at the end of a segment which others follow. The recorder found no room for it, and went on in
    /// the next; were a step missing there, that would be damage.
    var tornBeforeEnd: Damage? {
        guard let torn = index.torn, torn != tornSegment, !index.isCut, torn.file != files.last?.name else {
            return nil
        }
        return torn
    }
}
