import Foundation
import Testing
import TimelineStore
import TimelineTestPrograms
import TimelineJSON
import TimelineKit
import TimelineLive
import TimelineTestSupport

@testable import TimelineRemote

/// The `/replicas` endpoint of a host whose app has a replica.
@Suite(.ownThreads)
struct ReplicaLogServerTests {
    private let run: HostRun<CounterProgram>
    private let client: RemoteClient
    private let shared: String

    init() throws { try self.init(isReadOnly: false) }

    private init(isReadOnly: Bool, isSharing: Bool = true) throws {
        run = try HostRun(CounterProgram(), isReadOnly: isReadOnly, isSharing: isSharing)
        shared = run.folder.file("shared")
        client = try run.client()
    }

    private static func key(_ client: String = "one", _ number: Int = 1) -> ChangeRequest.IdempotencyKey {
        ChangeRequest.IdempotencyKey(client: client, number: number)
    }

    private static func chunk(_ name: String, _ text: String, keep: Int = 0) -> ReplicaLogMessage.Chunk {
        ReplicaLogMessage.Chunk(name: name, keep: keep, text: text, hasMore: false)
    }

    @Test func `sends all logs, a completion message, then changes; and stores the logs of the client`()
        async throws
    {
        try "no\n".write(toFile: "\(shared)/No.jsonl", atomically: true, encoding: .utf8)
        var client = client
        var messages = try await client.replicaLogs(as: "lap", Self.key())
        let log = try text(of: "\(shared)/desk.jsonl")
        #expect(try await messages.next() == .chunk(Self.chunk("desk", log)))
        #expect(try await messages.next() == .complete)
        run.store.dispatch(.increment)
        guard case .chunk(let more) = try await messages.next() else { return #expect(Bool(false), "no chunk came") }
        #expect(more.keep == log.utf8.count)
        #expect(more.text.contains(#""action":{"increment":{}},"from":"user","clock":1,"crc":"#))
        // An incomplete file is not stored.
        try await client.upload(ReplicaLogMessage.Chunk(name: "lap", keep: 0, text: "hal", hasMore: true), Self.key())
        #expect(!FileManager.default.fileExists(atPath: "\(shared)/lap.jsonl"))
        try await client.upload(Self.chunk("lap", "f\n", keep: 3), Self.key())
        #expect(try text(of: "\(shared)/lap.jsonl") == "half\n")
        let mode = try FileManager.default.attributesOfItem(atPath: "\(shared)/lap.jsonl")[.posixPermissions] as? Int
        #expect(mode == 0o600)
        await run.host.finish()
    }

    @Test func `refuses uploads to other files, and without an open connection`()
        async throws
    {
        var client = client
        #expect(
            await refusal { try await client.upload(Self.chunk("lap", "x\n"), Self.key()) }
                == .refused(status: 409, reason: "no replica is connected as this client with this number"))
        let receiver = try await client.replicaLogs(as: "lap", Self.key())
        for name in ["desk", "../lap", "Lap", "", "lap.jsonl"] {
            #expect(
                await refusal { try await client.upload(Self.chunk(name, "x\n"), Self.key()) }
                    == .refused(status: 400, reason: "the replica \"lap\" does not write a file of this name"),
                "\(name)")
        }
        #expect(
            await refusal { try await client.upload(Self.chunk("lap", "x\n", keep: 4), Self.key()) }
                == .refused(status: 400, reason: "a chunk keeps 4 bytes of a file of which 0 have arrived"))
        #expect(
            await refusal { try await client.upload(Self.chunk("lap", "x\n"), Self.key("one", 2)) }
                == .refused(status: 409, reason: "no replica is connected as this client with this number"))
        let log = try text(of: "\(shared)/desk.jsonl")
        #expect(!log.contains("x\n"))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: shared).sorted()
                == [".desk.lock", ".lap.lock", "desk.jsonl"])
        withExtendedLifetime(receiver) {}
        await run.host.finish()
    }

    @Test func `a host keeps a limited number of ids, of clients that are gone too`() async throws {
        let client = client
        // With the host's own, 64.
        for number in 1...32 {
            try "".write(toFile: "\(shared)/.a\(number).lock", atomically: true, encoding: .utf8)
            try "".write(toFile: "\(shared)/b\(number % 31).jsonl", atomically: true, encoding: .utf8)
        }
        for id in ["a1", "b1"] { _ = try await client.replicaLogs(as: id, Self.key(id)) }
        #expect(
            await refusal { _ = try await client.replicaLogs(as: "lap", Self.key()) }
                == .refused(
                    status: 400,
                    reason: "there are 64 replicas already, and at most 64: remove ID.jsonl and .ID.lock of old ones"))
        #expect(!FileManager.default.fileExists(atPath: "\(shared)/.lap.lock"))
        await run.host.finish()
    }

    @Test func `an id belongs to one client at a time, which may reconnect`() async throws {
        let client = client
        var first: RemoteClient.Messages<ReplicaLogMessage>? = try await client.replicaLogs(as: "lap", Self.key())
        for (id, key) in [("lap", Self.key("two", 9)), ("lap", Self.key()), ("desk", Self.key("two"))] {
            #expect(
                await refusal { _ = try await client.replicaLogs(as: id, key) }
                    == .refused(status: 409, reason: "another process is the replica \"\(id)\""))
        }
        // The host may not have noticed yet that the previous connection ended.
        var again: RemoteClient.Messages<ReplicaLogMessage>? = try await client.replicaLogs(
            as: "lap", Self.key("one", 2))
        var sender = client
        #expect(
            await refusal { try await sender.upload(Self.chunk("lap", "x\n"), Self.key()) }
                == .refused(status: 409, reason: "no replica is connected as this client with this number"))
        try await sender.upload(Self.chunk("lap", "x\n"), Self.key("one", 2))
        // After the client is gone, another may take the id.
        first = nil
        again = nil
        var other: RemoteClient.Messages<ReplicaLogMessage>?
        for _ in 0..<500 where other == nil {
            other = try? await client.replicaLogs(as: "lap", Self.key("two"))
            if other == nil { try await Task.sleep(for: .milliseconds(10)) }
        }
        #expect(other != nil)
        withExtendedLifetime((first, again)) {}
        await run.host.finish()
    }

    @Test func `refuses invalid ids, and connections without a valid key`() async throws {
        let client = client
        #expect(
            await refusal { _ = try await client.replicaLogs(as: "../x", Self.key()) }
                == .refused(
                    status: 400,
                    reason: "\"../x\" cannot be the id of a replica: use 1 to 64 lower-case letters, digits and hyphens"
                ))
        #expect(
            await refusal {
                _ = try await client.replicaLogs(as: "lap", Self.key(String(repeating: "c", count: 65)))
            }
                == .refused(
                    status: 400, reason: "a replica passes its id=, its client= and the number= of its connection"))
        await run.host.finish()
    }

    @Test func `a host that is read-only, or has no replica, refuses`() async throws {
        let closed = try ReplicaLogServerTests(isReadOnly: true)
        var client = closed.client
        let readOnly = RemoteError.refused(status: 403, reason: "this host is read-only")
        #expect(await refusal { _ = try await client.replicaLogs(as: "lap", Self.key()) } == readOnly)
        #expect(await refusal { try await client.upload(Self.chunk("lap", "x\n"), Self.key()) } == readOnly)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: closed.shared).sorted() == [".desk.lock", "desk.jsonl"])
        await closed.run.host.finish()
        let alone = try ReplicaLogServerTests(isReadOnly: false, isSharing: false)
        client = alone.client
        let none = RemoteError.refused(
            status: 404,
            reason: "this app does not share its state, since its host has no replica; if it joined another app, "
                + "join that one")
        #expect(await refusal { _ = try await client.replicaLogs(as: "lap", Self.key()) } == none)
        #expect(await refusal { try await client.upload(Self.chunk("lap", "x\n"), Self.key()) } == none)
        await alone.run.host.finish()
        await run.host.finish()
    }

    private func refusal(_ body: () async throws -> Void) async -> RemoteError? {
        do { try await body() } catch { return error as? RemoteError }
        return nil
    }
}
