/// Why a saved state is of no use.
struct UnreadableState: Error {
    let reason: String
}
