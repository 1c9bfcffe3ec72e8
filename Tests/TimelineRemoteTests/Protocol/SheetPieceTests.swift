import TestHarness
import Testing
import TimelineJSON
import TimelineRemote

struct SheetPieceTests {
    private func pieces(_ outbox: inout SheetOutbox, _ text: String, limit: Int) -> [SheetPiece] {
        outbox.pieces(of: "lap-1", Array(text.utf8), limit: limit) ?? []
    }

    @Test func `a file goes in pieces, and then what is new of it`() {
        var outbox = SheetOutbox()
        #expect(
            pieces(&outbox, "head\none\n", limit: 5) == [
                SheetPiece(name: "lap-1", keep: 0, text: "head\n", hasMore: true),
                SheetPiece(name: "lap-1", keep: 5, text: "one\n", hasMore: false),
            ])
        #expect(pieces(&outbox, "head\none\n", limit: 5) == [])
        #expect(
            pieces(&outbox, "head\none\ntwo\n", limit: 5) == [
                SheetPiece(name: "lap-1", keep: 9, text: "two\n", hasMore: false)
            ])
        // One that was replaced goes whole, also where it is empty now.
        #expect(
            pieces(&outbox, "new\n", limit: 5) == [SheetPiece(name: "lap-1", keep: 0, text: "new\n", hasMore: false)])
        #expect(pieces(&outbox, "", limit: 5) == [SheetPiece(name: "lap-1", keep: 0, text: "", hasMore: false)])
    }

    @Test func `no character is cut, and what is no text does not go`() {
        var outbox = SheetOutbox()
        #expect(
            pieces(&outbox, "aé€😀\n", limit: 4) == [
                SheetPiece(name: "lap-1", keep: 0, text: "aé", hasMore: true),
                SheetPiece(name: "lap-1", keep: 3, text: "€", hasMore: true),
                SheetPiece(name: "lap-1", keep: 6, text: "😀", hasMore: true),
                SheetPiece(name: "lap-1", keep: 10, text: "\n", hasMore: false),
            ])
        #expect(outbox.pieces(of: "lap-1", [0x61, 0xFF, 0x0A]) == nil)
        #expect(outbox.pieces(of: "lap-1", [UInt8](repeating: 0x80, count: 9), limit: 4) == nil)
    }

    @Test func `what is put together is what was sent, whatever became of it meanwhile`() throws {
        var random = Seed()
        for _ in 0..<Harness.count(small: 300, full: 20_000) {
            var outbox = SheetOutbox()
            var inbox = SheetInbox(mostBytes: 1000)
            var text = ""
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                if Int.random(in: 0..<3, using: &random) == 0 { text = "" }
                for _ in 0..<Int.random(in: 0...6, using: &random) {
                    text += ["a", "é", "€", "😀", "\"", "\n", "\\"].randomElement(using: &random)!
                }
                let limit = Int.random(in: 4...9, using: &random)
                let cut = outbox.pieces(of: "lap-1", Array(text.utf8), limit: limit)
                let sent = try #require(cut, "\(random)")
                var whole: [UInt8]?
                for piece in sent {
                    #expect(whole == nil, "\(random)")
                    let body = SentPiece(piece, .init(client: "c", number: 1)).json
                    let read = try SentPiece(JSON(parsing: body.text)).piece
                    #expect(read == piece)
                    whole = try inbox.take(read)
                }
                if !sent.isEmpty { #expect(whole == Array(text.utf8), "\(random)") }
            }
        }
    }

    @Test func `a piece that does not fit is refused, and so is a file without end`() throws {
        var inbox = SheetInbox(mostBytes: 10)
        #expect(try inbox.take(SheetPiece(name: "a", keep: 0, text: "12345", hasMore: true)) == nil)
        #expect(throws: RemoteBodyError("6 bytes should stay of a file of which 5 have come")) {
            _ = try inbox.take(SheetPiece(name: "a", keep: 6, text: "", hasMore: false))
        }
        #expect(throws: RemoteBodyError("a file has at most 10 bytes")) {
            _ = try inbox.take(SheetPiece(name: "b", keep: 0, text: "12345678901", hasMore: false))
        }
    }
}
