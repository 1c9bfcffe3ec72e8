import Testing
import TimelineTestSupport

@Suite(.ownThreads)
struct TranscriptTests {
    @Test(arguments: Transcript.all)
    func everyCommandPrintsWhatItsPageShows(_ transcript: Transcript) throws { try transcript.check() }

    @Test func thePagesAreFound() { #expect(Transcript.all.count > 200) }
}
