package struct HTTPRequest<Path: ServedPath>: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        case read
        case change(bodyBytes: Int)
        case webSocket(key: String)
    }

    package let endpoint: Path
    package let kind: Kind
    package let parameters: [String: String]
    package let keepsAlive: Bool
}
