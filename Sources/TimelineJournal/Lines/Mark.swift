/// A name that somebody gave to the place after step `seq`.
package struct Mark: Equatable, Sendable {
    package let seq: Int
    package let at: Moment
    package let name: String

    package init(seq: Int, at: Moment, name: String) {
        self.seq = seq
        self.at = at
        self.name = name
    }
}
