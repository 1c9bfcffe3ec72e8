import Testing
import TimelineSystem
import TimelineTestSupport

struct FileSystemTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test func listsAllEntriesOfAFolder() throws {
        _ = try scratch.write("".utf8, to: ".hidden")
        _ = try scratch.write("".utf8, to: "file")
        try FileSystem.makeFolder(scratch.file("folder"))
        #expect(try FileSystem.names(in: scratch.path).sorted() == [".hidden", "file", "folder"])
        #expect(try FileSystem.names(in: scratch.file("folder")) == [])
        let none = scratch.file("none")
        let error = #expect(throws: FileError.self) { try FileSystem.names(in: none) }
        #expect(error?.description == "cannot open \(none): no such file or directory")
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
        let error = #expect(throws: FileError.self) { try FileSystem.makeFolder(deep) }
        #expect(error?.description == "cannot create \(deep): no such file or directory")
    }
}
