import Foundation
import Testing
import TimelineKit
import TimelineTestSupport

struct PrivateFileTests {
    private let scratch = TemporaryFolder()

    @Test func aFileIsWrittenAtomicallyWithMode0600() throws {
        let path = scratch.file("file")
        try PrivateFile.write(Array("one".utf8), to: path)
        try PrivateFile.write(Array("two".utf8), to: path)
        #expect(try PrivateFile.read(path).text == "two")
        #expect(FileStatus(path)?.permissions == 0o600)
        #expect(try FileSystem.names(in: scratch.path) == ["file"])
    }

    @Test func aLinkIsReplacedAndNotFollowed() throws {
        let file = try scratch.write("theirs".utf8, to: "file")
        let link = scratch.file("link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        let error = #expect(throws: FileError.self) { try PrivateFile.read(link) }
        #expect(error?.description == "cannot open \(link): it is a symbolic link, which is not followed")
        try PrivateFile.write(Array("ours".utf8), to: link)
        #expect(try PrivateFile.read(file).text == "theirs")
        #expect(try PrivateFile.read(link).text == "ours")
    }

    @Test func aFailedWriteLeavesNoFile() throws {
        let folder = scratch.file("folder")
        try FileSystem.makeFolder(folder)
        let error = #expect(throws: FileError.self) { try PrivateFile.write(Array("1".utf8), to: folder) }
        #expect(error?.description == "cannot create \(folder): is a directory")
        #expect(try FileSystem.names(in: scratch.path) == ["folder"])
        let deep = scratch.file("none/file")
        let missing = #expect(throws: FileError.self) { try PrivateFile.write(Array("1".utf8), to: deep) }
        #expect(missing?.description == "cannot create \(deep): no such file or directory")
    }

    @Test func foldersAndLargeFilesAreNotRead() throws {
        let folder = #expect(throws: FileError.self) { try PrivateFile.read(scratch.path) }
        #expect(folder?.description == "cannot read \(scratch.path): it is not a regular file")
        let large = scratch.file("large")
        _ = FileManager.default.createFile(atPath: large, contents: nil)
        try #require(FileHandle(forWritingAtPath: large)).truncate(atOffset: UInt64(PrivateFile.sizeLimit) + 1)
        #expect(errorMessage { try PrivateFile.read(large) } == "cannot read \(large): file too large")
    }

    @Test func aSecretThatOthersMayReadThrows() throws {
        let path = scratch.file("secret")
        try PrivateFile.write(Array("secret".utf8), to: path)
        #expect(try PrivateFile.readSecret(path, limit: 3).text == "sec")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
        #expect(errorMessage { try PrivateFile.readSecret(path, limit: 3) } == "cannot open \(path): permission denied")
    }
}
