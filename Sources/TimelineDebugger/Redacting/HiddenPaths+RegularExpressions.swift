package import TimelineKit
internal import TimelineQuerying

extension HiddenPaths {
    /// The places that expressions name, which may use `match` and `search`.
    ///
    /// - Throws: `HiddenPathsError` for the first expression that is none.
    package init(_ texts: [String]) throws(HiddenPathsError) {
        try self.init(texts, regularExpressions: IRegexp.compiler)
    }
}
