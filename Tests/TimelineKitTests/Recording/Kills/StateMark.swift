import BulkCore

/// Identifies a state: the number of its actions, and a hash of them in order.
struct StateMark: Hashable {
    let total: Int
    let digest: UInt64

    init(total: Int, digest: UInt64) {
        self.total = total
        self.digest = digest
    }

    init(_ state: BulkState) { self.init(total: state.total, digest: state.digest) }

    init(_ notice: Notice) { self.init(total: Int(notice.a), digest: notice.b) }
}
