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
        ("unread-below-zero", "77f5cefa7ee667cfd3abddd9dd0ee15cc7be20da3d480d7f1bb5b7e9b95954ed"),
        ("wrong-details", "95f5e9aca252a25703839ff662a4a7d494caec0fcced9ef53964eb00dda33f0a"),
        ("trap-while-filtered", "8e1e8e6bbdf1debe764be81495d97e3877ff65eb3945feae0e0be7fc94a1867c"),
        ("full", "6e743a4dd17688c7dd49d3de0de7ad95ac86dfed5c54a18319d1e880c4b6bdac"),
    ])
    func theDataOfAFixtureIsTheSameOnEveryMachine(_ name: String, _ digest: String) throws {
        #expect(try sandbox.shell("cp '\(Sandbox.fixtures)/\(name)'.jsonl* .") == Finished())
        #expect(try sandbox.shell("timeline view \(name).jsonl").status == 0)
        #expect(try sandbox.shell("python3 digest.py \(name).html").output == digest + "\n")
    }
}
