/// One side of a contest.
struct Contender {
    let name: String
    /// Does the work once. Returns how many seconds a unit of it took.
    let run: () throws -> Double
}
