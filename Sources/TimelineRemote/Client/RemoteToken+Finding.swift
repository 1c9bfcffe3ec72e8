internal import TimelineKit

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

extension RemoteToken {
    /// The token of `TIMELINE_TOKEN`, or where that is empty of the file that the host keeps for its user. It is never an argument, which every
    /// process of the machine can see.
    package static func found(for address: RemoteAddress) throws(TokenError) -> RemoteToken {
        if let text = getenv("TIMELINE_TOKEN").map({ String(cString: $0) }), !text.isEmpty {
            guard let token = RemoteToken(text) else { throw .variable }
            return token
        }
        guard address.isOfThisMachine else { throw .elsewhere("\(address)") }
        guard let file = address.tokenFile else { throw .noFolder("\(address)") }
        do throws(FileError) {
            if let token = try TokenFile.read(file) { return token }
        } catch {
            throw .file("\(address)", error)
        }
        throw .empty(file)
    }
}
