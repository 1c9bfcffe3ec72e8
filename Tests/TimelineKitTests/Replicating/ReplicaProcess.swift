import Foundation

/// An instance of `replica-app`, in a process of its own.
final class ReplicaProcess {
    let id: String
    private let process = Process()
    private let input = Pipe()
    private let lines = Cell<[String]>([])
    private let ended = DispatchSemaphore(value: 0)

    private static let app: String = {
        #if os(macOS)
            Bundle(for: TemporaryFolder.self).bundleURL.deletingLastPathComponent().appending(path: "replica-app").path
        #else
            URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "replica-app").path
        #endif
    }()

    init(_ id: String, in folder: String, mode: String, seed: UInt64, changes: Int, isFaulty: Bool = false) throws {
        self.id = id
        let output = Pipe()
        process.executableURL = URL(filePath: Self.app)
        process.arguments = [folder, id, mode, "\(seed)", "\(changes)"] + (isFaulty ? ["faulty"] : [])
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let (lines, ended) = (lines, ended)
        let reading = output.fileHandleForReading
        Thread.detachNewThread {
            var rest = Data()
            while case let bytes = reading.availableData, !bytes.isEmpty {
                rest += bytes
                while let end = rest.firstIndex(of: 0x0A) {
                    let line = String(decoding: rest[..<end], as: UTF8.self)
                    lines.change { $0.append(line) }
                    rest = Data(rest[(end + 1)...])
                }
            }
            ended.signal()
        }
    }

    /// What it said.
    var said: [String] { lines.load() }

    func said(_ prefix: String) -> [String] { said.filter { $0.hasPrefix(prefix) } }

    /// Its state, as JSON; nil where it has none to tell.
    func state() -> String? {
        let before = said("{").count
        guard process.isRunning, (try? input.fileHandleForWriting.write(contentsOf: Data("\n".utf8))) != nil else {
            return nil
        }
        for _ in 0..<4000 {
            if case let states = said("{"), states.count > before { return states.last }
            usleep(2000)
        }
        return nil
    }

    /// Sends SIGKILL, and returns when it is gone.
    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        ended.wait()
        process.waitUntilExit()
    }

    /// Lets it come to its end.
    func end() -> Int32 {
        try? input.fileHandleForWriting.close()
        ended.wait()
        process.waitUntilExit()
        return process.terminationStatus
    }
}
