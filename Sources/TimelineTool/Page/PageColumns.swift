internal import TimelineKit

/// Numbers are written as differences where these repeat more, which compresses well.
///
///     {"seq":[1,1],"at":[132044,8866],"kind":[0,0],"types":["searchChanged"],"type":[0,0],
///      "origins":["user",""],"origin":[0,1],"cause":[0,1],"changes":[1,5],
///      "sites":["./Sources/App/View.swift:42",""],"site":[0,1],"through":{},
///      "took":{"1":12400}}
struct PageColumns {
    private static let names = ["seq", "at", "kind", "type", "origin", "cause", "changes", "site"]

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

    /// The numbers of each column, with commas.
    private var columns = [[UInt8]](repeating: [], count: names.count)
    private var types = Names()
    private var origins = Names()
    private var sites = Names()
    private var through = JSONObject()
    /// In microseconds.
    private var took = JSONObject()
    private var lastSeq = 0
    private var lastAt = 0
    private(set) var count = 0

    mutating func append(_ row: PageRow, changes: Int?) {
        let at = Int(row.at.microseconds)
        let numbers = [
            row.seq - lastSeq, at - lastAt, row.kind.rawValue, types.index(of: row.type),
            origins.index(of: row.from ?? ""), row.cause.map { row.seq - $0 } ?? 0, changes ?? -1,
            sites.index(of: row.site ?? ""),
        ]
        for (column, number) in numbers.enumerated() {
            if count > 0 { columns[column].append(UInt8(ascii: ",")) }
            columns[column] += String(number).utf8
        }
        if let time = row.took { took["\(count)"] = .int(Int(time.microseconds)) }
        if row.kind == .gap { through["\(count)"] = .int(row.through) }
        (lastSeq, lastAt) = (row.seq, at)
        count += 1
    }

    /// Of the step of the last row. Returns that row; nil for another step, and for a time that is known.
    mutating func note(_ took: ReducerTime) -> String? {
        let row = "\(count - 1)"
        if took.seq != lastSeq || self.took[row] != nil { return nil }
        self.took[row] = .int(Int(took.time.microseconds))
        return row
    }

    var text: [UInt8] {
        var text = [UInt8(ascii: "{")]
        func add(_ name: String, _ names: Names) {
            text += "\"\(name)\":\(JSON.array(names.list.map { .string($0) })),".utf8
        }
        for (name, column) in zip(Self.names, columns) {
            if name == "type" { add("types", types) }
            if name == "origin" { add("origins", origins) }
            if name == "site" { add("sites", sites) }
            text += "\"\(name)\":[".utf8 + column + "],".utf8
        }
        return text + "\"through\":\(JSON.object(through)),\"took\":\(JSON.object(took))}".utf8
    }
}
