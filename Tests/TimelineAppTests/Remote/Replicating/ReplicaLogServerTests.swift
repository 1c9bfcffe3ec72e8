import Foundation
import Testing
import TimelineKit
import TimelineStore
import TimelineTestPrograms
import TimelineTestSupport

@testable import TimelineLive
@testable import TimelineRemote

/// The `/replicas` endpoint of a host whose app has a replica.
@Suite(.ownThreads)
struct ReplicaLogServerTests {
    private let run: HostRun<CounterProgram>
    private let client: RemoteClient
    private let shared: String

    init() throws { try self.init(isReadOnly: false) }

    private init(isReadOnly: Bool, isSharing: Bool = true, limits: HostLimits = HostLimits()) throws {
        run = try HostRun(CounterProgram(), isReadOnly: isReadOnly, isSharing: isSharing, limits: limits)
        shared = run.folder.file("shared")
        client = try run.client()
    }

    private static func request(
        _ id: String = "lap", by client: String = "one", text: String? = nil, from: Int = 0, leaves: Bool? = nil
    ) -> ReplicaRequest {
        ReplicaRequest(id: id, client: client, upload: text.map { .init(from: from, text: $0) }, leaves: leaves)
    }

    private func summary(_ name: String) throws -> ReplicaFolder.Summary {
        ReplicaFolder.Summary(Array(try text(of: "\(shared)/\(name).jsonl").utf8)[...])
    }

