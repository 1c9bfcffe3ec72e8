/// Why a request is not served: the status of the answer, and what is said in it.
public struct Refusal: Error, Equatable, Sendable, CustomStringConvertible {
    /// The status of HTTP: `401`.
    public let status: Int

    /// What was found, what was expected. Of what the request held, no more than shows what is meant.
    public let reason: String

    /// A header that the status demands.
    let header: String?

    /// Whether it belongs to the protocol's course, and the app is not told of it.
    let isUsual: Bool

    init(_ status: Int, _ reason: String, header: String? = nil, isUsual: Bool = false) {
        self.status = status
        // Whatever it quotes, a line is not to be flooded, and a token that was pasted is not to be repeated.
        self.reason = ShownText.of(RemoteToken.masked(in: String(reason.prefix(1000))), atMost: 400)
        self.header = header
        self.isUsual = isUsual
    }

    public var description: String { "\(status) \(StatusName.of(status)): \(reason)" }
}
