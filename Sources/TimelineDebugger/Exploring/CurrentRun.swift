internal import TimelineKit

/// The run that a search reduces, in memory that outlives its process: the steps that are those of the recording, from its first on, and
/// the others, each with its action if that was changed.
package struct CurrentRun {
    /// Enough for a run of thousands of steps after another one than the recorded.
    static let size = 1 << 15

    let progress: ReplayProgress
    private enum Word { static let number = 0, steps = 1, recording = 2, count = 3, end = 4, first = 5 }
    private var words: UnsafeMutableBufferPointer<Int64> { progress.others }

    var number: Int { Int(words[Word.number]) }
    /// That the search reduced before the last one.
    var steps: Int { Int(words[Word.steps]) }

    func begin(_ number: Int, recording: Int, asRecorded count: Int) {
        (words[Word.number], words[Word.recording], words[Word.count]) = (Int64(number), Int64(recording), Int64(count))
        words[Word.end] = Int64(Word.first)
    }

    func append(_ step: PlannedStep, isAsRecorded: Bool, after steps: Int = 0) {
        words[Word.steps] = Int64(steps)
        if isAsRecorded {
            words[Word.count] += 1
            return
        }
        let (place, text) = (Int(words[Word.end]), step.change?.text.bytes ?? [])
        let end = place + 3 + (text.count + 7) / 8
        guard place > 0, end <= words.count else {
            words[Word.end] = -1
            return
        }
        (words[place], words[place + 1]) = (Int64(step.step), Int64(step.cause ?? -1))
        words[place + 2] = Int64(text.count)
        UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: words[(place + 3)...])).copyBytes(from: text)
        words[Word.end] = Int64(end)
    }

    /// Through the step that was reduced last; nil if the run is too long to be noted.
    func run<P: Program>(of corpus: Corpus<P>) -> ExploredRun? {
        guard words[Word.end] > 0, let last = progress.seq else { return nil }
        let recording = Int(words[Word.recording])
        var items = Array(ExploredRun(recording, of: corpus).items.prefix(Int(words[Word.count])))
        var place = Word.first
        while place < words[Word.end] {
            let count = Int(words[place + 2])
            let text = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: words[(place + 3)...])).prefix(count)
            let cause = words[place + 1]
            let action = count == 0 ? nil : JSONText(unchecked: text)
            items.append(.init(step: Int(words[place]), action: action, cause: cause < 0 ? nil : Int(cause)))
            place += 3 + (count + 7) / 8
        }
        return ExploredRun(recording: recording, Array(items.prefix(last + 1)))
    }
}
