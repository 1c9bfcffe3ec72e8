import Foundation
import Testing
import TimelineDebugger
import TimelineKit

struct SpoolTests {
    @Test func aPipeHasRandomAccess() throws {
        let pipe = Pipe()
        let bytes = (0..<50_000).map { UInt8(truncatingIfNeeded: $0) }
        // A pipe holds 64 KiB, so that one thread may fill it before it reads.
        try pipe.fileHandleForWriting.write(contentsOf: Data(bytes))
        try pipe.fileHandleForWriting.close()
        let file = try Spool.contents(of: pipe.fileHandleForReading.fileDescriptor, named: "standard input")
        #expect(try file.size() == 50_000)
        #expect(try file.read(at: 0, count: 60_000) == bytes)
        #expect(try file.read(at: 49_999, count: 5) == bytes.suffix(1))
    }
}
