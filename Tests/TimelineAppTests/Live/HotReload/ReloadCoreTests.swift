import Testing
import TimelineKit
import TimelineTestSupport

@testable import TimelineLive

/// The tests set the time.
struct ReloadCoreTests {
    private var core = ReloadCore<Total>(file: "state.json")

    /// A description of the decision.
    private mutating func read(_ text: String?, live: Int, at milliseconds: Int) -> String? {
        let decision = core.read(
            text.map { Array($0.utf8) }, live: Total(count: live), now: .milliseconds(milliseconds))
        return switch decision {
        case nil: nil
        case .set(let state): "set \(state.count)"
        case .readAgain(let delay): "read again after \(delay)"
        case .report(let problem): "\(problem)"
        }
    }

    private static let problem =
        "state.json, line 1, column 10: expected a value, found the end. The state is unchanged; save the file again."

    private static let again = "read again after 0.255 seconds"

    @Test mutating func aTextThatRemainsBadIsReportedOnce() {
        #expect(read(#"{"count":"#, live: 0, at: 0) == Self.again)
        #expect(read(#"{"count":"#, live: 0, at: 249) == nil)
        #expect(read(#"{"count":"#, live: 0, at: 250) == Self.problem)
        #expect(read(#"{"count":"#, live: 0, at: 500) == nil)
        #expect(read(#"{"count":3}"#, live: 0, at: 501) == "set 3")
    }

    @Test mutating func aPartialSaveIsNotReported() {
        #expect(read(#"{"coun"#, live: 0, at: 0) == Self.again)
        #expect(read(#"{"count":"#, live: 0, at: 249) == Self.again)
        #expect(read(#"{"count":"#, live: 0, at: 498) == nil)
        #expect(read(#"{"count":3}"#, live: 0, at: 499) == "set 3")
    }

    @Test mutating func aTextThatTheAppWroteIsNotASave() {
        core.didWrite(Array(#"{"count":1}"#.utf8), Total(count: 1))
        #expect(read(#"{"count":1}"#, live: 2, at: 0) == nil)
        #expect(core.needsWrite(Total(count: 2)))
        #expect(!core.needsWrite(Total(count: 1)))
    }

    @Test mutating func theTextBeforeABadOneIsASave() {
        core.didWrite(Array(#"{"count":1}"#.utf8), Total(count: 1))
        #expect(read("x", live: 1, at: 0) == Self.again)
        #expect(!core.needsWrite(Total(count: 2)))
        #expect(read(#"{"count":1}"#, live: 2, at: 10) == "set 1")
    }

    @Test mutating func aMissingFileIsWrittenWithTheNextChange() {
        core.didWrite(Array(#"{"count":1}"#.utf8), Total(count: 1))
        #expect(read(nil, live: 1, at: 0) == nil)
        #expect(core.needsWrite(Total(count: 1)))
        #expect(core.text == nil)
    }
}
