import Testing
import TimelineTestSupport

@testable import TimelineKit
@testable import TimelineReplay

/// The line `took` of reducers of a millisecond or more.
@Suite(.ownThreads)
struct ReducerTimeTests {
    private let folder = TemporaryFolder()
    private let clock = Cell(Moment.zero)

    private func advance(_ microseconds: Int64) {
        clock.store(Moment(microseconds: clock.load().microseconds + microseconds))
    }

    private func lines(_ body: (Recorder<Total, TotalAction>) -> Void) throws -> [String] {
        let recorder = Recorder<Total, TotalAction>(
            program: "counter", version: "1", initialState: Total(), in: .file(folder.file()),
            options: RecorderOptions(snapshots: .every(1_000_000)),
            run: RunIdentity(
                session: "0c8b", started: "2026-11-21T04:31:05.123456Z", now: { [clock] in clock.load() }))
        body(recorder)
        recorder.finish()
        var (found, lines): ([String], JournalReader) = ([], try Journal(opening: folder.file()).sound().lines())
        while let line = try lines.next() { if case .took = line.content { found.append(line.content.facts) } }
        return found
    }

    @Test func onlySlowReducersAreTimed() throws {
        let found = try lines { recorder in
            var state = Total()
            for time in [0, 999, 1000, 8_500, 16_001, 999] as [Int64] {
                let reducer = recorder.recording { (state: inout Total, action: TotalAction) in
                    advance(time)
                    reduceTotal(&state, action)
                }
                reducer(&state, .add(by: 1))
                advance(50_000)
            }
        }
        #expect(found == ["3 0.101999 took 0.001000", "4 0.160499 took 0.008500", "5 0.226500 took 0.016001"])
        let slow = try Journal(opening: folder.file()).index.slow
        #expect(slow.slowest.map(\.seq) == [5, 4, 3] && slow.over8 == 2 && slow.over16 == 1)
    }

    /// The line would come after the next step, and what the inner reducer took is not the outer one's alone.
    @Test func theReducerOfAnActionThatDispatchesIsNotTimed() throws {
        let found = try lines { recorder in
            let outer = recorder.begin(.add(by: 1))
            advance(2000)
            let inner = recorder.begin(.add(by: 2))
            advance(3000)
            recorder.commit(inner, Total())
            advance(2000)
            recorder.commit(outer, Total())
        }
        #expect(found == ["2 0.005000 took 0.003000"])
    }
}
