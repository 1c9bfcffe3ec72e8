import Foundation
import TestSupport
import Testing

@testable import TimelineKit

/// The checks of a folder for recordings.
struct RecordingFolderTests {
    private let scratch: TemporaryFolder

    init() throws { scratch = try TemporaryFolder() }

    private func refusal(of folder: String, name: String? = nil) -> String? {
        TestSupport.problemOnStart(in: .folder(folder, name: name))?.message
    }

    private func mode(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test func aNewFolderHasMode0700() throws {
        let folder = scratch.file("new")
        #expect(refusal(of: folder + "/") == nil)
        #expect(try mode(of: folder) == 0o700)
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first)
        #expect(try mode(of: "\(folder)/\(name)") == 0o600)
        #expect(name.hasPrefix("counter-") && name.hasSuffix("-000001.jsonl"))
    }

    @Test func aLinkIsRejected() throws {
        try FileManager.default.createSymbolicLink(
            atPath: scratch.file("link"), withDestinationPath: scratch.path)
        for path in [scratch.file("link"), scratch.file("link/")] {
            #expect(
                refusal(of: path) == """
                    nothing is recorded: the folder \(path) cannot be used: it is a symbolic link, which is not followed
                    """)
        }
    }

    @Test func aFileIsRejected() throws {
        try "x".write(toFile: scratch.file("plain"), atomically: false, encoding: .utf8)
        #expect(
            refusal(of: scratch.file("plain"))
                == "nothing is recorded: the folder \(scratch.file("plain")) cannot be used: it is not a folder")
    }

    @Test func aFolderThatOthersMayWriteToIsRejected() throws {
        let folder = scratch.file("open")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        chmod(folder, 0o1777)
        #expect(
            refusal(of: folder) == """
                nothing is recorded: the folder \(folder) cannot be used: other users may write to it; set its mode to 700
                """)
    }

    @Test func aFolderOfAnotherUserIsRejected() throws {
        let folder = scratch.file("theirs")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        guard chown(folder, 4242, 4242) == 0 else {
            print("skipped: only root gives folders away")
            return
        }
        #expect(
            refusal(of: folder) == """
                nothing is recorded: the folder \(folder) cannot be used: it is owned by another user
                """)
    }

    @Test func aFolderWithoutAParentIsRejected() {
        let folder = scratch.file("a/b")
        #expect(
            refusal(of: folder) == "nothing is recorded: the folder \(folder) cannot be used: no such file or directory"
        )
    }

    @Test(arguments: ["", ".hidden", "a/b"])
    func anInvalidNameIsRejected(name: String) {
        let folder = scratch.file("new")
        #expect(
            refusal(of: folder, name: name) == """
                nothing is recorded: the folder \(folder) cannot be used: the name of its files is empty, begins with a dot or has \
                a slash
                """)
    }
}
