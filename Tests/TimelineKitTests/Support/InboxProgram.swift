import TimelineKit
import TestHarness

struct Inbox: Codable, Equatable, Sendable {
    var unread = 0
    var names: [String] = []
    var tags: Set<String> = []
    var counts: [String: Int] = [:]
}

enum InboxAction: Codable, Equatable, Sendable {
    case received(from: String)
    case tagged(String)
    case untagged(String)
    case allRead

    static func random(_ generator: inout Seed) -> InboxAction {
        let name = ["ann", "ben", "çelik", "даша", "e\u{301}ric"].randomElement(using: &generator)!
        return switch Int.random(in: 0..<10, using: &generator) {
        case 0: .allRead
        case 1...3: .tagged(name)
        case 4: .untagged(name)
        default: .received(from: name)
        }
    }
}

/// A program with an array, a set and a dictionary.
struct InboxProgram: Program {
    let name = "inbox"
    let version = "2.0"
    let initialState = Inbox()
    var reducer: @Sendable (inout Inbox, InboxAction) -> Void = reduceInbox

    func reduce(_ state: inout Inbox, _ action: InboxAction) { reducer(&state, action) }
}

@Sendable func reduceInbox(_ state: inout Inbox, _ action: InboxAction) {
    switch action {
    case .received(let name):
        state.unread += 1
        state.names.append(name)
        state.counts[name, default: 0] += 1
    case .tagged(let tag): state.tags.insert(tag)
    case .untagged(let tag): state.tags.remove(tag)
    case .allRead: state.unread = 0
    }
}
