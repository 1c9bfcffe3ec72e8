import EpisodesCore
import TimelineKit
import TimelineReplay
import TimelineTestSupport

/// A recording of the example with its actions hidden among many random ones, as a person might have tapped on the way.
///
/// The random actions are valid where they come: they change the list and its search, refresh, open screens and close them. They
/// open no episode with comments, and only where no other screen is open, so that they neither show a bug nor hide one.
struct HiddenBug {
    private let program = EpisodesProgram()
    private var random: Seed
    private var state: EpisodesState
    private var bytes: [UInt8]
    private var seq = 0
    /// The new numbers of the recorded steps.
    private var numbers: [Int: Int] = [:]
    /// The new ids of the recorded screens.
    private var screens: [Int: Int] = [0: 0]

    /// - Parameters:
    ///   - count: The number of steps.
    ///   - opened: The most screens that random actions open.
    /// - Returns: The timeline.
    static func timeline(hiding recording: String, in count: Int, opening opened: Int, seed: Seed) throws -> [UInt8] {
        let journal = try Journal(opening: recording)
        var steps: [(Step, [GeneratedValue])] = []
        var lines = try journal.lines(fromStep: 1)
        while let line = try lines.next() {
            switch line.content {
            case .step(let step): steps.append((step, []))
            case .generated(let value): steps[steps.count - 1].1.append(value)
            default: continue
            }
        }
        var hidden = HiddenBug(journal.header, seed)
        for (index, (step, values)) in steps.enumerated() {
            let noise = count * (index + 1) / steps.count - hidden.seq - 1
            let places = Set(
                (0..<opened / steps.count).map { _ in Int.random(in: 0..<max(1, noise), using: &hidden.random) })
            for place in 0..<max(0, noise) { hidden.addRandom(opens: places.contains(place)) }
            try hidden.add(step, values)
        }
        return hidden.bytes
    }

    private init(_ header: Header, _ seed: Seed) {
        random = seed
        state = program.initialState
        bytes = LineWriter.header(
            Header(
                session: "0f0e1f6a-3c5d-4e90-8c8b-1a527a354b6b", program: header.program, version: header.version,
                started: header.started, platform: ["os": "Linux"],
                other: [.init(key: "requires", value: ["generated"])], hasChecksums: true))
        bytes += LineWriter.line(
            .snapshot(
                Snapshot(seq: 0, at: .zero, state: JSONText((try? JSONCoding.encode(state).value) ?? .null))))
    }

    private mutating func add(_ step: Step, _ values: [GeneratedValue]) throws {
        guard case .action(let text) = step.change else { return }
        var action = try JSONCoding.decode(EpisodesAction.self, from: text)
        switch action {
        case .screen(let id, let inner): action = .screen(id: screens[id] ?? id, action: inner)
        case .wentBack(let id): action = .wentBack(to: screens[id] ?? id)
        default: break
        }
        let before = (state.lastScreen, screens.count)
        try write(action, from: step.from, cause: step.cause.flatMap { numbers[$0] }, values)
        numbers[step.seq] = seq
        if state.lastScreen > before.0 { screens[before.1] = state.lastScreen }
    }

    private mutating func addRandom(opens: Bool) {
        let words = ["", "harbour", "night", "rick", "a", "low water"]
        let isRoot = state.screens.count == 1
        let action: EpisodesAction
        switch Int.random(in: 0..<4, using: &random) {
        case _ where opens && isRoot:
            action =
                Bool.random(using: &random) ? .settingsTapped : .episodeTapped(id: .random(in: 4...6, using: &random))
        case _ where state.screens.count == 2 && !screens.values.contains(state.lastScreen): action = .wentBack(to: 0)
        case 0: action = .searchChanged(text: words.randomElement(using: &random) ?? "")
        case 1: action = .refreshTapped
        case 2: action = .refreshProgressed(fraction: Double(Int.random(in: 0...4, using: &random)) / 4)
        default: action = .moreTapped
        }
        try? write(action, from: "user", cause: nil, [])
    }

    private mutating func write(
        _ action: EpisodesAction, from: String?, cause: Int?, _ values: [GeneratedValue]
    ) throws {
        seq += 1
        let at = Moment(microseconds: Int64(seq) * 1000)
        let text = try JSONCoding.encode(action)
        bytes += LineWriter.step(Step(seq: seq, at: at, change: .action(text), from: from, cause: cause))
        for value in values {
            bytes += LineWriter.line(.generated(GeneratedValue(seq: seq, at: at, name: value.name, value: value.value)))
        }
        // The step that crashes is the last.
        guard case .screen(_, .deleteTapped) = action else { return program.reduce(&state, action) }
    }
}
