internal import TimelineKit
internal import TimelineNavigation
public import TimelineStore

/// The effects of the app's actions, and when they end.
public struct EpisodesEffects: Sendable {
    private let server: EpisodesServer
    private let clock: any Clock<Duration>

    /// - Parameter clock: Measures the pauses before a search and before each retry.
    public init(server: EpisodesServer, clock: any Clock<Duration> = ContinuousClock()) {
        (self.server, self.clock) = (server, clock)
    }

    /// The middleware that runs the effects. A state that is set from outside starts none, so a restored state gets no late responses.
    ///
    /// - Parameters:
    ///   - running: Lists the effects while they run.
    ///   - keepsEffects: Whether the effects of a screen go on when it is gone, which shows the third bug of the app.
    public func middleware(
        in running: RunningEffects, keepsEffects: Bool = false
    ) -> [Middleware<EpisodesState, EpisodesAction>] {
        let ofScreens: Middleware<EpisodesState, EpisodesAction> =
            keepsEffects
            ? .effects(in: running) { action, state in
                if case .screen(let id, let action) = action { effects(of: id, action, state) } else { [] }
            } : .screenEffects(\.screens, action: \.onScreens, in: running, effects)
        return [Self.appearances, .effects(in: running, effects), ofScreens]
    }

    /// Dispatches `appeared` for new screens of episodes, as a view does in SwiftUI's `onAppear`.
    private static let appearances = Middleware<EpisodesState, EpisodesAction> { dispatched, store, next in
        let newest = store.state.lastScreen
        next(dispatched)
        for entry in store.state.screens where entry.id > newest {
            if case .episode = entry.screen { store.dispatch(.screen(id: entry.id, action: .appeared), from: .user) }
        }
    }

    // MARK: - Of the app

    private func effects(
        of action: EpisodesAction, _ before: EpisodesState, _ after: EpisodesState
    ) -> [Effect<EpisodesAction>] {
        var effects: [Effect<EpisodesAction>] = []
        switch action {
        case .refreshTapped: effects.append(refresh(after))
        // The list of an app that is started with a link.
        case .linkOpened where after.list.progress == 0: effects.append(refresh(after))
        case .moreTapped where after.list.hasMore: effects.append(load(page: after.list.pages))
        default: break
        }
        if after.list.search != before.list.search || after.list.pages != before.list.pages {
            effects.append(search(after.list))
        }
        let posting = Set(before.comments.posting.map(\.id))
        return effects + after.comments.posting.filter { !posting.contains($0.id) }.map(post)
    }

    private func refresh(_ state: EpisodesState) -> Effect<EpisodesAction> {
        .run(id: "refresh", cancelInFlight: true) { [server, arrivals = state.comments.arrivals] send in
            let (episodes, isLast) = await server.episodes(page: 0) { send(.refreshProgressed(fraction: $0)) }
            send(.episodesLoaded(episodes: episodes, page: 0, isLast: isLast))
            send(.commentsArrived(comments: server.comments(after: arrivals), arrival: arrivals))
        }
    }

    private func load(page: Int) -> Effect<EpisodesAction> {
        .run(id: "more", cancelInFlight: true) { [server] send in
            let (episodes, isLast) = await server.episodes(page: page) { _ in }
            send(.episodesLoaded(episodes: episodes, page: page, isLast: isLast))
        }
    }

    /// Looks for episodes that are not loaded, when the user has paused. Each change of the text restarts the pause.
    private func search(_ list: ListState) -> Effect<EpisodesAction> {
        if list.search.isEmpty || !list.hasMore { return .cancel(id: "search") }
        return .run(id: "search", cancelInFlight: true) { [server, clock, text = list.search] send in
            do { try await clock.sleep(for: .milliseconds(300)) } catch { return }
            send(.episodesFound(episodes: await server.episodes(matching: text)))
        }
    }

    /// Posts a comment, with two retries after growing pauses. A repeated request returns the same id.
    private func post(_ draft: Comment) -> Effect<EpisodesAction> {
        .run(id: "post \(draft.id)", cancelInFlight: true) { [server, clock] send in
            for pause in [Duration.zero, .milliseconds(500), .seconds(2)] {
                do { try await clock.sleep(for: pause) } catch { return }
                if let id = await server.post(draft) { return send(.commentPosted(draft: draft.id, id: id)) }
            }
            send(.postFailed(draft: draft.id))
        }
    }

    // MARK: - Of a screen, which end with it

    private func effects(of id: Int, _ action: Screen.Action, _ state: EpisodesState) -> [Effect<EpisodesAction>] {
        switch (state.screens[id: id], action) {
        case (.episode(let episode, _), .appeared): [loadDetails(episode, for: id)]
        case (.settings(let sheet), .settings(.page(_, .loginTapped))):
            if case .login(let name, true) = sheet.pages.top.screen { [logIn(name, on: id)] } else { [] }
        case (_, .settings(.wentBack)), (_, .settings(.logoutTapped)): [.cancel(id: "log in")]
        default: []
        }
    }

    private func loadDetails(_ episode: Episode.ID, for id: Int) -> Effect<EpisodesAction> {
        .run { [server] send in
            if let details = await server.details(of: episode) {
                send(.detailsLoaded(details: details))
            } else {
                send(.screen(id: id, action: .episodeMissing))
            }
        }
    }

    private func logIn(_ name: String, on id: Int) -> Effect<EpisodesAction> {
        .run(id: "log in", cancelInFlight: true) { [server] send in
            let seconds = await server.logIn()
            send(.screen(id: id, action: .settings(action: .loggedIn(name: name, seconds: seconds))))
        }
    }
}
