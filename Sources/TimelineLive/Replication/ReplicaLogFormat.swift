internal import TimelineJournal

/// The keys of a replica's log, which is a journal:
///
///     {"timeline":1,…,"requires":["replica"],"replica":{"id":"desk-1","mode":"actions","snapshot":{
///      "before":{"number":1,"origin":"lap-1"},"clock":12,"id":{"number":2,"origin":"lap-1"},
///      "included":{"desk-1":7,"lap-1":5}}},"checksums":"crc32c","crc":"…"}
///     {"seq":7,"at":8.100000,"state":{…},"crc":"…"}
///     {"seq":8,"at":9.250000,"action":{"refresh":{}},"from":"user","clock":13,"seen":{"lap-1":5},"crc":"…"}
///     {"seq":9,"at":9.300000,"set":{…},"by":"hotReload","clock":14,"crc":"…"}
///     {"replica":{"clock":14,"hash":"97a0…","number":3,"point":{"counts":{"desk-1":9,"lap-1":5},"snapshot":{…}}},"crc":"…"}
///
/// `seq` counts the replica's own changes; `clock` and the replica's id order the changes of all, so this log alone cannot be
/// replayed. `at` does not count the time in which the replica did not run.
enum ReplicaLogFormat<State: Sendable, Action: Sendable> {
    typealias Log = ReplicaLog<State, Action>

    struct ReplicaInfo: Codable {
        struct Snapshot: Codable {
            let id: Log.Snapshot.ID
            let before: Log.Snapshot.ID?
            let included: [String: Int]
            let clock: Int
        }

        let id: String
        let mode: String
        let snapshot: Snapshot
    }

    struct Order: Decodable {
        let clock: Int
        /// Absent if they are the same as at the step before.
        let seen: [String: Int]?
    }

    struct StatusLine: Codable {
        let replica: Log.Status
    }
}
