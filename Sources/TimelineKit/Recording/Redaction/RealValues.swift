/// Whether a file that needs values as they are may hold those that a recording hides.
///
/// Three features write such files, since a pseudonym is of no use there: `StateRestorer` for the next launch, `HotReload`
/// for a person who edits the state, and `Replica` for the other instances. Each checks every write for a value that is
/// marked with `Redacted`. Where it finds one, it writes nothing, and reports or throws that.
///
///     let hotReload = try HotReload(store, file: "state.json", realValues: .allowed)
///
/// What a recording leaves as it is, such as an empty string, `nil` and a truth value, is no such value.
public struct RealValues: Sendable {
    let isAllowed: Bool
    let redaction: Redaction?

    /// All values are written, including those that a recording redacts. Anyone who can read the file can read them.
    public static let allowed = RealValues(isAllowed: true, redaction: nil)

    /// Nothing is written that holds a value which is marked with `Redacted`. The default.
    public static let refused = RealValues(isAllowed: false, redaction: nil)

    /// Nothing is written that holds a value which is marked with `Redacted`, or which `redaction` hides: give what you give
    /// your recorder.
    ///
    /// **Cost.** With a list, each write is parsed and searched once more.
    public static func refused(hiddenBy redaction: Redaction) -> RealValues {
        RealValues(isAllowed: false, redaction: redaction)
    }
}
