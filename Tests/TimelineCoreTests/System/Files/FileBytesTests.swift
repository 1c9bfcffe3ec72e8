import Foundation
import Testing
import TimelineKit
import TimelineTestSupport

struct FileBytesTests {
    @Test func readsAtAnyOffset() throws {
        let scratch = TemporaryFolder()
        let file = try FileBytes(opening: scratch.write("0123456789".utf8, to: "digits"))
        #expect(try file.size() == 10)
        #expect(try file.read(at: 0, count: 4).text == "0123")
        #expect(try file.read(at: 8, count: 4).text == "89")
        #expect(try file.read(at: 10, count: 4) == [])
        #expect(try file.read(at: 99, count: 4) == [])
    }

    @Test func reportsWhyAFileCannotBeRead() throws {
        let scratch = TemporaryFolder()
        let missing = #expect(throws: FileError.self) { try FileBytes(opening: scratch.file("none")) }
        #expect(missing?.description == "cannot open \(scratch.file("none")): no such file or directory")
        #expect(missing?.isMissing == true)
        #expect(errorMessage { try FileBytes(opening: scratch.path) } == "cannot read \(scratch.path): is a directory")
        // Without waiting for a writer.
        #expect(mkfifo(scratch.file("pipe"), 0o600) == 0)
        #expect(throws: FileError.self) { try FileBytes(opening: scratch.file("pipe")) }
        #expect(
            errorMessage { try FileBytes(opening: "/dev/null") }
                == "cannot read /dev/null: it is not a regular file; pipe what it holds to standard input, as -")
    }
}
