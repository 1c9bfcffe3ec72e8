/// A line of a replica's file. Keys come out sorted.
///
///     {"dropped":0,"id":"desk","mode":"actions","program":"episodes","replica":1,"snapshot":{…,"state":{…}}}
///     {"action":{"refresh":{}},"number":1,"seen":{"desk":0,"lap":4},"version":12}
///     {"by":"hotReload","number":2,"set":{…},"version":13}
///     {"clock":13,"hash":"97a0…","note":1,"point":{"counts":{"desk":2,"lap":4},"snapshot":{…}}}
struct SheetLine<State: Codable & Sendable, Action: Codable & Sendable>: Codable {
    typealias Sheet = ReplicaSheet<State, Action>

    struct Snapshot: Codable {
        let id: SharedSnapshot<State>.ID
        let before: SharedSnapshot<State>.ID?
        let included: [String: Int]
        let version: Int
        let state: State
    }

    /// The version of this format, 1. Stands in the first line.
    var replica: Int?
    var id: String?
    var program: String?
    var mode: String?
    var snapshot: Snapshot?
    var dropped: Int?

    var number: Int?
    var version: Int?
    /// Absent where it is that of the line before.
    var seen: [String: Int]?
    var action: Action?
    var set: State?
    var by: String?

    var note: Int?
    var clock: Int?
    var point: Sheet.Point?
    var hash: String?
    var doubts: [String: Sheet.Point]?
}
