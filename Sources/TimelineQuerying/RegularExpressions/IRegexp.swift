package import TimelineJSON

/// A regular expression of RFC 9485, the kind that `match` and `search` take.
///
/// Matching takes time in proportion to the text, whatever the expression. As the mappings of RFC 9485, section 5 do,
/// `^` and `$` outside of brackets stand for the start and the end of the text.
package struct IRegexp: RegularExpression {
    private let program: IRegexpProgram

    /// The expression that `text` spells.
    package init(parsing text: String) throws(RegularExpressionError) {
        var parser = IRegexpParser(text)
        guard let syntax = parser.wholeExpression() else { throw parser.isTooDeep ? .tooLarge : .invalid }
        guard let program = IRegexpProgram(syntax) else { throw .tooLarge }
        self.program = program
    }

    /// Compiles the regular expressions of paths and conditions.
    package static let compiler: RegularExpressionCompiler = { (text) throws(RegularExpressionError) in
        try IRegexp(parsing: text)
    }

    package var size: Int { program.instructions.count }

    package func matches(_ text: String) -> Bool {
        var matcher = IRegexpMatcher(program)
        return matcher.run(over: text, wholly: true)
    }

    package func isFound(in text: String) -> Bool {
        var matcher = IRegexpMatcher(program)
        return matcher.run(over: text, wholly: false)
    }
}
