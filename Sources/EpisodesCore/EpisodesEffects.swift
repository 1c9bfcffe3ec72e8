internal import TimelineKit
public import TimelineStore

/// The effects of the app's actions.
public struct EpisodesEffects: Sendable {
    private let server: EpisodesServer

    public init(server: EpisodesServer) {
        self.server = server
    }

    /// The effects of `action`, which led to `state`.
    public func effects(of action: EpisodesAction, _ state: EpisodesState) -> [Effect<EpisodesAction>] {
        switch action {
        case .refreshTapped:
            [refresh(after: state.comments.arrivals)]
        case .postTapped where state.sheet == nil:
            state.comments.all.suffix(1).filter(\.isPosting).map(post)
        default:
            []
        }
    }

    /// A refresh cancels the one in progress.
    private func refresh(after arrivals: Int) -> Effect<EpisodesAction> {
        .run(id: "refresh") { [server] send in
            let episodes = await server.episodes { send(.refreshProgressed(fraction: $0)) }
            send(.episodesLoaded(episodes: episodes))
            send(.commentsArrived(comments: server.comments(after: arrivals)))
        }
    }

    private func post(_ draft: Comment) -> Effect<EpisodesAction> {
        .run(id: "post \(draft.id)") { [server] send in
            send(.commentPosted(draft: draft.id, id: await server.post(draft)))
        }
    }
}
