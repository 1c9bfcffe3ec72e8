import Foundation
import Testing
import TimelineKit
import TimelineTestSupport

struct FileReplacementTests {
    private let folder = TemporaryFolder()
    private var file: String { folder.file("state.json") }

    private func replace(_ expected: String?, _ text: String) throws -> Bool {
        try PrivateFile.replace(file, expecting: expected.map { Array($0.utf8) }, with: Array(text.utf8))
    }

    @Test func aFileWithTheExpectedContentsIsReplaced() throws {
        #expect(try replace(nil, "one"))
        let before = try FileManager.default.attributesOfItem(atPath: file)
        #expect(before[.posixPermissions] as? Int == 0o600)
        #expect(try replace("one", "two"))
        #expect(try text(of: file) == "two")
        let after = try FileManager.default.attributesOfItem(atPath: file)
        #expect(after[.systemFileNumber] as? Int != before[.systemFileNumber] as? Int)
        #expect(try folder.names() == ["state.json"])
    }

    /// The file was saved in place, replaced, removed, created, or replaced by a folder since it was last read.
    @Test func aFileWithOtherContentsIsUntouched() throws {
        #expect(try !replace("one", "two"))
        #expect(try folder.names() == [])
        for isAtomic in [false, true] {
            try "saved".write(toFile: file, atomically: isAtomic, encoding: .utf8)
            #expect(try !replace("one", "two"))
            #expect(try !replace(nil, "two"))
            #expect(try !replace("", "two"))
            #expect(try text(of: file) == "saved")
        }
        #expect(unlink(file) == 0 && mkdir(file, 0o700) == 0)
        #expect(try !replace("saved", "two"))
        #expect(try !replace(nil, "two"))
        #expect(rmdir(file) == 0 && symlink("elsewhere", file) == 0)
        #expect(try !replace("saved", "two"))
        #expect(try !replace(nil, "two"))
        #expect(try folder.names() == ["state.json"])
    }
}
