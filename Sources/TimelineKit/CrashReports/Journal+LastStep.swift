package import TimelineJournal

extension Journal {
    /// The last step whose reducer returned, by the run's status page; nil where there is no page.
    package var pageCount: Int? { StatusPage.lastReduced(beside: lastFile, session: header.session) }

    /// Whether the reducer returned from the last step; nil where nothing tells. Then the step must not be run again: it may
    /// be the one that ended the app.
    package var isLastReduced: Bool? {
        let last = index.last
        if unreturned == last { return false }
        // An end stands after all reducers have returned, and a page that is there tells of each step; a state that was put
        // in needs no reducer; and a snapshot of the last step was taken after its reducer returned.
        let isKnown =
            index.end != nil || pageCount != nil || last == index.first
            || index.checkpoints.last(atOrBefore: last)?.seq == last
            || header.bundle?.lastSeq == last && header.bundle?.lastReduced == true
        return isKnown ? true : nil
    }
}
