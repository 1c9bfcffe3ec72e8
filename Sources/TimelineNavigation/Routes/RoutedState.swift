/// A state that says where the user is.
public protocol RoutedState {
    var route: Route { get set }
}
