/// Steps `seq` to `through` were reduced and not recorded.
package struct Gap: Equatable, Sendable {
    package let seq: Int
    package let at: Moment
    package let through: Int
    package let why: String

    package init(seq: Int, at: Moment, through: Int, why: String) {
        self.seq = seq
        self.at = at
        self.through = through
        self.why = why
    }
}
