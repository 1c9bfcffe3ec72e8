import Foundation
import Testing
import TimelineTestSupport

@Suite(.ownThreads)
struct ViewCommandTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox(["run.jsonl": Recorded.run, "digest.py": Self.digest]) }

    private func view(_ arguments: String...) throws -> Finished { try sandbox.run(["view"] + arguments) }

    @Test func aPageIsOnePrivateFileThatLoadsNothing() throws {
        #expect(try view("run.jsonl").status == 0)
        let page = try sandbox.read("run.html")
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(sandbox.folder)/run.html")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(
            page.contains(
                "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'sha256-"))
        for part in ["http://", "https://", " src=", "url(", "@import", "<link", "<iframe"] {
            #expect(!page.contains(part), "\(part)")
        }
    }

    @Test func theSameRecordingGivesTheSameBytes() throws {
        let one = try view("run.jsonl", "-o", "-").output
        #expect(try view("run.jsonl", "-o", "-").output == one)
        #expect(one.hasSuffix("</html>\n"))
    }

    /// The SHA-256 of the data of a page, unpacked. The compressed bytes depend on the version of zlib.
    private static let digest = """
        import base64, hashlib, re, sys, zlib
        digest = hashlib.sha256()
        for id, data in re.findall('<script type="text/plain" id="([^"]*)">([^<]*)<', open(sys.argv[1]).read()):
            if id != 'code': digest.update(id.encode() + zlib.decompress(base64.b64decode(data), -15))
        print(digest.hexdigest())
        """

    @Test(arguments: [
        ("unread-below-zero", "5890cf99211bfe6e8c95094530d4a95a613163a12396df73b0f778aa947aa23e"),
        ("wrong-details", "08994d557d99afda34446fc029885c41c305f95b08a183945a6b894f89f73be9"),
        ("trap-while-filtered", "d4cd9af4760266fd8f7c1a6fd79a82ba55d7aa1cbc679d91784fa58fbd6b06bf"),
        ("full", "c9edc8187bb060c1e648f0b6ac411bb87e0dfb6b90ca01464150774ab7d73e14"),
    ])
    func theDataOfAFixtureIsTheSameOnEveryMachine(_ name: String, _ digest: String) throws {
        #expect(try sandbox.shell("cp '\(Sandbox.fixtures)/\(name)'.jsonl* .") == Finished())
        #expect(try sandbox.shell("timeline view \(name).jsonl").status == 0)
        #expect(try sandbox.shell("python3 digest.py \(name).html").output == digest + "\n")
    }
}
