import TimelineKit

package struct Inbox: Codable, Equatable, Sendable {
    package var unread = 0
    package var names: [String] = []
    package var tags: Set<String> = []
    package var counts: [String: Int] = [:]

    package init(unread: Int = 0, names: [String] = [], tags: Set<String> = [], counts: [String: Int] = [:]) {
        (self.unread, self.names, self.tags, self.counts) = (unread, names, tags, counts)
    }
}

package enum InboxAction: Codable, Equatable, Sendable {
    case received(from: String)
    case tagged(String)
    case untagged(String)
    case allRead

    package static func random(_ generator: inout Seed) -> InboxAction {
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
package struct InboxProgram: Program {
    package let name = "inbox"
    package let version = "2.0"
    package let initialState = Inbox()
    package var reducer: @Sendable (inout Inbox, InboxAction) -> Void = reduceInbox

    package init(reducer: @escaping @Sendable (inout Inbox, InboxAction) -> Void = reduceInbox) {
        self.reducer = reducer
    }

    package func reduce(_ state: inout Inbox, _ action: InboxAction) { reducer(&state, action) }
}

@Sendable package func reduceInbox(_ state: inout Inbox, _ action: InboxAction) {
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
