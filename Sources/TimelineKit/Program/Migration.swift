/// How the actions and states that older versions of a program recorded become those that a version decodes.
///
/// A migration changes JSON values before they are decoded. It applies to timelines that were recorded by a version before its own;
/// several apply in the order of their versions, and those of one version in the order of the list. One to a version after that of
/// the program does not apply.
///
///     let migrations: [Migration] = [
///         .actions(to: "2.0.0") { action in action.rename("rowTapped", to: "episodeTapped") },
///         .states(to: "2.0.0") { state in state["list"]?["page"] = 0 },
///     ]
///
/// Versions are compared as in Semantic Versioning 2.0.0, section 11: runs of digits between dots as numbers, other text by its
/// bytes; `2.0.0-beta` comes before `2.0.0`.
public struct Migration: Sendable {
    /// The version that changed the schema.
    package let version: String

    package enum Part: String, Sendable { case action, state }

    let part: Part
    let change: @Sendable (_ value: inout Value) -> Void

    /// Changes each action that a version before `version` recorded.
    public static func actions(
        to version: String, _ change: @escaping @Sendable (_ action: inout Value) -> Void
    ) -> Migration {
        Migration(version: version, part: .action, change: change)
    }

    /// Changes each state that a version before `version` recorded.
    public static func states(
        to version: String, _ change: @escaping @Sendable (_ state: inout Value) -> Void
    ) -> Migration {
        Migration(version: version, part: .state, change: change)
    }
}
