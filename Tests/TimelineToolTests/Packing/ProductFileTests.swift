import Foundation
import Testing
import TimelineJournal
import TimelineSystem
import TimelineTestSupport

@testable import TimelineTool

@Suite(.ownThreads)
struct ProductFileTests {
    @Test(arguments: ["out.jsonl", "out.jsonl.gz"]) func aFileCreatedDuringTheCommandIsNotReplaced(name: String) throws
    {
        let sandbox = try Sandbox([name: "kept"])
        let path = "\(sandbox.folder)/\(name)"
        let bytes = Array(Recorded.run.utf8)
        let error = #expect(throws: FileError.self) { try ProductFile.write(bytes, to: path, replacing: false) }
        #expect(error?.exists == true)
        #expect(sandbox.files() == [name: Data("kept".utf8)])
        let size = try ProductFile.write(bytes, to: path, replacing: true)
        let written = Array(try #require(sandbox.files()[name]))
        #expect(size == written.count)
        #expect(try name.hasSuffix(".gz") ? Packed.gunzip(written) == bytes : written == bytes)
        #expect(sandbox.files().count == 1)
    }
}
