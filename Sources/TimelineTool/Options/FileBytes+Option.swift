internal import TimelineKit

extension FileBytes {
    static func contents(of file: String) throws(ToolError) -> [UInt8] {
        let source = try ToolError.mapping(try FileBytes(opening: file))
        return try ToolError.mapping(try source.read(at: 0, count: try source.size()))
    }
}
