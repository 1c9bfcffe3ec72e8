/// Matches in linear time. As in RFC 9485, section 5, `^` and `$` outside brackets match the start and the end of the text.
package struct IRegexp: Sendable {
    private let program: IRegexpProgram

    package init(parsing text: String) throws(RegularExpressionError) {
        var parser = IRegexpParser(text)
        guard let syntax = parser.wholeExpression() else { throw parser.isTooDeep ? .tooLarge : .invalid }
        guard let program = IRegexpProgram(syntax) else { throw .tooLarge }
        self.program = program
    }

    /// In instructions, which bounds the work per character.
    package var size: Int { program.instructions.count }

    /// The whole text, or a part of it.
    package func matches(_ text: String, wholly: Bool) -> Bool {
        var matcher = IRegexpMatcher(program)
        return matcher.run(over: text, wholly: wholly)
    }
}

package enum RegularExpressionError: Error {
    case invalid
    case tooLarge
}
