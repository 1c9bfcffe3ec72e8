import Foundation
import Testing
import TimelineTestSupport

/// The article's commands for installing the tool work, in a folder that replaces the root of the machine.
@Suite(.ownThreads)
struct InstallationTests {
    /// The shell commands of the article, without those that build: the tests were built already.
    private static func script(root: String) throws -> String {
        let article = "Sources/TimelineTool/TimelineTool.docc/InstallingTheTool.md"
        let section = try String(contentsOf: Repository.url.appending(path: article), encoding: .utf8)
        let blocks = section.split(separator: "```sh\n").dropFirst().compactMap { $0.split(separator: "```").first }
        #expect(blocks.count == 2)
        return blocks.joined().split(separator: "\n")
            .filter { !$0.hasPrefix("swift build") && !$0.hasPrefix("#") }.joined(separator: "\n")
            .replacing("sudo ", with: "").replacing(".build/release/timeline", with: "$(command -v timeline)")
            .replacing("/usr/local", with: "\(root)/local").replacing("~", with: "\(root)/home")
    }

    @Test func theToolAndItsCompletionsAreInstalled() throws {
        let workplace = try Workplace()
        let root = workplace.folder.path
        let install = try workplace.run(
            "set -e; mkdir -p local/bin; \(Self.script(root: root)); local/bin/timeline --version")
        #expect(install.output == "0.1.0\n")
        #expect(install.status == 0)
        let completions = try workplace.run(
            "bash -c 'source home/.local/share/bash-completion/completions/timeline; complete -p timeline'")
        #expect(completions.output == "complete -o filenames -F _timeline timeline\n")
        let first = try workplace.run(
            "head -n 1 local/share/zsh/site-functions/_timeline; grep -c bisect home/.config/fish/completions/timeline.fish"
        )
        #expect(first.output.hasPrefix("#compdef timeline\n"))
        #expect(first.status == 0)
    }
}
