import Synchronization
import Testing
import TimelineJSON
import TimelineJournal
import TimelineTestHarness
import TimelineTestSupport

@testable import TimelineKit

struct BundleLimitTests {
    private func adding(_ count: Int) throws -> Journal {
        try Journal(lines: counterLines("=0" + String(repeating: " +", count: count)))
    }

    private func header(_ note: String) -> String {
        #"{"timeline":1,"session":"s","program":"counter","version":"1","started":"t","segment":1,"platform":null,"bundle":"#
            + note + "}"
    }

    @Test func overTheLimitTheHeaderHasTheRequestedNumberOfSteps() throws {
        let journal = try adding(5)
        let two = try CrashBundle(of: journal, program: CounterProgram(), last: 2)
        let bundle = try CrashBundle(
            of: journal, program: CounterProgram(), last: 4, limit: two.bytes.count + #","asked":4"#.utf8.count)
        #expect(
            String(decoding: bundle.bytes, as: UTF8.self)
                == sealed(
                    [header(#"{"states":2,"asked":4,"last":{"seq":5,"reduced":true}}"#)]
                        + counterLines("=3@3 + + =5")))
    }

    @Test func overTheLimitABacktraceKeepsItsInnermostFrames() throws {
        let journal = try adding(60)
        let backtrace = Backtrace(fault: "trap", frames: (0..<100).map { .init(symbol: "call\($0)") })
        func bundle(_ limit: Int = .max) throws -> CrashBundle {
            try CrashBundle(
                of: journal, program: CounterProgram(), last: 50, limit: limit,
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
            of: journal, program: CounterProgram(), last: 1, ending: .init(signal: "SIGILL", exitStatus: 132))
        let confirmation = sealed(#"{"seq":60,"at":6.000000,"state":{"count":60}}"#).utf8.count
        let least = bare.bytes.count + #","asked":50"#.utf8.count - confirmation
        for limit in least..<least + 120 {
            let small = try bundle(limit)
            #expect(small.states == 1 && small.bytes.count <= limit, "limit \(limit)")
        }
        #expect(try kept(bundle(least)) == nil)
        #expect(throws: BundleError.tooLarge(file: journal.name, bytes: least, limit: least - 1)) {
            try bundle(least - 1)
        }
    }

    @Test func aLastStepOfUnknownStatusIsNotReduced() throws {
        let program = CounterProgram { state, action in
            if state.count == 4 { Issue.record("a step that may have trapped is reduced") }
            reduceCounter(&state, action)
        }
        let bundle = try CrashBundle(
            of: adding(5), program: program, last: 2, isLastStepKnown: false)
        #expect(
            String(decoding: bundle.bytes, as: UTF8.self)
                == sealed([header(#"{"states":2,"last":{"seq":5}}"#)] + counterLines("=3@3 + =4 +")))
        let journal = try Journal(bytes: bundle.bytes)
        try journal.requireSound()
        #expect(journal.header.bundle == BundleNote(states: 2, lastSeq: 5, lastReduced: nil))
    }

    /// The size of a bundle of the last `count` steps without the confirming state.
    private func leanSize(_ journal: Journal, _ count: Int, of asked: Int) throws -> Int {
        let bundle = try CrashBundle(of: journal, program: InboxProgram(), last: count)
        let lines = bundle.bytes.split(separator: UInt8(ascii: "\n"))
        guard case .snapshot(let last)? = try Journal(bytes: bundle.bytes).lastLine(), last.seq == 30 else {
            return bundle.bytes.count
        }
        let note = count < asked ? #","asked":\#(asked)"#.utf8.count : 0
        return bundle.bytes.count - lines.last!.count - 1 + note
    }

    @Test(arguments: [UInt64(1), 2, 3])
    func aBundleIsTheLongestThatFits(seed: UInt64) throws {
        print("seed \(seed)")
        var generator = Seed(seed)
        let lines = try (1...30).map { seq in
            let action = String(decoding: try JSONCoding.encode(InboxAction.random(&generator)).bytes, as: UTF8.self)
            return #"{"seq":\#(seq),"at":\#(seq).000000,"action":\#(action)}"#
        }
        let first = #"{"seq":0,"at":0.000000,"state":{"unread":0,"names":[],"tags":[],"counts":{}}}"#
        let journal = try Journal(of: "inbox", lines: [first] + lines)
        let sizes = try (1...20).map { try leanSize(journal, $0, of: 20) }
        for limit in stride(from: 100, to: 4000, by: 97) {
            let longest = sizes.lastIndex { $0 <= limit }.map { $0 + 1 }
            let made = try? CrashBundle(of: journal, program: InboxProgram(), last: 20, limit: limit)
            #expect(made?.states == longest, "limit \(limit)")
            #expect(made?.bytes.count ?? 0 <= limit)
        }
    }

    @Test func cuttingALongTimelineReducesEachStepFewTimes() throws {
        let reduced = Atomic(0)
        let journal = try adding(5_000)
        let program = CounterProgram { state, action in
            reduced.add(1, ordering: .relaxed)
            reduceCounter(&state, action)
        }
        let bundle = try CrashBundle(of: journal, program: program, last: 5_000, limit: 100_000)
        #expect(bundle.bytes.count > 99_900)
        #expect(bundle.bytes.count <= 100_000)
        #expect(reduced.load(ordering: .relaxed) < 3 * 5_000)
    }

    @Test func theFirstFittingStateIsFoundAfterManyLargeOnes() throws {
        // The list is long until step 900, and empty after.
        let program = InboxProgram { state, _ in
            state.unread += 1
            state.names = state.unread < 900 ? Array(repeating: "a long name", count: 1000) : []
        }
        let first = #"{"seq":0,"at":0.000000,"state":{"unread":0,"names":[],"tags":[],"counts":{}}}"#
        let lines = (1...1000).map { #"{"seq":\#($0),"at":\#($0).000000,"action":{"allRead":{}}}"# }
        let journal = try Journal(of: "inbox", lines: [first] + lines)
        let bundle = try CrashBundle(of: journal, program: program, last: 990, limit: 12_000)
        #expect(bundle.first == 900)
        #expect(bundle.states == 100)
    }

    @Test func fewStatesAreEncodedIfManyAreTooLarge() throws {
        let lines = (1...2_000).map { #"{"seq":\#($0),"at":1.000000,"action":1}"# }
        let journal = try Journal(of: "weight", lines: [#"{"seq":0,"at":0.000000,"state":0}"#] + lines)
        let bundle = try CrashBundle(of: journal, program: WeightProgram(), last: 1_999, limit: 10_000)
        #expect(bundle.first == 1_990)
        #expect(Weight.encoded.load(ordering: .relaxed) < 100)
    }

    @Test func aHugeGapTakesNoMemory() throws {
        let last = 1 << 53
        let journal = try Journal(
            #"{"seq":0,"at":0.000000,"state":{"count":0}}"#,
            #"{"seq":1,"at":1.000000,"gap":{"through":\#(last - 1),"why":"full"}}"#,
            #"{"seq":\#(last - 1),"at":2.000000,"state":{"count":7}}"#,
            #"{"seq":\#(last),"at":3.000000,"action":{"add":{"by":1}}}"#)
        let whole = try CrashBundle(of: journal, program: CounterProgram(), last: .max)
        #expect(whole.states == last)
        let bundle = try CrashBundle(
            of: journal, program: CounterProgram(), last: .max, limit: whole.bytes.count - 100)
        #expect(bundle.first == last - 1)
    }

    @Test func theLimitsOfThePresets() {
        let presets: [BundleDestination] = [.github, .sentry, .jira, .crashlytics, .bugsnag]
        #expect(presets.map(\.maxBytes) == [25_000_000, 20_000_000, 10_485_760, 64_000, 1_000_000])
        #expect(presets.map(\.fileExtension) == ["txt", "jsonl", "jsonl", "jsonl", "jsonl"])
    }
}

/// A number whose encoding is large below 1,990.
private struct Weight: Codable, Equatable {
    static let encoded = Atomic(0)
    var number: Int

    init(number: Int) { self.number = number }

    init(from decoder: any Decoder) throws { number = try decoder.singleValueContainer().decode(Int.self) }

    func encode(to encoder: any Encoder) throws {
        Self.encoded.add(1, ordering: .relaxed)
        var container = encoder.singleValueContainer()
        try container.encode(number < 1_990 ? String(repeating: "#", count: 20_000) : String(number))
    }
}

private struct WeightProgram: Program {
    let name = "weight"
    let version = "1"
    let initialState = Weight(number: 0)

    func reduce(_ state: inout Weight, _ action: Int) { state.number += action }
}

extension Journal {
    /// The last line.
    fileprivate func lastLine() throws -> Line? {
        var found: Line?
        var lines = lines()
        while let line = try lines.next() { found = line.content }
        return found
    }
}
