/// What shows no value in its mirror, and has one.
protocol HoldsHiddenValue {
    var hiddenValue: Any { get }
}
