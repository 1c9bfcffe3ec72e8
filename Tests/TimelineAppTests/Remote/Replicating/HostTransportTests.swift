import Foundation
import Testing
import TimelineKit
import TimelineStore
import TimelineTestPrograms
import TimelineTestSupport

@testable import TimelineLive
@testable import TimelineRemote

/// How the folders of a replica and of its host come to hold the same logs.
@Suite(.ownThreads)
struct HostTransportTests {
    private let run: HostRun<CounterProgram>
    private let problems = Notes()

    init() throws {
        let folder = TemporaryFolder()
        run = try HostRun(
            CounterProgram(), at: .unixSocket(path: folder.file("host")), isSharing: true, folder: folder,
            tokenFile: folder.file("host.token"))
    }

    private func join(_ id: String?, _ url: String? = nil, folder: String = "mine") async throws -> HostTransport {
        try await HostTransport.join(
            try #require(RemoteAddress(url ?? run.place.url)), run.folder.file(folder), id, RemoteClient.Timeouts(),
            onProblem: { [problems] problem in problems.note("\(problem.kind.rawValue): \(problem)") })
    }

    private func log(_ folder: String, _ name: String) -> String? {
        try? text(of: run.folder.file("\(folder)/\(name).jsonl"))
    }

    @Test func `logs that grow, are cut or are replaced arrive, in both directions`() async throws {
        let transport = try await join("lap")
        #expect(log("mine", "desk") == log("shared", "desk"))
        #expect(await !transport.flush(within: .zero))
        var random = Seed()
        var texts = ["lap": "", "other": ""]
        for _ in 0..<Harness.count(small: 8, full: 200) {
            for name in ["lap", "other"] {
                var text = texts[name]!
                if Int.random(in: 0..<3, using: &random) == 0 { text = String(text.prefix(text.count / 2)) }
                for _ in 0...Int.random(in: 0...50_000, using: &random) {
                    text += ["a", "é", "€", "😀", "\"", "\n", "\\"].randomElement(using: &random)!
                }
                text += "\n"
                texts[name] = text
                try transport.folder.put(Array(text.utf8), as: name)
                if name == "other" {
                    try text.write(toFile: run.folder.file("shared/other.jsonl"), atomically: true, encoding: .utf8)
                }
            }
            #expect(await transport.flush(within: .seconds(20)), "\(random)")
            #expect(log("shared", "lap") == texts["lap"], "\(random)")
            #expect(await wait { log("mine", "other") == texts["other"] }, "\(random)")
        }
        #expect(problems.all == [])
        transport.finish()
        await run.host.finish()
    }

    @Test func `a text is cut between characters, and nothing is sent that is not UTF-8`() {
        let log = Array("aé€😀\n".utf8)
        var parts: [String] = []
        while let upload = ReplicaRequest.Upload(of: log, from: parts.joined().utf8.count, limit: 4) {
            parts.append(upload.text)
        }
        #expect(parts == ["aé", "€", "😀", "\n"])
        #expect(ReplicaRequest.Upload(of: [0x61, 0xFF, 0x0A], from: 0) == nil)
        #expect(ReplicaRequest.Upload(of: [UInt8](repeating: 0x80, count: 9), from: 0, limit: 4) == nil)
    }

    @Test func `an id belongs to the folder that joined with it, until its replica has left`() async throws {
        let first = try await join("lap")
        await #expect(throws: ReplicaError(.host, "the app refused: another process is the replica \"lap\" (409)")) {
            _ = try await join("lap", folder: "other")
        }
        // A replica that was killed finds it there.
        #expect(try text(of: run.folder.file("mine/.lap.lock")) == first.claim.client)
        let numbered = try await [join(nil, folder: "one"), join(nil, folder: "two")]
        #expect(numbered.map(\.claim.id) == [ReplicaFolder.defaultID(1), ReplicaFolder.defaultID(2)])
        numbered[0].finish()
        await numbered[0].waitForEnd(within: .seconds(20))
        #expect(try await join(nil, folder: "three").claim.id == ReplicaFolder.defaultID(1))
        #expect(problems.all == [])
        withExtendedLifetime(first) {}
        await run.host.finish()
    }

    @Test(arguments: [
        #"{"../x":{"bytes":1,"checksum":""}}"#, #"{"x":{"bytes":-1,"checksum":""}}"#,
        #"{"x":{"bytes":268435457,"checksum":""}}"#,
        "{\((0...256).map { number in "\"x\(number)\":{\"bytes\":1,\"checksum\":\"\"}" }.joined(separator: ","))}",
    ])
    func `a host that lists what no replica writes, or too much, is refused`(files: String) async throws {
        let body = "{\"files\":\(files)}"
        let host = try UnresponsiveHost(at: run.folder.file("other")) { _ in
            Array("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
        }
        try TokenFile.write(RemoteToken(), to: run.folder.file("other.token"))
        let reason = "the peer at \(host.url) is not a timeline host: it lists logs that no replica writes, or too many"
        await #expect(throws: ReplicaError(.host, reason)) { _ = try await join("lap", host.url) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: run.folder.file("mine")) == [".lap.lock"])
        await run.host.finish()
    }
}
