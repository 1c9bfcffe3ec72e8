import TimelineKit
import TimelineReplay
import TimelineRemote

/// A follower that records the messages it receives, and fetches the steps that it missed.
struct FollowerLog {
    private(set) var state: JSON = .null
    private(set) var seq: Int?
    /// The numbers of the known steps, in the order of their arrival.
    private(set) var steps: [Int] = []
    /// The number of steps that were fetched.
    private(set) var fetched = 0
    private var client: RemoteClient

    init(_ client: RemoteClient) { self.client = client }

    mutating func take(_ message: FollowMessage) async throws {
        switch message {
        case .snapshot(let seq, let state): (self.seq, self.state) = (seq, state)
        case .step(let seq, let patch, _):
            self.seq = seq
            state = try patch.apply(to: state)
            steps.append(seq)
        case .missed(let range):
            let bytes = try await client.timeline(range)
            for line in bytes.split(separator: UInt8(ascii: "\n")).dropFirst() {
                let line = try JSON(parsing: line).object
                guard let seq = line?["seq"]?.int, line?["took"] == nil else { continue }
                steps.append(seq)
                fetched += 1
            }
        }
    }

    /// Follows until step `last` is known.
    mutating func follow(_ follower: inout RemoteClient.Messages, through last: Int) async throws {
        while seq != last {
            guard let message = try await follower.next() else { return }
            try await take(message)
        }
    }
}
