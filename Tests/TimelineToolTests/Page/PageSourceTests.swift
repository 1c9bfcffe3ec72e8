import Testing

@testable import TimelineTool

struct PageSourceTests {
    @Test func theScriptContainsNoImportsNoExportsAndNoLinesOfComments() {
        for script in [PageSource.script, PageSource.liveScript] {
            let lines = script.split(separator: "\n")
            #expect(lines.filter { $0.hasPrefix("import ") || $0.hasPrefix("export ") } == [])
            #expect(lines.filter { $0.contains(/^ *(\/\/|\/\*|\*)/) } == [])
            #expect(lines.count > 3_000)
        }
    }

    @Test func whatIsNotInflatedHasNoEndOfAnElement() {
        for part in ["</script", "<!--"] { #expect(!PageSource.loader.contains(part), "\(part)") }
        for part in ["</style", "url("] { #expect(!PageSource.style.contains(part), "\(part)") }
    }
}
