/// An action of a screen on a stack, or a change of the stack that the user made.
///
/// Its JSON is `{"screen":{"action":…,"id":1}}` or `{"updateScreens":{"backTo":0}}`.
public enum ScreenAction<Action, ID: Hashable> {
    /// An action of the screen with this id. It is ignored once the screen is gone.
    case screen(id: ID, action: Action)
    /// The user went back, by a back swipe, a long press on the back button or by swiping a sheet down: the user interface
    /// shows the screen with this id, and those above it are gone.
    case updateScreens(backTo: ID)
}

extension ScreenAction: Sendable where Action: Sendable, ID: Sendable {}
extension ScreenAction: Equatable where Action: Equatable {}
extension ScreenAction: Hashable where Action: Hashable {}
extension ScreenAction: Encodable where Action: Encodable, ID: Encodable {}
extension ScreenAction: Decodable where Action: Decodable, ID: Decodable {}
