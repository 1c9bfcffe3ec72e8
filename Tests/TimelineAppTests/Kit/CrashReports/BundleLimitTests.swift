import Synchronization
import Testing
@testable import TimelineKit
@testable import TimelineReplay
import TimelineTestSupport

struct BundleLimitTests {
    private func adding(_ count: Int) throws -> Journal {
        try Journal(lines: counterLines("=0" + String(repeating: " +", count: count)))
    }

    @Test func overTheLimitABacktraceKeepsItsInnermostFrames() throws {
        let journal = try adding(60)
        let backtrace = Backtrace(fault: "trap", frames: (0..<100).map { .init(symbol: "call\($0)") })
        func bundle(_ limit: Int = .max) throws -> CrashBundle {
            try CrashBundle(
                of: journal, program: TotalProgram(), last: 50, limit: limit,
                ending: .init(signal: "SIGILL", exitStatus: 132, backtrace: backtrace))
        }
        func kept(_ bundle: CrashBundle) throws -> Backtrace? {
            try Journal(bytes: bundle.bytes).header.bundle?.backtrace
        }
        let whole = try bundle()
        #expect(try kept(whole) == backtrace)
        // A backtrace that fits is kept whole.
        #expect(try bundle(whole.bytes.count).bytes == whole.bytes)

        let limit = whole.bytes.count - 500
        let cut = try bundle(limit)
        #expect(cut.bytes.count <= limit && cut.states > 20)
        #expect(try kept(cut) == backtrace.cut(to: limit / 4))

        // The last step takes precedence over the backtrace.
        let bare = try CrashBundle(
            of: journal, program: TotalProgram(), last: 1, ending: .init(signal: "SIGILL", exitStatus: 132))
        let confirmation = sealed(#"{"seq":60,"at":6.000000,"state":{"count":60}}"#).utf8.count
        let least = bare.bytes.count + #","asked":50"#.utf8.count - confirmation
        for limit in least..<least + 120 {
            let small = try bundle(limit)
            #expect(small.states >= 1 && small.bytes.count <= limit, "limit \(limit)")
        }
        #expect(try kept(bundle(least)) == nil)
        #expect(throws: BundleError.tooLarge(bytes: least, limit: least - 1)) {
            try bundle(least - 1)
        }
    }

    @Test func aLastStepOfUnknownStatusIsNotReduced() throws {
        let program = TotalProgram { state, action in
            if state.count == 4 { Issue.record("a step that may have trapped is reduced") }
            reduceTotal(&state, action)
        }
        let bundle = try CrashBundle(of: adding(5), program: program, last: 2, isLastStepKnown: false)
        let text = String(decoding: bundle.bytes, as: UTF8.self)
        #expect(text.drop { $0 != "\n" }.dropFirst() == sealed(counterLines("=3@3 + + =4@4")))
        let journal = try Journal(bytes: bundle.bytes).sound()
        #expect(journal.header.bundle == BundleNote(states: 2, lastSeq: 5, lastReduced: nil))
    }

    @Test func cuttingALongTimelineReducesEachStepFewTimes() throws {
        let reduced = Atomic(0)
        let journal = try adding(5_000)
        let program = TotalProgram { state, action in
            reduced.add(1, ordering: .relaxed)
            reduceTotal(&state, action)
        }
        let bundle = try CrashBundle(of: journal, program: program, last: 5_000, limit: 100_000)
        #expect(bundle.bytes.count > 99_900)
        #expect(bundle.bytes.count <= 100_000)
        #expect(reduced.load(ordering: .relaxed) < 3 * 5_000)
    }

    @Test func aHugeGapTakesNoMemory() throws {
        let last = 1 << 53
        let journal = try Journal(
            #"{"seq":0,"at":0.000000,"state":{"count":0}}"#,
            #"{"seq":1,"at":1.000000,"gap":{"through":\#(last - 1),"why":"full"}}"#,
            #"{"seq":\#(last - 1),"at":2.000000,"state":{"count":7}}"#,
            #"{"seq":\#(last),"at":3.000000,"action":{"add":{"by":1}}}"#)
        let whole = try CrashBundle(of: journal, program: TotalProgram(), last: .max)
        #expect(whole.states == last)
        let bundle = try CrashBundle(of: journal, program: TotalProgram(), last: .max, limit: whole.bytes.count - 100)
        #expect(bundle.first == last - 1)
    }
}
