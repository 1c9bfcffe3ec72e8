import Foundation
public import TimelineKit

/// A program with one of the mutants, or none.
public struct MutantProgram: Program {
    public let name = "mutant"
    public let version = "1"
    public let initialState = Ledger()

    private let mutant: Mutant?

    /// The program of the executable, with the mutant that `MUTANT` names.
    public init() { mutant = ProcessInfo.processInfo.environment["MUTANT"].flatMap(Mutant.init) }

    public init(_ mutant: Mutant?) { self.mutant = mutant }

    public func reduce(_ state: inout Ledger, _ action: LedgerAction) {
        switch action {
        case .added(let amount):
            state.total += amount
            state.entries.append(Ledger.Entry(id: "entry \(state.entries.count)", amount: amount))
        case .removed:
            if let last = state.entries.popLast() { state.total -= last.amount }
        case .tagged("hostile"): Hostility.current?.apply(to: state)
        case .tagged(let tag):
            state.tags.insert(tag)
            state.favorite = state.tags.min() ?? ""
        case .cleared: state = Ledger(total: -1, stamp: state.stamp)
        }
        mutant?.apply(to: &state, action)
    }
}
