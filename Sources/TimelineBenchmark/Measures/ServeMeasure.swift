internal import EpisodesCore
internal import Foundation
internal import TimelineJSON
internal import TimelineKit
internal import TimelineRemote
internal import TimelineStore
internal import TimelineSystem

/// The time from a dispatch in an app until a page that `timeline serve` serves has received the step.
struct ServeMeasure: Measure {
    static let name = "serve"
    static let abstract = "a step of a running app, until a page of timeline serve has received it"

    /// The steps of the app, each second.
    private static let rate = 200

    func findings(_ context: BenchmarkContext) throws -> [Finding] {
        let isSmoke = context.scale == .smoke
        let bytes = isSmoke ? 2000 : 100_000
        let count = isSmoke ? 40 : context.scale == .full ? 10 * Self.rate : 3 * Self.rate
        let rounds = try (0..<context.rounds).map { _ in try times(count, bytes, context).sorted() }
        let size = "\(Self.rate)/s × \(Amount.bytes(bytes))"
        func finding(_ name: String, goal: Double? = nil, _ value: ([Double]) -> Double) -> Finding {
            Finding(
                measure: "\(Self.name), a step, \(name)", size: size, ours: Spread(rounds.map { value($0) * 1000 }),
                goal: isSmoke ? nil : goal, unit: "ms")
        }
        return [
            finding("median") { $0[$0.count / 2] }, finding("p95") { $0[$0.count * 95 / 100] },
            finding("longest", goal: 100) { $0[$0.count - 1] },
        ]
    }

    /// The time of each step, in seconds.
    private func times(_ count: Int, _ bytes: Int, _ context: BenchmarkContext) throws -> [Double] {
        let program = EpisodesProgram()
        let session = EpisodesSession(count: 1_000_000, stateBytes: bytes)
        let recorder = Recorder(program: program, in: .file(context.recordings.scratch("served.jsonl")))
        let store = Store(program: program, middleware: [recorder.middleware])
        let first = 25
        for seq in 1...first { store.dispatch(session.action(seq)) }
        let host = TimelineHost(
            store, program: program, recorder: recorder, tokenFile: context.recordings.scratch("served.token"))
        let place = try host.start()
        defer {
            try? BlockingTask.run { await host.finish() }
            recorder.finish()
        }
        let token = try String(contentsOfFile: place.tokenFile, encoding: .utf8).trimmingCharacters(in: .newlines)
        let output = context.recordings.scratch("serve.output")
        let server = try ChildProcess(
            [context.tool, "serve", place.url], environment: ["TIMELINE_TOKEN": token], input: [], outputFile: output,
            discardsErrors: true)
        defer {
            kill(server.id, SIGINT)
            _ = try? server.wait()
        }
        let address = ##/serving at http://127\.0\.0\.1:(\d+)/#token=([0-9a-f]{64})\n/##
        var found: (port: UInt16, token: String)?
        for _ in 1...1000 where found == nil {
            usleep(20_000)
            let text = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
            found = text.wholeMatch(of: address).flatMap { match in UInt16(match.1).map { ($0, String(match.2)) } }
        }
        guard let found else { throw BenchmarkError(description: "timeline serve did not print its address") }
        let page = try PageSocket(port: found.port, token: found.token)
        _ = try page.rows()

        let start = ContinuousClock.now
        let interval = Duration.seconds(1) / Self.rate
        Thread {
            for index in 0..<count {
                let wait = (start + interval * index) - .now
                if wait > .zero { usleep(UInt32(wait / .microseconds(1))) }
                store.dispatch(session.action(first + 1 + index))
            }
        }.start()
        var times: [Double] = []
        while times.count < count {
            let rows = try page.rows()
            let time = (ContinuousClock.now - start) / .seconds(1)
            for _ in 0..<rows { times.append(time - Double(times.count) / Double(Self.rate)) }
        }
        return times
    }
}

/// The WebSocket of a page.
private final class PageSocket {
    private let descriptor: Int32
    private var buffer: [UInt8] = []

    /// Connects, and sends the token.
    init(port: UInt16, token: String) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        address.sin_port = port.bigEndian
        let isConnected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else { throw BenchmarkError(description: "nothing listens at port \(port)") }
        write(
            Array(
                """
                GET /socket HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nOrigin: http://127.0.0.1:\(port)\r\n\
                Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
                Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n
                """.utf8))
        let end = Array("\r\n\r\n".utf8)
        while buffer.firstRange(of: end) == nil { try readMore() }
        buffer.removeSubrange(..<buffer.firstRange(of: end)!.upperBound)
        write(WebSocketFrame(.text, Array(#"{"token":"\#(token)"}"#.utf8)).bytes(mask: [1, 2, 3, 4]))
    }

    deinit { close(descriptor) }

    private func write(_ bytes: [UInt8]) {
        _ = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress!, $0.count, 0) }
    }

    private func readMore() throws {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { throw BenchmarkError(description: "timeline serve closed the WebSocket of the page") }
        buffer += bytes.prefix(count)
    }

    /// The number of rows in the next message that has rows, or is the page.
    func rows() throws -> Int {
        while true {
            guard let frame = try WebSocketFrame.take(from: &buffer, isMasked: false, limit: 1 << 30) else {
                try readMore()
                continue
            }
            guard frame.kind == .text, let message = try JSON(parsing: frame.payload).object else { continue }
            if message["page"] != nil { return 0 }
            if let lines = message["lines"]?.array { return lines.count }
        }
    }
}
