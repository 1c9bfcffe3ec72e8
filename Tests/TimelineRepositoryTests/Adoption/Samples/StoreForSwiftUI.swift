import Dispatch
import TimelineKit
import TimelineLive
import TimelineStore

/// Stands in for the parts of SwiftUI and UIKit that the samples use.
enum StoreForSwiftUI {
    @MainActor @preconcurrency protocol View {
        associatedtype Body: View
        @ViewBuilder var body: Body { get }
    }

    @resultBuilder enum ViewBuilder {
        static func buildBlock<each Content: View>(_ content: repeat each Content) -> AnyView { AnyView() }
    }

    struct AnyView: View { var body: some View { AnyView() } }

    struct Text: View {
        init(_ content: String) {}
        var body: some View { AnyView() }
    }

    struct Button: View {
        init(_ title: String, action: @escaping @MainActor () -> Void) {}
        var body: some View { AnyView() }
    }

    struct Stepper: View {
        init(_ title: String, value: Binding<Int>) {}
        var body: some View { AnyView() }
    }

    struct Binding<Value> {
        init(
            get: @escaping @isolated(any) @Sendable () -> Value,
            set: @escaping @isolated(any) @Sendable (Value) -> Void
        ) {}
    }

    @MainActor class UIViewController {
        init() {}
        func viewDidLoad() {}
    }

    @MainActor class UILabel {
        var text: String?
    }
}

extension StoreForSwiftUI {
    typealias Counter = Core.Counter
    typealias CounterAction = Core.CounterAction
    typealias CounterProgram = Core.CounterProgram

    @MainActor static func start(folder: String) throws {
        // sample: StoreForSwiftUI#Overview:1
        // sample: StoreForSwiftUI#What notifies:1
        traveler.resume()
    }

    // sample: StoreForSwiftUI#Overview:2

    struct CounterStepper: View {
        let store: MainStore<Counter, CounterAction>

        var body: some View {
            // sample: StoreForSwiftUI#Overview:3
        }
    }

    static func celebrate() async {}

    static func effects(_ recorder: Recorder<Counter, CounterAction>) {
        // sample: Effects#Overview:1
        // sample: Effects#Overview:2
        store.dispatch(.reset)
    }

    static func idle() -> Middleware<Counter, CounterAction> {
        // sample: Effects#Canceling:1
        return idling
    }

    static func wait() async {
        // sample: Effects#Waiting for effects:1
    }

    // sample: StoreForSwiftUI#Without SwiftUI:1

    @MainActor static func follow(_ store: MainStore<Counter, CounterAction>) async {
        // sample: StoreForSwiftUI#Without SwiftUI:2
    }
}
