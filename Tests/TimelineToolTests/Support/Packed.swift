import Foundation
import TimelineTestSupport

/// Gzip data as the system's own `gzip` writes and reads it.
enum Packed {
    static func gzip(_ text: String) throws -> Data { Data(try gzip(Array(text.utf8))) }
    static func gzip(_ bytes: [UInt8]) throws -> [UInt8] { try run("gzip -nc < in > out", bytes) }

    /// What packed bytes hold; `gzip` must find nothing to say of them.
    static func gunzip(_ bytes: [UInt8]) throws -> [UInt8] { try run("gzip -dc < in > out", bytes) }

    private static func run(_ line: String, _ bytes: [UInt8]) throws -> [UInt8] {
        let sandbox = Sandbox()
        try sandbox.write(Data(bytes), to: "in")
        let finished = try sandbox.shell(line)
        guard finished == Finished() else { throw TestProcess.Failure(description: "\(line): \(finished)") }
        return Array(sandbox.files()["out"]!)
    }
}
