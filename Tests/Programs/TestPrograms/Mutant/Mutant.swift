import Foundation
import Synchronization

/// A change that makes the reducer of `MutantProgram` impure or different.
public struct Mutant: Sendable, CustomStringConvertible {
    public enum Kind: String, CaseIterable, Sendable {
        case date, random, identifiers, order, global, branch
    }

    public let kind: Kind
    public let variant: Int

    public static let variantCount = 6

    public init(_ kind: Kind, _ variant: Int) { (self.kind, self.variant) = (kind, variant) }

    /// `order-3`.
    public init?(_ text: String) {
        let parts = text.split(separator: "-")
        guard parts.count == 2, let kind = Kind(rawValue: String(parts[0])), let variant = Int(parts[1]) else {
            return nil
        }
        self.init(kind, variant)
    }

    public var description: String { "\(kind.rawValue)-\(variant)" }

    /// Whether only a replay in another process shows it.
    public var needsOtherProcess: Bool { kind == .order || kind == .global && variant >= 3 }

    private static let calls = Atomic<Int>(0)
    private static let salt = Int.random(in: 1...1_000_000)
    private static let processStart = Date().timeIntervalSince1970

    /// Changes the state after an action was reduced.
    func apply(to state: inout Ledger, _ action: LedgerAction) {
        switch kind {
        case .date: date(&state, action)
        case .random: random(&state, action)
        case .identifiers: identify(&state, action)
        case .order: order(&state, action)
        case .global: global(&state, action)
        case .branch: branch(&state, action)
        }
    }

    private func date(_ state: inout Ledger, _ action: LedgerAction) {
        let now = Date()
        switch (variant, action) {
        case (0, .added): state.stamp = now.timeIntervalSince1970
        case (1, .tagged): state.stamp = now.timeIntervalSinceReferenceDate
        case (2, .added): state.stamp = now.timeIntervalSince1970.rounded(.down)
        case (3, .removed): state.total += Int(now.timeIntervalSince1970 * 1_000_000) % 1000
        case (4, .tagged): state.favorite = now.ISO8601Format()
        case (5, .added): state.stamp += Double(DispatchTime.now().uptimeNanoseconds)
        default: break
        }
    }

    private func random(_ state: inout Ledger, _ action: LedgerAction) {
        switch (variant, action) {
        case (0, .added): state.stamp = .random(in: 0..<1)
        case (1, .added): state.total += .random(in: 0..<1000)
        case (2, .tagged): state.favorite = state.tags.sorted().randomElement() ?? ""
        case (3, .added): state.entries.shuffle()
        case (4, .removed): if Bool.random() { state.total += 1 }
        case (5, .cleared): state.total = .random(in: 1..<100)
        default: break
        }
    }

    private func identify(_ state: inout Ledger, _ action: LedgerAction) {
        guard !state.entries.isEmpty else { return }
        let last = state.entries.count - 1
        switch (variant, action) {
        case (0, .added): state.entries[last].id = UUID().uuidString
        case (1, .added): state.entries[last].id = String(UUID().uuidString.prefix(8))
        case (2, .tagged): state.favorite = UUID().uuidString
        case (3, .added): state.entries[last].id += UUID().uuidString.lowercased().suffix(4)
        case (4, .removed): state.entries[last].id = "after \(UUID())"
        case (5, .added): state.stamp = Double(UUID().uuid.0)
        default: break
        }
    }

    private func order(_ state: inout Ledger, _ action: LedgerAction) {
        let amounts = Dictionary(state.entries.map { ($0.id, $0.amount) }) { $1 }
        switch (variant, action) {
        case (0, .tagged): state.favorite = state.tags.first ?? ""
        case (1, .tagged): state.favorite = state.tags.joined(separator: " ")
        case (2, .added): state.favorite = amounts.keys.first ?? ""
        case (3, .added): state.stamp = amounts.values.reduce(0) { $0 / 2 + Double($1) }
        case (4, .added): state.entries = amounts.map { Ledger.Entry(id: $0.key, amount: $0.value) }
        case (5, .tagged(let tag)): state.total += tag.hashValue % 100
        default: break
        }
    }

    private func global(_ state: inout Ledger, _ action: LedgerAction) {
        let call = Self.calls.add(1, ordering: .relaxed).newValue
        guard case .added = action else { return }
        switch variant {
        case 0: state.total += call
        case 1: state.stamp = Double(call % 2)
        case 2: if call.isMultiple(of: 3) { state.favorite = "third" }
        case 3: state.total += Self.salt
        case 4: state.stamp = Self.processStart
        case 5: state.total += Int(ProcessInfo.processInfo.processIdentifier)
        default: break
        }
    }

    private func branch(_ state: inout Ledger, _ action: LedgerAction) {
        switch (variant, action) {
        case (0, .added(let amount)): if amount > 5 { state.total += 1 }
        case (1, .removed): state.total = max(0, state.total)
        case (2, .tagged): state.favorite = state.tags.max() ?? ""
        case (3, .cleared): state.tags = ["none"]
        case (4, .added): if state.entries.count > 3 { state.entries.removeFirst() }
        case (5, .tagged(let tag)): if tag.count > 1 { state.stamp += 1 }
        default: break
        }
    }
}
