import Testing
import TimelineJSON
import TimelineTestSupport

@testable import TimelineRemote

@Suite(.ownThreads)
struct ReplicaLogTransferTests {
    private typealias Chunk = ReplicaLogMessage.Chunk

    private func chunks(_ sender: inout ReplicaLogTransfer.Sender, _ text: String, limit: Int) -> [Chunk] {
        sender.chunks(of: "lap-1", Array(text.utf8), limit: limit) ?? []
    }

    private func chunk(keep: Int, _ text: String, hasMore: Bool = false) -> Chunk {
        Chunk(name: "lap-1", keep: keep, text: text, hasMore: hasMore)
    }

    @Test func `sends a file in chunks, then what was appended to it`() {
        var sender = ReplicaLogTransfer.Sender()
        #expect(
            chunks(&sender, "head\none\n", limit: 5)
                == [chunk(keep: 0, "head\n", hasMore: true), chunk(keep: 5, "one\n")])
        #expect(chunks(&sender, "head\none\n", limit: 5) == [])
        #expect(chunks(&sender, "head\none\ntwo\n", limit: 5) == [chunk(keep: 9, "two\n")])
        // A file that was replaced is sent whole, even if it is empty now.
        #expect(chunks(&sender, "new\n", limit: 5) == [chunk(keep: 0, "new\n")])
        #expect(chunks(&sender, "", limit: 5) == [chunk(keep: 0, "")])
    }

    @Test func `splits no character, and sends nothing that is not UTF-8`() {
        var sender = ReplicaLogTransfer.Sender()
        #expect(
            chunks(&sender, "aé€😀\n", limit: 4) == [
                chunk(keep: 0, "aé", hasMore: true), chunk(keep: 3, "€", hasMore: true),
                chunk(keep: 6, "😀", hasMore: true), chunk(keep: 10, "\n"),
            ])
        #expect(sender.chunks(of: "lap-1", [0x61, 0xFF, 0x0A]) == nil)
        #expect(sender.chunks(of: "lap-1", [UInt8](repeating: 0x80, count: 9), limit: 4) == nil)
    }

    @Test func `joins the chunks of any sequence of changes to the same file`() throws {
        var random = Seed()
        for _ in 0..<Harness.count(small: 300, full: 20_000) {
            var sender = ReplicaLogTransfer.Sender()
            var receiver = ReplicaLogTransfer.Receiver(maxFileBytes: 1000, maxFiles: 1)
            var text = ""
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                if Int.random(in: 0..<3, using: &random) == 0 { text = "" }
                for _ in 0..<Int.random(in: 0...6, using: &random) {
                    text += ["a", "é", "€", "😀", "\"", "\n", "\\"].randomElement(using: &random)!
                }
                let limit = Int.random(in: 4...9, using: &random)
                let cut = sender.chunks(of: "lap-1", Array(text.utf8), limit: limit)
                let sent = try #require(cut, "\(random)")
                var whole: [UInt8]?
                for chunk in sent {
                    #expect(whole == nil, "\(random)")
                    let read = try JSONCoding.decode(
                        Chunk.self, from: try JSONCoding.encode(chunk))
                    #expect(read == chunk)
                    whole = try receiver.receive(read)
                }
                if !sent.isEmpty { #expect(whole == Array(text.utf8), "\(random)") }
            }
        }
    }

    @Test
    func `refuses a chunk that does not fit, a file that is too long, and more files or bytes than a peer may have`()
        throws
    {
        var receiver = ReplicaLogTransfer.Receiver(maxFileBytes: 10, maxFiles: 6, names: ["a"])
        #expect(try receiver.receive(Chunk(name: "a", keep: 0, text: "12345", hasMore: true)) == nil)
        #expect(throws: RequestError(400, "a chunk keeps 6 bytes of a file of which 5 have arrived")) {
            _ = try receiver.receive(Chunk(name: "a", keep: 6, text: "", hasMore: false))
        }
        #expect(throws: RequestError(400, "a file has at most 10 bytes")) {
            _ = try receiver.receive(Chunk(name: "b", keep: 0, text: "12345678901", hasMore: false))
        }
        for name in ["b", "c", "d", "e"] {
            _ = try receiver.receive(Chunk(name: name, keep: 0, text: "1234567890", hasMore: true))
        }
        #expect(throws: RequestError(400, "the files of a connection have at most 40 bytes")) {
            _ = try receiver.receive(Chunk(name: "f", keep: 0, text: "1", hasMore: true))
        }
        _ = try receiver.receive(Chunk(name: "f", keep: 0, text: "", hasMore: false))
        #expect(
            throws: RequestError(
                400, "there are 6 files already, and at most 6: remove old differs-from files")
        ) {
            _ = try receiver.receive(Chunk(name: "g", keep: 0, text: "", hasMore: false))
        }
    }
}
