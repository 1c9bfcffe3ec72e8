/// What the system knows of an open file.
package struct FileFacts: Equatable, Sendable {
    /// Device and inode: what makes it this file, whatever it is called.
    package let device: UInt64
    package let inode: UInt64
    /// How many names it has; 0 once it was deleted.
    package let links: Int
    /// In bytes.
    package let size: Int

    package init(device: UInt64, inode: UInt64, links: Int, size: Int) {
        self.device = device
        self.inode = inode
        self.links = links
        self.size = size
    }

    package func isSameFile(as other: FileFacts) -> Bool { device == other.device && inode == other.inode }
}
