internal import TimelineKit
internal import TimelineNavigation
public import TimelineStore

/// The effects of the app's actions, and when they end.
public struct EpisodesEffects: Sendable {
    private let server: EpisodesServer
    private let clock: any Clock<Duration>

    /// - Parameter clock: Measures the pauses before a search and before each retry.
    public init(server: EpisodesServer, clock: any Clock<Duration> = ContinuousClock()) {
        self.server = server
        self.clock = clock
    }

    /// The middleware that runs them.
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

    private func effects(of action: EpisodesAction, _ state: EpisodesState) -> [Effect<EpisodesAction>] {
        switch action {
        case .refreshTapped: [refresh(state)]
        case .linkOpened where state.notice == nil:
            (state.list.pages == 0 ? [refresh(state)] : [])
                + (state.list.search.isEmpty ? [] : [search(state.list.search)])
        case .moreTapped where state.list.hasMore: [load(page: state.list.pages)]
        case .searchChanged(let text): [text.isEmpty || !state.list.hasMore ? .cancel(id: "search") : search(text)]
        case .screen(let id, .postTapped) where state.screens[id: id] == nil:
            state.comments.all.suffix(1).filter { $0.delivery == .posting }.map(post)
        case .retryTapped: state.comments.all.filter { $0.delivery == .posting }.map(post)
        default: []
        }
    }

    /// A refresh cancels the one in progress.
    private func refresh(_ state: EpisodesState) -> Effect<EpisodesAction> {
        .run(id: "refresh") { [server, arrivals = state.comments.arrivals] send in
            let (episodes, isLast) = await server.episodes(page: 0) { send(.refreshProgressed(fraction: $0)) }
            send(.episodesLoaded(episodes: episodes, page: 0, isLast: isLast))
            send(.commentsArrived(comments: server.comments(after: arrivals)))
        }
    }

    private func load(page: Int) -> Effect<EpisodesAction> {
        .run(id: "more") { [server] send in
            let (episodes, isLast) = await server.episodes(page: page) { _ in }
            send(.episodesLoaded(episodes: episodes, page: page, isLast: isLast))
        }
    }

    /// Searches the pages that are not loaded, when the user has paused. Each change of the text begins the pause anew.
    private func search(_ text: String) -> Effect<EpisodesAction> {
        .run(id: "search") { [server, clock] send in
            do { try await clock.sleep(for: .milliseconds(300)) } catch { return }
            send(.episodesFound(episodes: await server.episodes(matching: text)))
        }
    }

    /// Posts a comment, with two retries after growing pauses. The server takes a comment only once.
    private func post(_ draft: Comment) -> Effect<EpisodesAction> {
        .run(id: "post \(draft.id)") { [server, clock] send in
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
        .run(id: "log in") { [server] send in
            let seconds = await server.logIn(name)
            send(.screen(id: id, action: .settings(action: .loggedIn(name: name, seconds: seconds))))
        }
    }
}
