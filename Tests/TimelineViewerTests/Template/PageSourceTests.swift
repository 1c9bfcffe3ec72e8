import Foundation
import TestSupport
import Testing

@testable import TimelineViewer

struct PageSourceTests {
    private static let folder = URL(filePath: Fixture.folder).appending(path: "../Sources/TimelineViewer/Page")
        .standardizedFileURL

    private static func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    @Test func theScriptHoldsEveryModuleOfTheFolder() throws {
        func list(_ name: String) throws -> [String] { try Self.text(name).split(separator: "\n").map(String.init) }
        #expect(try PageSource.modules.map(\.name) == list("modules.txt"))
        #expect(try PageSource.liveModules.map(\.name) == list("live-modules.txt"))
        let listed = try list("modules.txt") + list("live-modules.txt")
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(Set(listed) == Set(files.filter { $0.hasSuffix(".js") }))
    }

    /// The modules become one script.
    @Test func namesAtTheTopLevelAreDistinct() throws {
        var owners: [String: String] = [:]
        for (module, bytes) in PageSource.modules + PageSource.liveModules {
            for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
                #expect(
                    !line.hasPrefix("const {") && !line.hasPrefix("const ["),
                    "\(module): each name on a line of its own")
                let words = line.replacing("export ", with: "").split {
                    !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "$"
                }
                guard let first = line.first, first != " ",
                    let name = words.dropFirst().first(where: { $0 != "function" }),
                    ["class", "const", "let", "function", "async"].contains(words[0])
                else { continue }
                #expect(owners.updateValue(module, forKey: String(name)) == nil, "\(name) of \(module)")
            }
        }
        #expect(owners.count > 50)
    }

    @Test func aModuleHasAtMost300Lines() {
        for (module, bytes) in PageSource.modules + PageSource.liveModules {
            #expect(bytes.count { $0 == UInt8(ascii: "\n") } <= 300, "\(module)")
        }
    }

    @Test func theCodeOfAPageHasAtMost120KB() {
        let count = PageSource.template.utf8.count + PageSource.style.utf8.count + PageSource.script.utf8.count
        #expect(count <= 120_000)
    }

    @Test func aTemplateIsWrittenWithoutQuotesAndLineBreaks() {
        let template = """
            <p class="quiet" id="a-1" title="Two words" aria-label="1, 2">A “word”</p>
            <!--live-->
            <!--data-->
            <br>

            """
        let lines = PageSource.compactTemplate(template).split(separator: "\n")
        #expect(
            lines == [
                "<p class=quiet id=a-1 title=\"Two words\" aria-label=\"1, 2\">A “word”</p>", "<!--live-->",
                "<!--data-->", "<br>",
            ])
    }

    @Test func aStyleIsWrittenWithoutSpace() {
        let style = """
            :root { --a: 1px; --b: calc(1px + 2px); }
            @media (min-width: 1px) {
              a b:hover, c { color: red; margin: 0 auto; }
            }
            """
        #expect(
            PageSource.compactStyle(style)
                == ":root{--a:1px;--b:calc(1px + 2px)}@media (min-width:1px){a b:hover,c{color:red;margin:0 auto}}")
    }

    @Test func theScriptContainsNoImportsAndNoEndOfAnElement() {
        let lines = PageSource.script.split(separator: "\n")
        #expect(lines.filter { $0.hasPrefix("import ") || $0.hasPrefix("export ") } == [])
        for part in ["</script", "<!--", "innerHTML", "eval(", "http://", "https://"] {
            #expect(!PageSource.script.contains(part), "\(part)")
        }
        #expect(!PageSource.style.contains("</style"))
        #expect(!PageSource.style.contains("url("))
    }
}
