import TestHarness
import Testing
import TimelineJournal

@testable import TimelineTool

@Suite(.ownThreads)
struct ProgramSearchTests {
    private func search(
        _ name: String = "counter", named: String? = nil, variable: String? = nil,
        folders: [String] = ["/one", "/two"],
        there: String...
    ) -> ProgramSearch.Result {
        ProgramSearch(
            name: ProgramName(name), named: named, variable: variable, folders: folders,
            isExecutable: { there.contains($0) }
        ).result()
    }

    @Test func theOptionComesFirst() {
        #expect(search(named: "/a", variable: "/b", there: "/a", "/b", "/one/counter-timeline") == .found("/a"))
        #expect(search(named: "/a", variable: "/b", there: "/b") == .missing(lookedIn: ["/a (--program)"]))
    }

    @Test func theVariableComesSecond() {
        #expect(search(variable: "/b", there: "/b", "/one/counter-timeline") == .found("/b"))
        #expect(
            search(variable: "/b", there: "/one/counter-timeline") == .missing(lookedIn: ["/b (TIMELINE_PROGRAM)"]))
        #expect(search(variable: "", there: "/one/counter-timeline") == .found("/one/counter-timeline"))
    }

    @Test func thePathIsSearchedInItsOrder() {
        #expect(search(there: "/two/counter-timeline", "/one/counter-timeline") == .found("/one/counter-timeline"))
        #expect(search(there: "/one/counter") == .missing(lookedIn: ["counter-timeline on the PATH"]))
    }

    /// The working folder may come from someone else.
    @Test func executablesInTheBuildFolderAreListedAndNeverFound() {
        let (debug, release) = (".build/debug/counter-timeline", ".build/release/counter-timeline")
        #expect(search(there: debug, "/two/counter-timeline") == .found("/two/counter-timeline"))
        #expect(
            search(there: debug, release)
                == .missing(lookedIn: ["counter-timeline on the PATH"], built: [release, debug]))
        #expect(search(there: debug) == .missing(lookedIn: ["counter-timeline on the PATH"], built: [debug]))
        #expect(search(variable: "/b", there: debug) == .missing(lookedIn: ["/b (TIMELINE_PROGRAM)"]))
    }

    @Test(arguments: ["", "../counter", "a/b", "a b", "a.b", "é", "a\n", "Counter", "a_b", "-a"])
    func anInvalidProgramNameIsNotSearched(_ name: String) {
        let result = ProgramSearch(name: ProgramName(name), folders: ["/one"], isExecutable: { _ in true }).result()
        #expect(
            result
                == .missing(lookedIn: [
                    "nowhere: a program's name must be 1 to 64 lower-case letters, digits and hyphens, beginning with a "
                        + "letter or a digit"
                ]))
    }
}
