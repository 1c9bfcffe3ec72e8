/// Whether a file that needs unredacted values may hold values that a recording hides.
///
/// Three features write such files: `StateRestorer` for the next launch, `HotReload` for editing the state, and `Replica` for
/// other instances. Each checks every write for values that are marked with `Redacted`. If there is one, it writes nothing,
/// and throws an error or reports a problem.
///
///     let hotReload = try HotReload(store, file: "state.json", realValues: .allowed)
///
/// Values that a recording never hides, such as an empty string, `nil` and Booleans, are always written.
public struct RealValues: Sendable {
    let isAllowed: Bool
    let redaction: Redaction?

    /// Writes all values, including those that a recording hides.
    public static let allowed = RealValues(isAllowed: true, redaction: nil)

    /// Writes no state or action with a value that is marked with `Redacted`. The default.
    public static let refused = RealValues(isAllowed: false, redaction: nil)

    /// Writes no state or action with a value that is marked with `Redacted`, or that `redaction` hides. Pass the redaction of
    /// your recorder.
    public static func refused(hiddenBy redaction: Redaction) -> RealValues {
        RealValues(isAllowed: false, redaction: redaction)
    }
}
