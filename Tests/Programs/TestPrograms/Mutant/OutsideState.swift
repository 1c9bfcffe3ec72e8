public import Foundation

/// Its reducer asks a dependency, `PERMISSION` in the environment, warns on standard error, and makes identifiers without `Generated`.
public struct OutsideState: CaseState {
    public enum Action: Codable, Sendable { case recordTapped, addTapped, removeTapped(UUID) }

    public static let program = "outside"
    var alert: String?
    public private(set) var items: [UUID] = []

    public init() {}

    public mutating func reduce(_ action: Action) {
        switch action {
        case .recordTapped:
            alert = ProcessInfo.processInfo.environment["PERMISSION"]
            FileHandle.standardError.write(Data("asked\n".utf8))
        case .addTapped: items.append(UUID())
        case .removeTapped(let id): items.remove(at: items.firstIndex(of: id)!)
        }
    }
}
