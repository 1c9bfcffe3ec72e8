internal import TimelineKit

extension RemoteToken {
    /// From `TIMELINE_TOKEN` or the token file. Never a command-line argument, which every process of the machine can read.
    package static func found(for address: RemoteAddress) throws(RemoteError) -> RemoteToken {
        if let text = Environment["TIMELINE_TOKEN"], !text.isEmpty {
            guard let token = RemoteToken(text) else { throw .invalidToken }
            return token
        }
        let problem = "there is no token for \(address)"
        guard address.isLocal else {
            throw .noToken(
                reason:
                    "\(problem): token files are read for 127.0.0.1 and localhost only. Put the token of the host into "
                    + "TIMELINE_TOKEN.")
        }
        let advice = "Is the app running? The token may also be in TIMELINE_TOKEN."
        guard let file = try? address.tokenFile() else {
            throw .noToken(reason: "\(problem): the folder ~/.timeline does not exist. \(advice)")
        }
        do throws(FileError) {
            if let token = try TokenFile.read(file) { return token }
        } catch {
            throw .noToken(reason: "\(problem): \(error). \(advice)")
        }
        throw .noToken(reason: "\(file) does not contain a token")
    }
}
