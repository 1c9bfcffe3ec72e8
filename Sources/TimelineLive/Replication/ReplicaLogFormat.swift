/// The keys of a replica's log, which is a journal:
///
///     {"timeline":1,…,"requires":["replica"],"replica":{"epoch":{"clock":12,"included":{"desk-1":7,"lap-1":5},"number":2,
///      "origin":"lap-1"},"id":"desk-1","mode":"actions"},"checksums":"crc32c","crc":"…"}
///     {"seq":7,"at":8.100000,"state":{…},"crc":"…"}
///     {"seq":8,"at":9.250000,"action":{"refresh":{}},"from":"user","clock":13,"seen":{"lap-1":5},"crc":"…"}
///     {"seq":9,"at":9.300000,"set":{…},"by":"hotReload","clock":14,"crc":"…"}
///     {"replica":{"counts":{"desk-1":9,"lap-1":5},"hash":"97a0…","number":3},"crc":"…"}
///
/// `seq` counts the replica's own changes; `clock` and the replica's id order the changes of all, so this log alone cannot be
/// replayed. `at` does not count the time in which the replica did not run.
extension ReplicaLog {
    struct Info: Codable {
        let id: String
        let mode: String
        let epoch: Epoch
    }

    struct Order: Decodable {
        let clock: Int
        /// Absent if they are the same as at the step before.
        let seen: [String: Int]?
    }

    struct StatusLine: Codable {
        let replica: Status
    }
}
