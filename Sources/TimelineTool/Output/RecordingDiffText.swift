internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

/// Where the actions of two recordings part, and where their states do.
struct RecordingDiffText {
    private let journals: [Journal]
    private let names: [String]
    private let steps: [StepSequence]
    private let alignment: Alignment
    /// The number of steps at the beginning that are the same in both.
    private let begin: Int

    /// Of the steps that one recording alone has, this many are shown.
    private static let limit = 10

    init(_ journals: [Journal], _ names: [String]) throws(JournalError) {
        self.journals = journals
        self.names = names.map { Layout.visible($0) }
        var bar = ProgressBar("Reading")
        defer { bar.finish() }
        steps = try journals.map { (journal) throws(JournalError) in
            try StepSequence(journal) { bar.update($0, of: journal.bytes) }
        }
        let headers = journals.map(\.header)
        // A bundle has steps of its recording, with their numbers.
        alignment =
            headers[0].session == headers[1].session && headers.contains { $0.bundle != nil }
            ? Alignment(steps[0].numbers, steps[1].numbers) : Alignment(steps[0].fingerprints, steps[1].fingerprints)
        begin = alignment.runs.first.map { $0.one + $0.other == 0 ? $0.count : 0 } ?? 0
    }

    /// The first position of both, if it is the same, and the positions after steps that are the same.
    var pairs: some Sequence<StateComparison.Pair> {
        let (one, other) = (steps[0].numbers, steps[1].numbers)
        let first = journals[0].first == journals[1].first ? [(one: journals[0].first, other: journals[1].first)] : []
        let same = alignment.runs.lazy.flatMap { run in
            (0..<run.count).lazy.map { (one: one[run.one + $0], other: other[run.other + $0]) }
        }
        return [AnySequence(first), AnySequence(same)].joined()
    }

    private var pairCount: Int { alignment.count + (journals[0].first == journals[1].first ? 1 : 0) }

    /// The steps that each has alone where the actions first part, and the first of both after them.
    private var parting: (only: [Range<Int>], again: StateComparison.Pair?)? {
        let next = alignment.runs.dropFirst(begin > 0 ? 1 : 0).first
        let ends = next.map { [$0.one, $0.other] } ?? steps.map(\.numbers.count)
        if begin == ends[0], begin == ends[1] { return nil }
        return (ends.map { begin..<$0 }, next.map { (steps[0].numbers[$0.one], steps[1].numbers[$0.other]) })
    }

    private var only: [Int] { steps.map { $0.numbers.count - alignment.count } }

    private func shown(_ range: Range<Int>, of side: Int) throws(JournalError) -> [Step] {
        var found: [Step] = []
        for number in steps[side].numbers[range].prefix(Self.limit) {
            if let step = try journals[side].step(number) { found.append(step) }
        }
        return found
    }

    private func place(_ pair: StateComparison.Pair) -> String {
        pair.one == pair.other
            ? "step \(pair.one)" : "step \(pair.one) of \(names[0]) and step \(pair.other) of \(names[1])"
    }

    // MARK: - Text

    func actions() throws(JournalError) -> [String] {
        var lines: [String] = []
        if let (ranges, again) = parting {
            lines.append(
                begin == 0
                    ? "The actions part at the first step:"
                    : "The first \(Layout.count(begin, "step")) \(begin == 1 ? "has" : "have") the same actions. Then they part:"
            )
            for (side, sign) in ["-", "+"].enumerated() {
                let style = side == 0 ? Style.bad : Style.good
                for step in try shown(ranges[side], of: side) {
                    lines.append(style(sign) + StepText.line(step, width: StandardOutput.columns - 1, showsCause: true))
                }
                let more = ranges[side].count - Self.limit
                if more > 0 { lines.append("\(style(sign))      and \(Layout.count(more, "more step"))") }
            }
            lines.append(again.map { "They are the same again from \(place($0))." } ?? "No later step is the same.")
            lines.append(
                """
                In all, \(Layout.count(alignment.count, "step")) \(alignment.count == 1 ? "is" : "are") the same; \
                \(Layout.grouped(only[0])) only in \(names[0]) (-), \(Layout.grouped(only[1])) only in \(names[1]) (+).
                """)
        } else {
            lines.append(begin == 0 ? "Neither has steps." : "Both have the same \(Layout.count(begin, "step")).")
        }
        if alignment.wasCut {
            lines.append("More steps may be the same: they differ in so many that the search for them was cut short.")
        }
        for (steps, name) in zip(steps, names) where steps.missing > 0 {
            lines.append(
                "\(Layout.count(steps.missing, "step")) of \(name) \(steps.missing == 1 ? "is" : "are") not on file.")
        }
        return lines
    }

