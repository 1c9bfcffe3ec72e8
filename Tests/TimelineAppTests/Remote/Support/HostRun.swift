import Foundation
import TimelineKit
import TimelineLive
import TimelineRemote
import TimelineStore
import TimelineTestSupport

/// A store with a recorder and a host, for one test.
final class HostRun<P: Program>: Sendable {
    let folder: TemporaryFolder
    let store: Store<P.State, P.Action>
    let recorder: Recorder<P.State, P.Action>
    let host: TimelineHost<P>
    let place: HostAddress.Location
    let token: String
    private let reported: Notes

    var refusals: [String] { reported.all }

    /// With `isSharing`, its store has a replica in the folder `shared`.
    init(
        _ program: P, at address: HostAddress = .loopback(), origins: Set<String> = [],
        isReadOnly: Bool = false, isSharing: Bool = false, folder: TemporaryFolder? = nil, tokenFile: String? = nil,
        limits: HostLimits = HostLimits(), middleware: [Middleware<P.State, P.Action>] = [],
        linkAction: (@Sendable (String) throws -> P.Action)? = nil,
        onTravel: (@Sendable (TimelineHost<P>.TravelEvent) -> Void)? = nil
    ) throws {
        let folder = folder ?? TemporaryFolder()
        self.folder = folder
        recorder = Recorder(program: program, in: .file(folder.file()))
        store = Store(program: program, middleware: middleware + [recorder.middleware])
        let replica =
            isSharing
            ? try Replica(
                store, program: program, folder: folder.file("shared"), id: "desk", mode: .actions,
                onProblem: { _ in }) : nil
        let reported = Notes()
        self.reported = reported
        host = TimelineHost(
            store, program: program, recorder: recorder, sharing: replica, at: address,
            tokenFile: tokenFile ?? folder.file("token"), origins: origins, isReadOnly: isReadOnly,
            linkAction: linkAction,
            onRefused: { refused in reported.note("\(refused)") }, onTravel: onTravel)
        place = try host.start(limits: limits)
        token = try String(contentsOfFile: place.tokenFile, encoding: .utf8).trimmingCharacters(in: .newlines)
    }

    var port: UInt16 { place.url.split(separator: ":").last.flatMap { UInt16($0) } ?? 0 }

    /// The headers that every request needs.
    var headers: String { "Host: 127.0.0.1:\(port)\r\nAuthorization: Bearer \(token)\r\n" }

    func connect() throws -> RawSocket { try RawSocket(.port(port)) }

    /// A connection that requests the WebSocket of `/follow`.
    func followRaw() throws -> RawSocket {
        let socket = try connect()
        socket.send(
            "GET /follow HTTP/1.1\r\n\(headers)Upgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
        return socket
    }

    func ask(_ request: String) throws -> RawResponse { try ask(Array(request.utf8)) }

    func ask(_ request: [UInt8]) throws -> RawResponse {
        let socket = try connect()
        socket.send(request)
        return socket.readResponse()
    }

    func get(_ path: String) throws -> RawResponse { try ask("GET \(path) HTTP/1.1\r\n\(headers)\r\n") }

    func post(_ path: String, _ body: String) throws -> RawResponse {
        try ask(
            "POST \(path) HTTP/1.1\r\n\(headers)Content-Type: application/json\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }

    func client(timeouts: RemoteClient.Timeouts = .init()) throws -> RemoteClient {
        guard let address = RemoteAddress(place.url), let token = try TokenFile.read(place.tokenFile) else {
            throw CocoaError(.fileReadUnknown)
        }
        return RemoteClient(address, token: token, timeouts: timeouts)
    }
}

/// The error of a client, if it has one.
func refusal(_ body: () async throws -> Void) async -> RemoteError? {
    do { try await body() } catch { return error as? RemoteError }
    return nil
}
