import TestSupport
import Testing

import TimelineKit
@testable import TimelineLive
import TimelineLive

/// Every test holds the clock.
struct ReloadCoreTests {
    private var core = ReloadCore<Counter>(file: "state.json")

    /// A decision in short.
    private mutating func read(_ text: String?, live: Int, at milliseconds: Int, isOpen: Bool = false) -> String? {
        let decision = core.read(
            text.map { Array($0.utf8) }, live: Counter(count: live), now: .milliseconds(milliseconds), isOpen: isOpen)
        return switch decision {
        case nil: nil
        case .set(let state): "set \(state.count)"
        case .lookAgain: "look again"
        case .report(let problem): "\(problem)"
        }
    }

    private static let told =
        "state.json, line 1, column 10: expected a value, found the end. The state stays as it was; save the file again."

    @Test mutating func aTextIsToldOfOnceWhenItStaysBad() {
        #expect(read(#"{"count":"#, live: 0, at: 0) == "look again")
        #expect(read(#"{"count":"#, live: 0, at: 99) == nil)
        #expect(read(#"{"count":"#, live: 0, at: 100) == Self.told)
        #expect(read(#"{"count":"#, live: 0, at: 500) == nil)
        #expect(read(#"{"count":3}"#, live: 0, at: 501) == "set 3")
    }

    @Test mutating func halfOfASaveIsNotToldOf() {
        #expect(read(#"{"count":"#, live: 0, at: 0) == "look again")
        #expect(read(#"{"count":"#, live: 0, at: 100, isOpen: true) == "look again")
        #expect(read(#"{"count":3}"#, live: 0, at: 300) == "set 3")
    }

    @Test mutating func whatWasWrittenIsNoSave() {
        core.wrote(Array(#"{"count":1}"#.utf8), Counter(count: 1))
        #expect(read(#"{"count":1}"#, live: 2, at: 0) == nil)
        #expect(core.isDue(Counter(count: 2)))
        #expect(!core.isDue(Counter(count: 1)))
    }

    @Test mutating func theTextFromBeforeABadOneIsASaveLikeAnyOther() {
        core.wrote(Array(#"{"count":1}"#.utf8), Counter(count: 1))
        #expect(read("x", live: 1, at: 0) == "look again")
        #expect(!core.isDue(Counter(count: 2)))
        #expect(read(#"{"count":1}"#, live: 2, at: 10) == "set 1")
    }

    @Test mutating func aFileThatIsGoneIsWrittenWithTheNextChange() {
        core.wrote(Array(#"{"count":1}"#.utf8), Counter(count: 1))
        #expect(read(nil, live: 1, at: 0) == nil)
        #expect(core.isDue(Counter(count: 1)))
        #expect(core.text == nil)
    }

    @Test mutating func aStrayTextIsTakenAndIsDue() {
        core.wrote(Array(#"{"count":1}"#.utf8), Counter(count: 1))
        guard
            case .set(let state) = core.readStray(
                Array(#"{"count":5}"#.utf8), live: Counter(count: 1), now: .zero)
        else {
            Issue.record("it is set")
            return
        }
        #expect(state == Counter(count: 5))
        #expect(core.isDue(Counter(count: 5)))
    }
}
