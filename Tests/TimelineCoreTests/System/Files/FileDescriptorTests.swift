import Foundation
import Testing
import TimelineKit
import TimelineTestSupport

struct FileDescriptorTests {
    private let scratch = TemporaryFolder()

    @Test func aNewFileHasMode0600() throws {
        let path = scratch.file("new")
        let file = try FileDescriptor(path, for: .creating)
        #expect(file.status?.permissions == 0o600)
        try file.write(Array("12345".utf8))
        #expect(try file.read(at: 3, count: 9).text == "45")
        let error = #expect(throws: FileError.self) { try FileDescriptor(path, for: .creating).sync() }
        #expect(error?.description == "cannot create \(path): file exists")
    }

    @Test func aLockHoldsUntilTheFileIsClosed() throws {
        let path = scratch.file("lock")
        do {
            let first = try FileDescriptor(path, for: .locking)
            #expect(try first.lock())
            #expect(try !FileDescriptor(path, for: .locking).lock())
            #expect(try !FileDescriptor(path, for: .reading).lock(shared: true))
        }
        #expect(try FileDescriptor(path, for: .locking).lock())
    }

    @Test func whereNoFileCanBeLockedOneCountsAsLockedWhileItIsWritten() throws {
        let path = try scratch.write([], to: "unlockable")
        func isLocked(seconds: Int) -> Bool {
            FileDescriptor.isLocked(path, orWrittenWithin: seconds) { (_) throws(FileError) in
                throw FileError(path, "lock", EOPNOTSUPP)
            }
        }
        #expect(isLocked(seconds: 3600) && !isLocked(seconds: 0))
        #expect(!FileDescriptor.isLocked(path, orWrittenWithin: 3600))
        try FileManager.default.setAttributes([.modificationDate: Date() - 3601], ofItemAtPath: path)
        #expect(!isLocked(seconds: 3600))
    }
}
