import EpisodesCore
import TimelineKit
internal import TimelineLive
import TimelineRemote
internal import TimelineStore

/// How an instance of the app shares its state with others.
enum Sharing {
    case folder(Replica<EpisodesProgram>)
    /// Through an instance that serves.
    case host(LinkedReplica<EpisodesProgram>)

    /// Returns nil without `--replicate`.
    init?(
        _ store: Store<EpisodesState, EpisodesAction>, _ arguments: Arguments, _ scratch: ScratchFolder?
    ) async throws(ArgumentsError) {
        guard let place = arguments.sharedPlace else { return nil }
        if arguments.sharesThroughHost {
            guard let scratch else { throw .notShared(why: ScratchFolder.creationError) }
            do throws(ReplicaError) {
                self = .host(
                    try await LinkedReplica(
                        store, program: EpisodesProgram(), through: place, folder: "\(scratch.path)/replica",
                        mode: .actions))
            } catch {
                throw .notJoined(why: error.description)
            }
        } else {
            do throws(ReplicaError) {
                self = .folder(try Replica(store, program: EpisodesProgram(), folder: place, mode: .actions))
            } catch {
                throw .notShared(why: error.description)
            }
        }
    }

    /// The replica that a host can share.
    var replica: Replica<EpisodesProgram>? { if case .folder(let replica) = self { replica } else { nil } }

    /// Waits until other instances can read all changes of this one, and ends.
    func finish() async {
        switch self {
        case .folder(let replica): replica.finish()
        case .host(let replica): await replica.finish()
        }
    }
}
