/// Shows the routes of a store, one at a time.
///
///     let router = Router(root) { print($0) }
///     for await route in store.values(of: \.route) { router.show(route) }
///
/// A change begins when the one before is done. Of those that wait, the last one wins; the others are never shown. A route that is
/// shown already when it is due changes nothing, so a route that the user interface itself went to is not shown again.
///
/// A coordinator that does not return within the timeout is canceled and reported, and the next change begins. It may still run: it
/// should change nothing once `Task.isCancelled` is true.
@MainActor
public final class Router {
    private let root: any Coordinator
    private let timeout: Duration
    private let clock: any Clock<Duration>
    private let onProblem: @MainActor (_ problem: RouterProblem) -> Void
    private var isStarted = false
    private var next: Route?
    private var changes: Task<Void, Never>?

    /// Makes a router. It calls `start` with the first route.
    ///
    /// - Parameters:
    ///   - root: The outermost coordinator.
    ///   - timeout: How long each call of it may take.
    ///   - clock: Measures the timeout.
    ///   - onProblem: Called when a route is not shown.
    public init(
        _ root: any Coordinator, timeout: Duration = .seconds(3), clock: any Clock<Duration> = ContinuousClock(),
        onProblem: @escaping @MainActor (_ problem: RouterProblem) -> Void
    ) {
        (self.root, self.timeout, self.clock, self.onProblem) = (root, timeout, clock, onProblem)
    }

    /// Shows a route after the change that has begun, in the place of one that waits. Returns at once.
    public func show(_ route: Route) {
        next = route
        if changes == nil { changes = Task { await showNext() } }
    }

    /// Waits until no change is left. Do not call it in a coordinator, which would wait for itself.
    public func settled() async { while let changes { await changes.value } }

    private func showNext() async {
        while let route = next {
            next = nil
            await change(to: route)
        }
        changes = nil
    }

    private func change(to route: Route) async {
        let root = root
        guard isStarted else {
            isStarted = await call("start", route) { () async throws(RouteError) in try await root.start(route) }
            return
        }
        guard route != root.route, await call("prepare", route, { await root.prepare(for: route) }) else { return }
        _ = await call("show", route) { () async throws(RouteError) in try await root.show(route) }
    }

    private func call(
        _ name: String, _ route: Route, _ body: @escaping @MainActor () async throws(RouteError) -> Void
    ) async -> Bool {
        let (answers, answer) = AsyncStream<Result<Void, RouteError>>.makeStream()
        let work = Task {
            do throws(RouteError) {
                try await body()
                answer.yield(.success(()))
            } catch {
                answer.yield(.failure(error))
            }
        }
        let timer = Task { [clock, timeout] in
            if (try? await clock.sleep(for: timeout)) != nil { answer.finish() }
        }
        defer {
            work.cancel()
            timer.cancel()
        }
        var iterator = answers.makeAsyncIterator()
        switch await iterator.next(isolation: #isolation) {
        case .success?: return true
        case .failure(let error)?: onProblem(RouterProblem(kind: .notUnderstood, route: route, description: "\(error)"))
        case nil:
            onProblem(
                RouterProblem(
                    kind: .timeout, route: route, description: "\(route): '\(name)' did not return within \(timeout)"))
        }
        return false
    }
}

/// A route that was not shown.
public struct RouterProblem: Equatable, Sendable, CustomStringConvertible {
    /// What went wrong. Later versions may add kinds.
    public enum Kind: Sendable {
        /// A coordinator did not return in time. It was canceled, and the change given up.
        case timeout
        /// A coordinator did not understand a part of the route.
        case notUnderstood
    }

    /// The kind of the problem, to switch over.
    public let kind: Kind

    /// The route that should be shown.
    public let route: Route

    /// What happened. It holds text of the route, which may be anything.
    public let description: String
}
