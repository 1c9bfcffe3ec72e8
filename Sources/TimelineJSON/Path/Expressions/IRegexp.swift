/// A regular expression of RFC 9485, the kind that `match` and `search` take.
///
/// Matching takes time in proportion to the text, whatever the expression. As the mappings of RFC 9485, section 5 do,
/// `^` and `$` outside of brackets stand for the start and the end of the text.
struct IRegexp: Sendable {
    /// Why a text is not a regular expression that can be tried.
    enum Failure: Error {
        /// RFC 9485 does not allow it.
        case invalid
        /// It is nested too deeply, or its repetitions make it too large (`IRegexpProgram.sizeLimit`).
        case tooLarge
    }

    private let program: IRegexpProgram

    /// The expression that `text` spells.
    init(parsing text: String) throws(Failure) {
        var parser = IRegexpParser(text)
        guard let syntax = parser.wholeExpression() else { throw parser.isTooDeep ? .tooLarge : .invalid }
        guard let program = IRegexpProgram(syntax) else { throw .tooLarge }
        self.program = program
    }

    /// The number of instructions.
    var size: Int { program.instructions.count }

    /// Whether the expression fits the whole of `text`.
    func matches(_ text: String) -> Bool {
        var matcher = IRegexpMatcher(program)
        return matcher.run(over: text, wholly: true)
    }

    /// Whether the expression fits some part of `text`.
    func isFound(in text: String) -> Bool {
        var matcher = IRegexpMatcher(program)
        return matcher.run(over: text, wholly: false)
    }
}
