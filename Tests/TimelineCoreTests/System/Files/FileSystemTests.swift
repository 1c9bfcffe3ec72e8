import Foundation
import Testing
import TimelineKit
import TimelineTestSupport

struct FileSystemTests {
    private let scratch = TemporaryFolder()

    @Test func listsAllEntriesOfAFolder() throws {
        _ = try scratch.write("".utf8, to: ".hidden")
        _ = try scratch.write("".utf8, to: "file")
        try FileSystem.makeFolder(scratch.file("folder"))
        #expect(try FileSystem.names(in: scratch.path).sorted() == [".hidden", "file", "folder"])
        #expect(try FileSystem.names(in: scratch.file("folder")) == [])
        let none = scratch.file("none")
        #expect(errorMessage { try FileSystem.names(in: none) } == "cannot open \(none): no such file or directory")
    }

    @Test(arguments: [
        ("a", ".", "a"), ("/a", "/", "a"), ("a/b", "a", "b"), ("/a/b", "/a", "b"), ("a/", "a", ""), ("", ".", ""),
    ])
    func aPathIsAFolderAndAName(path: String, folder: String, name: String) {
        let parts = FileSystem.split(path)
        #expect(parts.folder == folder)
        #expect(parts.name == name)
    }

    @Test func aNewFolderHasMode0700() throws {
        let path = scratch.file("folder")
        #expect(try FileSystem.makeFolder(path))
        #expect(try !FileSystem.makeFolder(path))
        #expect(FileStatus(path)?.permissions == 0o700)
        let deep = scratch.file("none/folder")
        #expect(errorMessage { try FileSystem.makeFolder(deep) } == "cannot create \(deep): no such file or directory")
    }

    /// Where a hard link is impossible, as on exFAT; here because the file has as many as ext4 allows.
    @Test func aFileIsRenamedWithoutALinkUnlessTheNameExists() throws {
        let file = try scratch.write("new".utf8, to: "file")
        let (free, taken) = (scratch.file("free"), try scratch.write("old".utf8, to: "taken"))
        #expect(FileSystem.renameUnlessExisting(file, to: taken) == EEXIST)
        var links = 0
        while links < 66_000, link(file, scratch.file("\(links)")) == 0 { links += 1 }
        #expect(FileSystem.renameUnlessExisting(file, to: taken) == EEXIST)
        #expect(FileSystem.renameUnlessExisting(file, to: free) == 0)
        #expect(try scratch.bytes(of: "free").text == "new")
        #expect(try scratch.bytes(of: "taken").text == "old")
        #expect(FileStatus(file) == nil)
        #expect(FileSystem.renameUnlessExisting(file, to: scratch.file("none")) == ENOENT)
        #expect(FileStatus(scratch.file("none")) == nil)
    }
}