    private func files() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: shared).sorted() }

    @Test func `lists all logs, sends them from any byte, and stores the log of the client`() async throws {
        try "no\n".write(toFile: "\(shared)/No.jsonl", atomically: true, encoding: .utf8)
        var client = client
        #expect(try await client.replicas(Self.request()) == ["desk": try summary("desk")])
        let log = Array(try text(of: "\(shared)/desk.jsonl").utf8)
        for from in [0, 7, log.count, log.count + 9] {
            #expect(try await client.replicaLog("desk", from: from) == Array(log.dropFirst(from)))
        }
        // A line that has not ended is stored, and not listed.
        #expect(try await client.replicas(Self.request(text: "one\nha"))["lap"]?.bytes == 4)
        for _ in 1...2 {
            // A request that is repeated has no second effect.
            let files = try await client.replicas(Self.request(text: "lf\n", from: 6))
            #expect(try text(of: "\(shared)/lap.jsonl") == "one\nhalf\n")
            #expect(files == ["desk": try summary("desk"), "lap": try summary("lap")])
        }
        _ = try await client.replicas(Self.request(text: "é\n", from: 4))
        #expect(try text(of: "\(shared)/lap.jsonl") == "one\né\n")
        _ = try await client.replicas(Self.request(text: "new\n"))
        #expect(try text(of: "\(shared)/lap.jsonl") == "new\n")
        #expect(FileStatus("\(shared)/lap.jsonl")?.permissions == 0o600)
        await run.host.finish()
    }

    @Test func `refuses other files, invalid ids and uploads that do not fit`() async throws {
        var client = client
        let none = "a replica passes the name= of a log, and its first byte as from="
        for (name, from) in [("../file", 0), ("No", 0), ("", 0), (".desk.lock", 0), ("desk", -1)] {
            #expect(
                await refusal { _ = try await client.replicaLog(name, from: from) }
                    == .refused(status: 400, reason: none))
        }
        let missing = await refusal { _ = try await client.replicaLog("lap", from: 0) }
        #expect(
            "\(missing!)".contains("the log cannot be read: cannot open \(shared)/lap.jsonl: no such file or directory")
        )
        for id in ["../x", "Lap", "", "lap.jsonl"] {
            #expect(
                await refusal { _ = try await client.replicas(Self.request(id, text: "x\n")) }
                    == .refused(
                        status: 400,
                        reason:
                            "\"\(id)\" cannot be the id of a replica: use 1 to 64 lower-case letters, digits and hyphens"
                    ))
        }
        #expect(
            await refusal {
                _ = try await client.replicas(Self.request(by: String(repeating: "c", count: 65)))
            } == .refused(status: 400, reason: "\"client\" must be a name of 1 to 64 bytes"))
        for from in [4, -1, .max] {
            #expect(
                await refusal { _ = try await client.replicas(Self.request(text: "x\n", from: from)) }
                    == .refused(status: 400, reason: "the log has 0 bytes, and the upload begins at \(from)"))
        }
        _ = FileManager.default.createFile(atPath: "\(shared)/lap.jsonl", contents: nil)
        truncate("\(shared)/lap.jsonl", off_t(ReplicaFolder.maxFileBytes))
        #expect(
            await refusal {
                _ = try await client.replicas(Self.request(text: "x\n", from: ReplicaFolder.maxFileBytes - 1))
            } == .refused(status: 400, reason: "a log has at most \(ReplicaFolder.maxFileBytes) bytes"))
        #expect(try files() == [".desk.lock", ".lap.lock", "desk.jsonl", "lap.jsonl"])
        await run.host.finish()
    }

    @Test func `a host keeps a limited number of ids, of clients that are gone too`() async throws {
        var client = client
        // With the host's own, 64.
        for number in 1...32 {
            try "".write(toFile: "\(shared)/.a\(number).lock", atomically: true, encoding: .utf8)
            try "".write(toFile: "\(shared)/b\(number % 31).jsonl", atomically: true, encoding: .utf8)
        }
        for id in ["a1", "b1"] { _ = try await client.replicas(Self.request(id)) }
        #expect(
            await refusal { _ = try await client.replicas(Self.request()) }
                == .refused(
                    status: 400,
                    reason: "there are 64 replicas already, and at most 64: remove ID.jsonl and .ID.lock of old ones"))
        #expect(!FileManager.default.fileExists(atPath: "\(shared)/.lap.lock"))
        await run.host.finish()
    }

    @Test func `an id belongs to one client until it leaves, or is gone for the time of the limits`() async throws {
        var limits = HostLimits()
        limits.replicaTime = .seconds(3)
        for isLimited in [false, true] {
            let tests = isLimited ? try ReplicaLogServerTests(isReadOnly: false, limits: limits) : self
            var client = tests.client
            _ = try await client.replicas(Self.request())
            for id in isLimited ? [] : ["lap", "desk"] {
                #expect(
                    await refusal { _ = try await client.replicas(Self.request(id, by: "two", text: "x\n")) }
                        == .refused(status: 409, reason: "another process is the replica \"\(id)\""))
            }
            if isLimited {
                try await Task.sleep(for: .milliseconds(3050))
            } else {
                _ = try await client.replicas(Self.request(leaves: true))
            }
            _ = try await client.replicas(Self.request(by: "two"))
            #expect(
                await refusal { _ = try await client.replicas(Self.request()) }
                    == .refused(status: 409, reason: "another process is the replica \"lap\""))
            await tests.run.host.finish()
        }
        #expect(run.refusals == [])
    }

    @Test func `a host that is read-only takes no log, and one that has no replica shares none`() async throws {
        let closed = try ReplicaLogServerTests(isReadOnly: true)
        var client = closed.client
        let readOnly = RemoteError.refused(status: 403, reason: "this host is read-only")
        #expect(await refusal { _ = try await client.replicas(Self.request(text: "x\n")) } == readOnly)
        #expect(try closed.files() == [".desk.lock", "desk.jsonl"])
        await closed.run.host.finish()
        let alone = try ReplicaLogServerTests(isReadOnly: false, isSharing: false)
        client = alone.client
        let none = RemoteError.refused(
            status: 404,
            reason: "this app does not share its state, since its host has no replica; if it joined another app, "
                + "join that one")
        #expect(await refusal { _ = try await client.replicas(Self.request()) } == none)
        #expect(await refusal { _ = try await client.replicaLog("desk", from: 0) } == none)
        await alone.run.host.finish()
        await run.host.finish()
    }
}
