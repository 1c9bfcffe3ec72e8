package import TimelineJSON

extension JSONPath {
    /// The path that `text` spells, which may use `match` and `search`.
    package init(parsing text: String) throws(JSONPathError) {
        try self.init(parsing: text, regularExpressions: IRegexp.compiler)
    }
}
