/// A host that was started.
struct RunningHost: Sendable {
    let place: HostPlace
    let task: Task<Void, Never>
}
