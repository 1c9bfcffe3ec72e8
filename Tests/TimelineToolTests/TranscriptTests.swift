import Testing
import TimelineTestSupport

@Suite(.ownThreads)
struct TranscriptTests {
    @Test(arguments: Transcript.all)
    func everyCommandPrintsWhatItsPageShows(_ transcript: Transcript) throws { try transcript.check() }

    @Test func eachHeadingOfAPageIsASectionWithCommands() {
        #expect(!Transcript.pages.isEmpty)
        for (page, text) in Transcript.pages {
            let sections = Transcript.all.filter { $0.page == page }
            #expect(sections.count == text.matches(of: #/^## /#.anchorsMatchLineEndings()).count, "\(page)")
            #expect(!sections.isEmpty && sections.allSatisfy { !$0.commands.isEmpty }, "\(page)")
        }
    }
}
