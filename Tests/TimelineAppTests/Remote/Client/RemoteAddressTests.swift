import Foundation
import Synchronization
import Testing
import TimelineStore
import TimelineTestPrograms
import TimelineKit
import TimelineRemote
import TimelineTestSupport

/// The addresses of hosts, and their resolution.
@Suite(.ownThreads)
struct RemoteAddressTests {
    @Test(arguments: [
        ("http://127.0.0.1:4000", RemoteAddress.host(name: "127.0.0.1", port: 4000), "http://127.0.0.1:4000"),
        ("127.0.0.1:4000/", .host(name: "127.0.0.1", port: 4000), "http://127.0.0.1:4000"),
        ("http://Mac.local:4000", .host(name: "mac.local", port: 4000), "http://mac.local:4000"),
        ("http://my_box:1", .host(name: "my_box", port: 1), "http://my_box:1"),
        ("http://[::1]:4000", .host(name: "::1", port: 4000), "http://[::1]:4000"),
        ("[2001:DB8::7]:65535", .host(name: "2001:db8::7", port: 65535), "http://[2001:db8::7]:65535"),
        ("HTTP://127.0.0.1:4000", .host(name: "127.0.0.1", port: 4000), "http://127.0.0.1:4000"),
        ("unix:/tmp/x", .unixSocket(path: "/tmp/x"), "unix:/tmp/x"),
        ("Unix:/tmp/X", .unixSocket(path: "/tmp/X"), "unix:/tmp/X"),
    ])
    func `parses an address, and writes it as a URL`(text: String, address: RemoteAddress, url: String) {
        #expect(RemoteAddress(text) == address)
        #expect(RemoteAddress(text)?.description == url)
        #expect(RemoteAddress(url) == address)
    }

    @Test(arguments: [
        "", "http://", "http://nonsense", ":4000", "http://:4000", "http://a:0", "http://a:65536", "http://a:-1",
        "http://a:b", "https://a:1", "http://a:1/path", "http://::1:4000", "http://[::1]", "http://[]:1",
        "http://[127.0.0.1]:1", "http://[nonsense]:1", "http://[::1:4000", "http://a b:1", "http://u@a:1",
        "http://a:1?", "unix:x",
    ])
    func `is nil for other text`(text: String) { #expect(RemoteAddress(text) == nil) }

    @Test func `the error for a name that cannot be resolved contains the system's reason`() async throws {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var first: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo("missing.invalid", "4000", &hints, &first)
        try #require(code != 0)
        let url = "http://missing.invalid:4000"
        var client = RemoteClient(try #require(RemoteAddress(url)), token: RemoteToken())
        await #expect(
            throws: RemoteError.unreachable(
                url, reason: "the host name missing.invalid cannot be resolved: \(String(cString: gai_strerror(code)))")
        ) { _ = try await client.state() }
    }

    /// Below those that the system gives, so that no socket of another test has it. The names of a host hold its port.
    private static let ports = Atomic(UInt16(20_000 + getpid() % 10_000))

    /// Runs a host in the mode for other machines, at an address of this machine.
    private func host(
        at address: String, called name: (UInt16) -> String, _ use: (RemoteToken, UInt16) async throws -> Void
    ) async throws {
        let port = Self.ports.add(1, ordering: .relaxed).oldValue
        let run = try HostRun(
            CounterProgram(), at: .openToOtherMachines(address: address, port: port, names: [name(port)]))
        run.store.dispatch(.add(amount: 7))
        try await use(try #require(RemoteToken(run.token)), port)
        await run.host.finish()
    }

    @Test func `a name is looked up`() async throws {
        // Every system resolves this name itself: `inet_aton` accepts it for 127.0.0.1.
        try await host(at: "127.0.0.1", called: { "127.1:\($0)" }) { token, port in
            var client = RemoteClient(try #require(RemoteAddress("http://127.1:\(port)")), token: token)
            #expect(try await client.state(at: "$.count").object?["value"] == 7)
        }
    }

    @Test(.enabled(if: Self.hasIPv6, "this machine has no ::1"))
    func `an IPv6 address has brackets, and does not receive this machine's token`() async throws {
        try await host(at: "::1", called: { "[::1]:\($0)" }) { token, port in
            let address = try #require(RemoteAddress("http://[::1]:\(port)"))
            var client = RemoteClient(address, token: token)
            #expect(try await client.state(at: "$.count").object?["value"] == 7)
            var follower = try await client.follow()
            #expect(try await follower.next() == .snapshot(seq: 1, state: ["count": 7]))
            // The listener at ::1 need not be the one at 127.0.0.1.
            #expect(
                errorMessage { try RemoteToken.found(for: address) }
                    == "there is no token for http://[::1]:\(port): token files are read for 127.0.0.1 and localhost only. "
                    + "Put the token of the host into TIMELINE_TOKEN.")
        }
    }

    private static let hasIPv6: Bool = {
        let descriptor = socket(AF_INET6, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_addr = in6addr_loopback
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in6>.size)) == 0
            }
        }
    }()

    @Test func `a host does not listen at a name`() {
        let address = HostAddress.openToOtherMachines(address: "mac.local", port: 4000, names: ["mac.local:4000"])
        #expect(
            errorMessage { try HostRun(CounterProgram(), at: address) }
                == "cannot listen at mac.local:4000: the address must be that of an interface, such as "
                + "192.168.1.5, or 0.0.0.0 for all")
    }
}
