import TimelineKit
import TimelineNavigation
import TimelineStore

nonisolated enum RouteSamples {
    // sample: NavigationInState#Routes:1

    static func navigate(_ store: Store<Catalog, CatalogAction>) {
        // sample: NavigationInState#Routes:2
    }

    @MainActor static func show(_ store: MainStore<Catalog, CatalogAction>, _ root: any Coordinator) async {
        // sample: NavigationInState#Routes:3
    }
}

nonisolated enum FeedSamples {
    // sample: NavigationInState#Screen stacks:1
}

typealias Feed = FeedSamples.Feed
typealias FeedAction = FeedSamples.FeedAction

// sample: DeepLinks#Overview:1

enum ScreenSamples {
    nonisolated static func reducer() -> @Sendable (inout Feed, FeedAction) -> Void {
        // sample: NavigationInState#Screen stacks:2
        return feedReducer
    }

    nonisolated static func effects(_ like: @escaping @Sendable (Int) async -> Void) -> Middleware<Feed, FeedAction> {
        // sample: NavigationInState#Screen stacks:4
        return feedEffects
    }

    @MainActor struct FeedView {
        typealias Binding = StoreForSwiftUI.Binding
        let store: MainStore<Feed, FeedAction>

        // sample: NavigationInState#Screen stacks:3
    }

    @MainActor static func follow(_ store: MainStore<Feed, FeedAction>) async throws {
        let shown = ScreenStack(root: Feed.Screen.list, id: 0)
        func show(_ stack: ScreenStack<Feed.Screen, Int>) {}
        // sample: NavigationInState#Legal steps:1
    }

    @MainActor static func open(_ store: MainStore<Feed, FeedAction>) {
        // sample: DeepLinks#Overview:2
    }

    nonisolated static func search() throws -> (String?, Int) {
        // sample: DeepLinks#Query parameters:1
        return (text, page)
    }
}
