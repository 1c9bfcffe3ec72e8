internal import TimelineKit

extension FileBytes {
    static func contents(of file: String) throws(ToolError) -> [UInt8] {
        do throws(FileError) {
            let source = try FileBytes(opening: file)
            return try source.read(at: 0, count: try source.size())
        } catch { throw ToolError(.usage, error.description) }
    }
}
