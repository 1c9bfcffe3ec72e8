import Testing

@testable import TimelineTool

struct ProgramSearchTests {
    private func search(
        _ name: String = "counter", named: String? = nil, variable: String? = nil,
        folders: [String] = ["/one", "/two"],
        there: String...
    ) -> ProgramSearch.Result {
        ProgramSearch(
            name: name, named: named, variable: variable, folders: folders, isExecutable: { there.contains($0) }
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

    @Test func thePathIsSearchedInItsOrderAndThenWhatIsBuilt() {
        let (debug, release) = (".build/debug/counter-timeline", ".build/release/counter-timeline")
        #expect(search(there: "/two/counter-timeline", "/one/counter-timeline") == .found("/one/counter-timeline"))
        #expect(search(there: debug, "/two/counter-timeline") == .found("/two/counter-timeline"))
        #expect(search(there: debug, release) == .found(release))
        #expect(search(there: debug) == .found(debug))
        #expect(search(there: "/one/counter") == .missing(lookedIn: ["counter-timeline on the PATH", release, debug]))
    }

    @Test(arguments: ["", "../counter", "a/b", "a b", "a.b", "é", "a\n"])
    func aNameThatCouldLeadElsewhereIsNotLookedFor(_ name: String) {
        let result = ProgramSearch(name: name, folders: ["/one"], isExecutable: { _ in true }).result()
        #expect(result == .missing(lookedIn: ["nowhere: the name is not made of letters, digits, - and _"]))
    }
}
