@testable import TimelineKit
@testable import TimelineReplay

/// A search in a journal finds what a full reading finds, or throws.
///
/// An input that begins with `s` is a script for `ScriptedJournal`. Any other is a journal; a record separator (0x1E) divides
/// it into segments. The first reads of the search are short, so that it searches short journals too.
enum FuzzSeeking: Fuzzer {
    static func test(_ bytes: [UInt8]) throws {
        let parts =
            bytes.first == UInt8(ascii: "s")
            ? ScriptedJournal(bytes.dropFirst().prefix(120)).segments
            : bytes.split(separator: 0x1E, maxSplits: 2, omittingEmptySubsequences: false).map(Array.init)
        let seed = bytes.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF_FFFF }
        let segments = try parts.enumerated().map { try Segment(name: "run-00000\($0 + 1).jsonl", source: $1) }
        guard let searched = try? Journal(name: "run", segments: segments, stride: 96 + bytes.count % 64)
        else { return }
        guard let whole = try? Journal(name: "run", segments: segments) else {
            return Fuzzing.require(false, "a full reading fails where a search does not")
        }
        do throws(JournalError) { try whole.requireSound() } catch {
            return try queriesThrowOnly(error, searched, whole, seed)
        }
        Fuzzing.require(searched.header == whole.header, "the header")
        Fuzzing.require((searched.first, searched.last) == (whole.first, whole.last), "the ends")
        Fuzzing.require((searched.lastAt, searched.unreturned) == (whole.lastAt, whole.unreturned), "the last step")
        for seq in positions(in: whole, seed) { try expectSame(seq, searched, whole) }
    }

    /// Three of nine positions of a journal, which may be before its first and after its last. Another input has others.
    private static func positions(in whole: Journal, _ seed: Int) -> [Int] {
        let length = whole.last - whole.first
        let all = [-1, 0, 1, 2, length / 2, length > 0 ? seed % length : 0, length - 1, length, length + 1]
        return [seed, seed / 9, seed / 81].map { whole.first + all[$0 % 9] }
    }

    private static func expectSame(_ seq: Int, _ searched: Journal, _ whole: Journal) throws {
        func place(_ checkpoint: Checkpoint?) -> [String] {
            checkpoint.map {
                ["\($0.seq) \($0.at) \($0.isSet) \($0.isLate)", "\($0.place.segment) \($0.place.byte)"]
            } ?? []
        }
        let before = try (searched.checkpoint(atOrBefore: seq), whole.checkpoint(atOrBefore: seq))
        Fuzzing.require(place(before.0) == place(before.1), "the state at or before \(seq): \(before)")
        let after = try (searched.checkpoint(after: seq), whole.checkpoint(after: seq))
        Fuzzing.require(place(after.0) == place(after.1), "the state after \(seq): \(after)")
        let from = try (searched.snapshot(from: seq), whole.snapshot(from: seq))
        Fuzzing.require(place(from.0) == place(from.1), "the snapshot from \(seq): \(from)")
        if let (own, other) = before.0.flatMap({ own in before.1.map { (own, $0) } }) {
            Fuzzing.require(try searched.state(at: own) == whole.state(at: other), "the state before \(seq)")
            let lines = try (
                steps(of: searched.lines(after: own), from: own.seq + 1),
                steps(of: whole.lines(after: other), from: own.seq + 1)
            )
            Fuzzing.require(lines.0 == lines.1, "the steps after the state before \(seq)")
        }
        let lines = try (
            steps(of: searched.lines(fromStep: seq), from: seq), steps(of: whole.lines(fromStep: seq), from: seq)
        )
        Fuzzing.require(lines.0 == lines.1, "the steps from \(seq)")
        let at = try (searched.moment(of: seq), whole.moment(of: seq))
        Fuzzing.require(at.0 == at.1, "the moment of \(seq): \(at)")
        let step = try (searched.step(at: at.1), whole.step(at: at.1))
        Fuzzing.require(step.0 == step.1, "the step at \(at.1): \(step)")
    }

    private static func steps(of lines: JournalReader, from seq: Int) throws -> [[UInt8]] {
        var lines = lines
        var steps: [[UInt8]] = []
        while let line = try lines.next() {
            switch line.content {
            case .step(let step) where step.seq >= seq: steps.append(line.bytes)
            case .gap(let gap) where gap.through >= seq: steps.append(line.bytes)
            default: break
            }
        }
        return steps
    }

    /// In a damaged journal, a query may succeed if it reads no damaged line. Otherwise it throws the error of a full reading.
    private static func queriesThrowOnly(
        _ damage: JournalError, _ searched: Journal, _ whole: Journal, _ seed: Int
    ) throws {
        let queries: [(Int) throws -> Void] = [
            { if let own = try searched.checkpoint(atOrBefore: $0) { _ = try searched.state(at: own) } },
            {
                if let own = try searched.checkpoint(after: $0) {
                    _ = try steps(of: searched.lines(after: own), from: 0)
                }
            },
            { _ = try searched.snapshot(from: $0) }, { _ = try steps(of: searched.lines(fromStep: $0), from: 0) },
            { _ = try searched.step(at: searched.moment(of: $0)) }, { _ in _ = try searched.index.marks },
        ]
        for seq in positions(in: whole, seed) {
            for (number, query) in queries.enumerated() {
                do { try query(seq) } catch let error as JournalError {
                    Fuzzing.require(error == damage, "query \(number) at \(seq): \(error), not \(damage)")
                }
            }
        }
    }
}
