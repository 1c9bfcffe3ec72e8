/// Returns a reducer for a stack of screens: the reducer of the screen runs first, then that of the coordinator.
///
///     static let reducer = forEachScreen(
///         \AppState.screens, action: \.screens, reduceScreen: { screen, action in … },
///         onProblem: { print($0) }
///     ) { state, action in
///         switch action {
///         case .screens(.screen(_, .episodeTapped(let id))): try state.screens.push(.detail(id), id: state.nextID())
///         default: break
///         }
///     }
///
/// - An action of a screen changes the screen with that id. If it is gone, the action is ignored: the coordinator is not
///   called either.
/// - What the user did to the stack is applied before the coordinator gets the action.
/// - The coordinator gets all other actions too. If it throws, the stack is as it was before, and `onProblem` is called. What it
///   changed outside the stack stays.
///
/// A coordinator is itself a reducer, so `reduceScreen` may call a child coordinator, whose stack is part of a screen.
///
/// - Parameters:
///   - stack: The stack in the state.
///   - screenAction: The action for the stack that an action holds, or nil.
///   - onProblem: Called where a change is not possible, on the thread that reduces: again when the action is replayed.
public func forEachScreen<State, Action, Screen, InnerAction, ID: Hashable & Sendable>(
    _ stack: any WritableKeyPath<State, ScreenStack<Screen, ID>> & Sendable,
    action screenAction: @escaping @Sendable (_ action: Action) -> ScreenAction<InnerAction, ID>?,
    reduceScreen: @escaping @Sendable (_ screen: inout Screen, _ action: InnerAction) -> Void,
    onProblem: @escaping @Sendable (_ problem: ScreenStackError) -> Void,
    coordinator: @escaping @Sendable (_ state: inout State, _ action: Action) throws(ScreenStackError) -> Void
) -> @Sendable (_ state: inout State, _ action: Action) -> Void {
    { state, action in
        do throws(ScreenStackError) {
            switch screenAction(action) {
            case .screen(let id, let inner):
                guard let index = state[keyPath: stack].index(of: id) else { return }
                reduceScreen(&state[keyPath: stack].entries[index].screen, inner)
            case .wentBack(let id): try state[keyPath: stack].goBack(to: id)
            case nil: break
            }
        } catch {
            return onProblem(error)
        }
        let before = state[keyPath: stack]
        do throws(ScreenStackError) {
            try coordinator(&state, action)
        } catch {
            state[keyPath: stack] = before
            onProblem(error)
        }
    }
}

/// An action of a screen on a stack, or a change of the stack that the user made.
///
/// Its JSON is `{"screen":{"action":…,"id":1}}` or `{"wentBack":{"to":0}}`.
public enum ScreenAction<Action, ID: Hashable> {
    /// An action of the screen with this id. It is ignored once the screen is gone.
    case screen(id: ID, action: Action)
    /// The user went back, by a back swipe, a long press on the back button or by swiping a sheet down: the user interface
    /// shows the screen with this id, and those above it are gone.
    case wentBack(to: ID)
}

extension ScreenAction: Sendable where Action: Sendable, ID: Sendable {}
extension ScreenAction: Equatable where Action: Equatable {}
extension ScreenAction: Hashable where Action: Hashable {}
extension ScreenAction: Encodable where Action: Encodable, ID: Encodable {}
extension ScreenAction: Decodable where Action: Decodable, ID: Decodable {}
