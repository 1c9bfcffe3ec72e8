import Foundation
import Testing
import TimelineKit
import TimelineTestSupport

struct FileStatusTests {
    private let scratch = TemporaryFolder()

    @Test func distinguishesKinds() throws {
        let file = try scratch.write("12345".utf8, to: "file")
        let link = scratch.file("link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        #expect(FileStatus(file)?.kind == .file)
        #expect(FileStatus(scratch.path)?.kind == .folder)
        #expect(FileStatus(link)?.kind == .link)
        #expect(FileStatus(link, followsLinks: true)?.kind == .file)
        #expect(FileStatus("/dev/null")?.kind == .other)
        #expect(FileStatus(scratch.file("none")) == nil)
    }

    @Test func givesSizeModeLinksAndAge() throws {
        let file = try scratch.write("12345".utf8, to: "file")
        try FileManager.default.linkItem(atPath: file, toPath: scratch.file("second"))
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o620, .modificationDate: Date(timeIntervalSince1970: 1_000)], ofItemAtPath: file)
        let status = try #require(FileStatus(file))
        #expect(status.size == 5)
        #expect(status.permissions == 0o620)
        #expect(status.isWritableByOthers)
        #expect(status.isOwn)
        #expect(status.links == 2)
        #expect(status.modified == .seconds(1_000))
        #expect(status.age > 1_000_000)
    }

    @Test func recognizesOneFileUnderTwoNames() throws {
        let one = try scratch.write("1".utf8, to: "one")
        let two = try scratch.write("1".utf8, to: "two")
        try FileManager.default.linkItem(atPath: one, toPath: scratch.file("link"))
        #expect(FileStatus.isSame(one, scratch.file("link")))
        #expect(!FileStatus.isSame(one, two))
        #expect(!FileStatus.isSame(scratch.file("none"), scratch.file("none")))
    }
}
