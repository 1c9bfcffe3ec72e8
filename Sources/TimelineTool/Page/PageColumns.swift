internal import TimelineJSON
internal import TimelineJournal

/// The table of steps: a column for each member, each as JSON text.
///
///     {"seq":[1,1],"at":[132044,8866],"kind":[0,0],"types":["searchChanged"],"type":[0,0],
///      "origins":["user",""],"origin":[0,1],"cause":[0,1],"changes":[1,5],"through":{}}
///
/// Numbers are written as differences where these repeat more, which compresses well.
struct PageColumns {
    private struct Column {
        private(set) var text: [UInt8] = []

        mutating func append(_ number: Int) {
            if !text.isEmpty { text.append(UInt8(ascii: ",")) }
            text += String(number).utf8
        }
    }

    private struct Names {
        private(set) var list: [String] = []
        private var indexes: [String: Int] = [:]

        mutating func index(of name: String) -> Int {
            if let index = indexes[name] { return index }
            indexes[name] = list.count
            list.append(name)
            return list.count - 1
        }
    }

    private var seq = Column()
    private var at = Column()
    private var kind = Column()
    private var type = Column()
    private var origin = Column()
    private var cause = Column()
    private var changes = Column()
    private var types = Names()
    private var origins = Names()
    private var through = JSONObject()
    private var lastSeq = 0
    private var lastAt = 0
    private(set) var count = 0

    mutating func append(_ row: PageRow, changes: Int?) {
        seq.append(row.seq - lastSeq)
        at.append(Int(row.at.microseconds) - lastAt)
        kind.append(row.kind.rawValue)
        type.append(types.index(of: row.type))
        origin.append(origins.index(of: row.from ?? ""))
        cause.append(row.cause.map { row.seq - $0 } ?? 0)
        self.changes.append(changes ?? -1)
        if row.kind == .gap { through["\(count)"] = .int(row.through) }
        (lastSeq, lastAt) = (row.seq, Int(row.at.microseconds))
        count += 1
    }

    var text: [UInt8] {
        var text: [UInt8] = []
        func add(_ name: StaticString, _ value: [UInt8]) {
            text.append(UInt8(ascii: text.isEmpty ? "{" : ","))
            text += "\"\(name)\":".utf8
            text += value
        }
        func list(_ column: Column) -> [UInt8] { [UInt8(ascii: "[")] + column.text + [UInt8(ascii: "]")] }
        func list(_ names: Names) -> [UInt8] { JSON.array(names.list.map { .string($0) }).text }
        add("seq", list(seq))
        add("at", list(at))
        add("kind", list(kind))
        add("types", list(types))
        add("type", list(type))
        add("origins", list(origins))
        add("origin", list(origin))
        add("cause", list(cause))
        add("changes", list(changes))
        add("through", JSON.object(through).text)
        return text + [UInt8(ascii: "}")]
    }
}
