import Foundation
import TestHarness
import Testing

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
        ("unread-below-zero", "cbb9669cb443ad4a1aff39e39ef21819d1a477aabc6e605bffa78dc80061f5d1"),
        ("wrong-details", "d19f4b2cf237dd928cec693e1d911ce8decbb743a3eef701a5ffd5d342474995"),
        ("trap-while-filtered", "96027ff3dd9f38a183a554d87baa77a250330482491a6294c37dd8ddcd47a36a"),
        ("full", "6e743a4dd17688c7dd49d3de0de7ad95ac86dfed5c54a18319d1e880c4b6bdac"),
    ])
    func theDataOfAFixtureIsTheSameOnEveryMachine(_ name: String, _ digest: String) throws {
        #expect(try sandbox.shell("cp '\(Sandbox.fixtures)/\(name)'.jsonl* .") == Finished())
        #expect(try sandbox.shell("timeline view \(name).jsonl").status == 0)
        #expect(try sandbox.shell("python3 digest.py \(name).html").output == digest + "\n")
    }
}
