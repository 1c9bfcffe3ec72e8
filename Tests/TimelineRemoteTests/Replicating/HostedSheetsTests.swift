import CounterCore
import Foundation
import Testing
import TimelineJSON
import TimelineKit
import TimelineRemote

/// A host whose app has a replica, and what it answers to those who would share.
struct HostedSheetsTests {
    private let folder: TemporaryFolder
    private let store: Store<Counter, CounterAction>
    private let host: TimelineHost<CounterProgram>
    private let client: RemoteClient
    private let shared: String

    init() throws { try self.init(isReadOnly: false) }

    private init(isReadOnly: Bool, sharing: Bool = true) throws {
        folder = try TemporaryFolder()
        shared = folder.file("shared")
        let program = CounterProgram()
        let recorder = Recorder<Counter, CounterAction>(program: program, in: .file(folder.file()))
        store = Store(program: program, middleware: [recorder.middleware])
        let replica = try Replica(store, program: program, in: shared, as: "desk", mode: .actions, onProblem: { _ in })
        host = TimelineHost(
            store, program: program, recorder: recorder, sharing: sharing ? replica : nil,
            at: .unixSocket(path: folder.file("host")), isReadOnly: isReadOnly, onRefused: { _ in })
        let place = try host.start()
        let address = try #require(RemoteAddress(place.url))
        client = RemoteClient(address, token: try #require(try TokenFile.read(place.tokenFile)))
    }

    private static func ticket(_ client: String = "one", _ number: Int = 1) -> RemoteChange.Ticket {
        RemoteChange.Ticket(client: client, number: number)
    }

    private static func piece(_ name: String, _ text: String, keep: Int = 0) -> SheetPiece {
        SheetPiece(name: name, keep: keep, text: text, hasMore: false)
    }

    @Test func `tells all files, then that these were all, then what changes; and puts those of the client there`()
        async throws
    {
        try "{}\n".write(toFile: "\(shared)/lap.differs-from-desk.jsonl", atomically: true, encoding: .utf8)
        try "no\n".write(toFile: "\(shared)/No.jsonl", atomically: true, encoding: .utf8)
        var client = client
        var receiver = try await client.receiveSheets(as: "lap", Self.ticket())
        let sheet = try text(of: "\(shared)/desk.jsonl")
        #expect(try await receiver.next() == .piece(Self.piece("desk", sheet)))
        #expect(try await receiver.next() == .piece(Self.piece("lap.differs-from-desk", "{}\n")))
        #expect(try await receiver.next() == .all)
        store.dispatch(.increment)
        guard case .piece(let more) = try await receiver.next() else { return #expect(Bool(false), "no piece came") }
        #expect(more.keep == sheet.utf8.count)
        #expect(more.text.contains(#"{"action":{"increment":{}},"number":1"#))
        // What half of it is, nobody sees.
        try await client.send(SheetPiece(name: "lap", keep: 0, text: "hal", hasMore: true), Self.ticket())
        #expect(!FileManager.default.fileExists(atPath: "\(shared)/lap.jsonl"))
        try await client.send(Self.piece("lap", "f\n", keep: 3), Self.ticket())
        #expect(try text(of: "\(shared)/lap.jsonl") == "half\n")
        let mode = try FileManager.default.attributesOfItem(atPath: "\(shared)/lap.jsonl")[.posixPermissions] as? Int
        #expect(mode == 0o600)
        try await client.send(Self.piece("lap.differs-from-desk", "x\n"), Self.ticket())
        #expect(try text(of: "\(shared)/lap.differs-from-desk.jsonl") == "x\n")
        await host.stop()
    }

    @Test func `lets nobody write the files of another, nor others, nor without a connection that is open`()
        async throws
    {
        var client = client
        #expect(
            await refusal { try await client.send(Self.piece("lap", "x\n"), Self.ticket()) }
                == .refused(status: 409, reason: "no replica is connected as this client with this number"))
        let receiver = try await client.receiveSheets(as: "lap", Self.ticket())
        for name in ["desk", "desk.differs-from-lap", "../lap", "lap.differs-from-../x", "Lap", "", "lap.jsonl"] {
            #expect(
                await refusal { try await client.send(Self.piece(name, "x\n"), Self.ticket()) }
                    == .refused(status: 400, reason: "the replica \"lap\" does not write a file of this name"),
                "\(name)")
        }
        #expect(
            await refusal { try await client.send(Self.piece("lap", "x\n", keep: 4), Self.ticket()) }
                == .refused(status: 400, reason: "4 bytes should stay of a file of which 0 have come"))
        #expect(
            await refusal { try await client.send(Self.piece("lap", "x\n"), Self.ticket("one", 2)) }
                == .refused(status: 409, reason: "no replica is connected as this client with this number"))
        let sheet = try text(of: "\(shared)/desk.jsonl")
        #expect(!sheet.contains("x\n"))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: shared).sorted()
                == [".desk.lock", ".lap.lock", "desk.jsonl"])
        withExtendedLifetime(receiver) {}
        await host.stop()
    }

    @Test func `gives an id to one client at a time, which may come again`() async throws {
        let client = client
        var first: SheetReceiver? = try await client.receiveSheets(as: "lap", Self.ticket())
        for (id, ticket) in [("lap", Self.ticket("two", 9)), ("lap", Self.ticket()), ("desk", Self.ticket("two"))] {
            #expect(
                await refusal { _ = try await client.receiveSheets(as: id, ticket) }
                    == .refused(status: 409, reason: "another process is the replica \"\(id)\""))
        }
        // The one before may be gone without the host knowing yet.
        var again: SheetReceiver? = try await client.receiveSheets(as: "lap", Self.ticket("one", 2))
        var sender = client
        #expect(
            await refusal { try await sender.send(Self.piece("lap", "x\n"), Self.ticket()) }
                == .refused(status: 409, reason: "no replica is connected as this client with this number"))
        try await sender.send(Self.piece("lap", "x\n"), Self.ticket("one", 2))
        // And when it has gone, another may have it.
        first = nil
        again = nil
        var other: SheetReceiver?
        for _ in 0..<500 where other == nil {
            other = try? await client.receiveSheets(as: "lap", Self.ticket("two"))
            if other == nil { try await Task.sleep(for: .milliseconds(10)) }
        }
        #expect(other != nil)
        withExtendedLifetime((first, again)) {}
        await host.stop()
    }

    @Test func `refuses ids that are none, and connections that do not say what they are`() async throws {
        let client = client
        #expect(
            await refusal { _ = try await client.receiveSheets(as: "../x", Self.ticket()) }
                == .refused(
                    status: 400,
                    reason: "\"../x\" cannot be the id of a replica: use 1 to 64 lower-case letters, digits and hyphens"
                ))
        #expect(
            await refusal {
                _ = try await client.receiveSheets(as: "lap", Self.ticket(String(repeating: "c", count: 65)))
            }
                == .refused(
                    status: 400, reason: "a replica says its id=, and as which client=, with which number=, it comes"))
        await host.stop()
    }

    @Test func `a host that is read-only refuses, and so does one that has no replica`() async throws {
        let closed = try HostedSheetsTests(isReadOnly: true)
        var client = closed.client
        let readOnly = RemoteError.refused(status: 403, reason: "this host is read-only")
        #expect(await refusal { _ = try await client.receiveSheets(as: "lap", Self.ticket()) } == readOnly)
        #expect(await refusal { try await client.send(Self.piece("lap", "x\n"), Self.ticket()) } == readOnly)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: closed.shared).sorted() == [".desk.lock", "desk.jsonl"])
        await closed.host.stop()
        let alone = try HostedSheetsTests(isReadOnly: false, sharing: false)
        client = alone.client
        let none = RemoteError.refused(
            status: 404,
            reason: "this app is no host of a shared state, as it has no replica of its own; where it shares through "
                + "another app, join that one")
        #expect(await refusal { _ = try await client.receiveSheets(as: "lap", Self.ticket()) } == none)
        #expect(await refusal { try await client.send(Self.piece("lap", "x\n"), Self.ticket()) } == none)
        await alone.host.stop()
        await host.stop()
    }

    private func refusal(_ body: () async throws -> Void) async -> RemoteError? {
        do { try await body() } catch { return error as? RemoteError }
        return nil
    }
}