    func states(_ found: StateComparison, usesProgram: Bool) throws(JournalError) -> [String] {
        var lines: [String] = []
        if let (at, one, other) = found.difference {
            let isSame = begin > 0 && at.one <= steps[0].numbers[begin - 1] && steps.allSatisfy { $0.missing == 0 }
            let isFirst = at.one == journals[0].first && at.other == journals[1].first
            let start = (found.equals.last?.one ?? journals[0].first - 1) + 1
            let areEncoded = try read(start...at.one, of: 0).opaque == nil
            let same = isSame && areEncoded ? ", although the actions up to it are the same" : ""
            let files = "(\(names[0]) → \(names[1]))"
            lines.append(
                isFirst
                    ? "The states before the first step differ \(files):"
                    : "The states differ after \(place(at))\(same) \(files):")
            lines += DifferenceText.lines(JSONDifference(from: one, to: other), indent: 2)
            if !isFirst { lines.append(before(at, found.equals.last)) }
            if isSame, let equal = found.equals.last { lines.append(try reason(at, since: equal)) }
        } else if found.count == 0 {
            lines.append("No states could be compared.")
        } else if alignment.count == 0 {
            lines.append("Their first states are equal.")
        } else {
            let all = found.count == pairCount
            lines.append(
                """
                The states after the same steps are equal: \
                \(all ? "all \(Layout.grouped(found.count))" : "\(Layout.grouped(found.count)) of \(Layout.grouped(pairCount))") \(found.count == 1 ? "was" : "were") compared.
                """)
        }
        if let stop = found.stop {
            lines.append("The states after that were not compared: \(Layout.visible("\(stop)"))")
        }
        for (seq, name) in zip([found.divergences.one, found.divergences.other], names) {
            guard let seq else { continue }
            lines.append(
                """
                Replay disagrees with the state that \(name) has after step \(seq), so it was recorded by a reducer other \
                than this one, or one that is not pure.
                """)
        }
        if !usesProgram { lines.append("Only states on file were compared: --program PATH replays the others.") }
        return lines
    }

    /// When the states were last known to be equal.
    private func before(_ at: StateComparison.Pair, _ equal: StateComparison.Pair?) -> String {
        guard let equal else { return "No states before that could be compared." }
        let gap = pairs.drop { $0.one <= equal.one }.first { _ in true }
        return "They are equal after \(place(equal))" + (gap?.one == at.one ? "." : ", and not known between.")
    }

    /// Why states may differ although the actions up to them are the same.
    private func reason(_ at: StateComparison.Pair, since equal: StateComparison.Pair) throws(JournalError) -> String {
        let range = equal.one + 1...at.one
        let (opaque, generated) = try read(range, of: 0)
        if try generated != read(equal.other + 1...at.other, of: 1).generated {
            return "The generated values of \(Layout.steps(range)) are not the same."
        }
        if let opaque {
            return "The action of step \(opaque) could not be encoded, so it may not be the same in both."
        }
        let versions = journals.map { Layout.visible($0.header.version) }
        return versions[0] == versions[1]
            ? "Both were recorded by version \(versions[0]): its reducer was changed without a new version, or is not pure."
            : "\(names[0]) was recorded by version \(versions[0]), and \(names[1]) by version \(versions[1])."
    }

    /// The first of these steps whose action could not be encoded, and a hash of the values that they generated.
    private func read(_ range: ClosedRange<Int>, of side: Int) throws(JournalError) -> (opaque: Int?, generated: Int) {
        var (opaque, hasher) = (Int?.none, Hasher())
        var lines = try journals[side].lines(fromStep: range.lowerBound)
        while let line = try lines.next() {
            switch line.content {
            case .step(let step) where step.seq > range.upperBound: return (opaque, hasher.finalize())
            case .step(let step) where range.contains(step.seq):
                if case .opaque = step.change { opaque = opaque ?? step.seq }
            case .generated(let value) where range.contains(value.seq):
                value.value.withBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
            default: continue
            }
        }
        return (opaque, hasher.finalize())
    }

    // MARK: - JSON

    func json(_ found: StateComparison) throws(JournalError) -> JSON {
        let parting = try parting.map { (parting) throws(JournalError) in
            let steps = [try shown(parting.only[0], of: 0), try shown(parting.only[1], of: 1)]
            return (counts: parting.only.map(\.count), steps: steps, again: Self.pair(parting.again))
        }
        return Self.fields.json((self, found, parting))
    }

    typealias Parting = (counts: [Int], steps: [[Step]], again: [Int]?)

    static let fields: Fields<(text: Self, found: StateComparison, parting: Parting?)> = """
        begin\({ $0.text.begin }): count // The number of steps that are the same at the beginning.
        same\({ $0.text.alignment.count }): count // The number of steps that are the same in all.
        only\({ $0.text.only }): counts // The numbers of steps that each has alone.
        cut?\({ $0.text.alignment.wasCut }): true // The search for more that is the same was cut short.
        missing?\({ $0.text.steps.contains { $0.missing > 0 } ? $0.text.steps.map(\.missing) : [] }): counts // The numbers of steps that are missing from each file.
        parting\({ $0.parting }, """
            counts\({ $0.counts })
            steps\({ $0.steps }): [[step] + {"maxItems": 10}, 2] // The steps of each, up to ten.
            again\({ $0.again }): pair | null // The steps from which they are the same again; null if there are none.
            """) | null // Where the actions part; null if they do not.
        states\({ $0 }, """
            compared\({ $0.found.count }): count // The number of pairs of states that were compared.
            of\({ $0.text.pairCount }): count // The number of pairs that could be.
            difference\({ $0.found.difference == nil ? nil : $0.found }, """
                after\({ pair($0.difference?.at) }): pair // The steps after which the states differ.
                equal\({ pair($0.equals.last) }): pair | null // The steps after which they were last equal; null if they never were.
                diff\({ $0.difference.map { JSONDifference(from: $0.one, to: $0.other).patch } }): patch
                """) | null // The first difference; null if there is none.
            diverged?\({ $0.found.divergences == (nil, nil) ? [] : [$0.found.divergences.one, $0.found.divergences.other] }): [seq | null, 2] // The steps after which replay differs from each recording; null where it does not.
            stop?\({ $0.found.stop.map { "\($0)" } }): text // Why later states were not compared.
            """)
        """

    private static func pair(_ pair: StateComparison.Pair?) -> [Int]? { pair.map { [$0.one, $0.other] } }
}
