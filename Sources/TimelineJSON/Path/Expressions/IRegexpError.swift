/// Why a text is no regular expression that can be tried.
enum IRegexpError: Error {
    /// RFC 9485 does not allow it.
    case invalid
    /// It is nested too deeply, or its repetitions make it too large (`IRegexpProgram.sizeLimit`).
    case tooLarge
}
