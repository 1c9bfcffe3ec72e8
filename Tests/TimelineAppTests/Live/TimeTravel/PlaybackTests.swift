import Testing

@testable import TimelineLive

struct PlaybackTests {
    private let start = Duration.seconds(1000)
    private let second: Int64 = 1_000_000

    @Test func theIdleLimitAppliesBeforeTheSpeed() {
        var playback = Playback(speed: 2, idleLimit: .seconds(3), now: start)
        var due: [Duration?] = []
        for at in [second, 101 * second, 103 * second, 500 * second] {
            due.append(playback.due(at))
            playback.shown(at)
        }
        let expected: [Duration] = [.milliseconds(500), .seconds(2), .seconds(3), .milliseconds(4500)]
        #expect(due == expected.map { start + $0 })
    }

    @Test func aPauseTakesNoRecordedTime() {
        var playback = Playback(now: start)
        playback.shown(0)
        playback.pause(now: start + .milliseconds(400))
        playback.pause(now: start + .seconds(50))
        #expect(playback.isPaused)
        #expect(playback.due(second) == nil)
        playback.resume(now: start + .seconds(100))
        playback.resume(now: start + .seconds(200))
        #expect(!playback.isPaused)
        #expect(playback.due(second) == start + .seconds(100) + .milliseconds(600))
    }

    @Test func aChangeOfSpeedAppliesFromNow() {
        var playback = Playback(now: start)
        playback.shown(0)
        playback.change(speed: 4, now: start + .seconds(2))
        #expect(playback.speed == 4)
        #expect(playback.due(10 * second) == start + .seconds(4))
        playback.change(speed: 0.5, now: start + .seconds(3))
        #expect(playback.due(10 * second) == start + .seconds(11))
    }

    @Test func aChangeOfSpeedOrAJumpDuringAPauseAppliesFromItsEnd() {
        var playback = Playback(now: start)
        playback.pause(now: start + .seconds(1))
        playback.change(speed: 2, now: start + .seconds(5))
        #expect(playback.due(3 * second) == nil)
        playback.resume(now: start + .seconds(10))
        #expect(playback.due(3 * second) == start + .seconds(11))

        playback.pause(now: start + .seconds(12))
        playback.jumped(to: 50 * second, now: start + .seconds(13))
        playback.resume(now: start + .seconds(20))
        #expect(playback.due(52 * second) == start + .seconds(21))
    }

    @Test func timesAfterAJumpStartThere() {
        var playback = Playback(speed: 2, now: start)
        playback.shown(second)
        playback.jumped(to: 100 * second, now: start + .seconds(7))
        #expect(playback.due(104 * second) == start + .seconds(9))
        playback.jumped(to: 0, now: start + .seconds(8))
        #expect(playback.due(4 * second) == start + .seconds(10))
    }

    @Test func extremeTimesDoNotTrap() {
        var playback = Playback(speed: 0.001, idleLimit: .seconds(Int64.max), now: start)
        #expect(playback.due(8_999_999_999_999_999_999) == start + .nanoseconds(1 << 61))
        playback.change(speed: 1e300, now: start + .seconds(1_000_000))
        #expect(playback.due(8_999_999_999_999_999_999) != nil)
    }
}
