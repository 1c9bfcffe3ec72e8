import Foundation
import Synchronization
import TimelineTestSupport

/// Stands before an app that is restarted: forwards connections to one app, and later to another one.
final class AppProxy: Sendable {
    private struct State {
        var isRestarted = false
        /// Whether the restart comes after the answer to the next request for the timeline.
        var isDue = false
        /// The connection of that request.
        var answering: Int32?
        /// They stay open until the tests end, so that none is taken for another.
        var sockets: [Int32] = []
    }

    let url: String
    private let port: UInt16
    private let apps: [LiveApp]
    private let listener: Int32
    private let isTokenReplaced: Bool
    private let state = Mutex(State())

    /// - Parameters:
    ///   - first: Its token is that of clients.
    ///   - isTokenReplaced: Whether the second app gets its own token in place of that.
    init(_ first: LiveApp, then second: LiveApp, isTokenReplaced: Bool = true) throws {
        self.isTokenReplaced = isTokenReplaced
        apps = [first, second]
        let listener = try LocalAddress.port(0).listen()
        self.listener = listener
        port = LocalAddress.port(of: listener)
        url = "http://127.0.0.1:\(port)"
        Thread { [weak self] in
            while case let client = accept(listener, nil, nil), client >= 0 { self?.forward(client) }
        }.start()
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    /// Ends all connections. The app is restarted once it has answered the next request for its timeline.
    func loseConnections() {
        state.withLock { state in
            state.isDue = true
            Self.end(&state.sockets)
        }
    }

    private static func end(_ sockets: inout [Int32]) {
        for socket in sockets { shutdown(socket, Int32(SHUT_RDWR)) }
        sockets = []
    }

    private func forward(_ client: Int32) {
        let app = apps[state.withLock { $0.isRestarted ? 1 : 0 }]
        let appPort = UInt16(app.url.split(separator: ":").last!)!
        guard let server = try? LocalAddress.port(appPort).connect() else { return }
        state.withLock { $0.sockets += [client, server] }
        let names = [
            ("127.0.0.1:\(port)", "127.0.0.1:\(appPort)"), (apps[0].token, isTokenReplaced ? app.token : apps[0].token),
        ]
        Thread { [weak self] in
            while case var bytes = RawSocket.read(client), !bytes.isEmpty {
                for (old, new) in names {
                    if let range = bytes.firstRange(of: Array(old.utf8)) {
                        bytes.replaceSubrange(range, with: Array(new.utf8))
                    }
                }
                if bytes.starts(with: "GET /timeline".utf8) {
                    self?.state.withLock { state in
                        // One that came before the connections were lost gets no answer.
                        guard state.isDue, state.sockets.contains(server) else { return }
                        (state.isDue, state.answering) = (false, server)
                    }
                }
                RawSocket.send(bytes, to: server)
            }
            shutdown(server, Int32(SHUT_RDWR))
        }.start()
        Thread { [weak self] in
            while case let bytes = RawSocket.read(server), !bytes.isEmpty {
                RawSocket.send(bytes, to: client)
                guard let self, bytes.suffix(5).elementsEqual("0\r\n\r\n".utf8) else { continue }
                self.state.withLock { state in
                    guard state.answering == server else { return }
                    state.isRestarted = true
                    Self.end(&state.sockets)
                }
            }
            shutdown(client, Int32(SHUT_RDWR))
        }.start()
    }
}
