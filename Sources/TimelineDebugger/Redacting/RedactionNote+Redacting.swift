internal import TimelineJSON
internal import TimelineKit

extension RedactionNote {
    /// The paths in states and in actions, as far as they can be used: a header may be anybody's.
    var paths: (state: HiddenPaths, actions: HiddenPaths) {
        func usable(_ texts: [String]) -> HiddenPaths {
            (try? HiddenPaths(texts.filter { (try? HiddenPaths([$0])) != nil })) ?? .none
        }
        return (usable(state), usable(actions))
    }

    /// Both notes in one, for a journal that was redacted again.
    func adding(_ other: RedactionNote) -> RedactionNote {
        func both(_ one: [String], _ more: [String]) -> [String] { one + more.filter { !one.contains($0) } }
        return RedactionNote(
            marked: marked || other.marked, state: both(state, other.state), actions: both(actions, other.actions),
            marks: marks || other.marks)
    }
}
