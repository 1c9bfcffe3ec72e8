internal import Foundation

/// The programs to compare with; nil for one that is not installed.
struct Peers {
    let node: String?
    let jq: String?
    let wc: String?
    /// A Python with DuckDB.
    let duckdb: String?

    init() {
        node = Command.find("node")
        jq = Command.find("jq")
        wc = Command.find("wc")
        duckdb = Command.find("python3").flatMap { python in
            let test = Command(arguments: [python, "-c", "import duckdb"], outputFile: "/dev/null")
            return (try? test.run()) == nil ? nil : python
        }
    }

    /// Finds the line of one step, and prints the seconds of the query, without those of starting Python.
    static let duckdbScript = """
        import duckdb, sys, time
        start = time.monotonic()
        rows = duckdb.sql(
            "select action from read_json('" + sys.argv[1] + "', format='newline_delimited', "
            "columns={seq:'BIGINT', action:'JSON'}, maximum_object_size=67108864) "
            "where seq = " + sys.argv[2] + " and action is not null").fetchall()
        assert len(rows) == 1
        print(time.monotonic() - start)
        """
}
