/// The state of the program with mutants: amounts, texts and tags, so that each kind of mutant has a value to show in.
public struct Ledger: Codable, Equatable, Sendable {
    public struct Entry: Codable, Equatable, Sendable {
        public var id: String
        public var amount: Int
    }

    public var total = 0
    public var entries: [Entry] = []
    public var tags: Set<String> = []
    public var favorite = ""
    public var stamp = 0.0
}

public enum LedgerAction: Codable, Equatable, Sendable {
    case added(Int)
    case removed
    case tagged(String)
    case cleared
}
