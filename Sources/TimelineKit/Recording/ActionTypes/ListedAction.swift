/// What a recorder asks of `RecordedAction`, whatever its list is.
protocol ListedAction {
    /// Two types with one tag, each as a sentence.
    static var clashes: [String] { get }

    /// Why an action of `type` has no recorded form.
    static func unlisted(_ type: Any.Type) -> UnlistedAction
}
