import TimelineTestPrograms

/// Identifies a state: the number of its actions, and a hash of them in order.
struct StateDigest: Hashable {
    let total: Int
    let hash: UInt64
}

extension StateDigest {
    init(_ state: BulkState) { self.init(total: state.total, hash: state.digest) }

    init(_ notice: Notice) { self.init(total: Int(notice.a), hash: notice.b) }
}
