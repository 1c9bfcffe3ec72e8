internal import TimelineKit

/// Matches in linear time. As in RFC 9485, section 5, `^` and `$` outside brackets match the start and the end of the text.
package struct IRegexp: RegularExpression {
    private let program: IRegexpProgram

    package init(parsing text: String) throws(RegularExpressionError) {
        var parser = IRegexpParser(text)
        guard let syntax = parser.wholeExpression() else { throw parser.isTooDeep ? .tooLarge : .invalid }
        guard let program = IRegexpProgram(syntax) else { throw .tooLarge }
        self.program = program
    }

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

extension JSONPath {
    package init(parsing text: String) throws(JSONPathError) {
        try self.init(parsing: text, regularExpressions: IRegexp.compiler)
    }
}
