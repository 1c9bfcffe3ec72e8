internal import Foundation

/// The paths of the programs that Timeline is compared with. The path of a program that is not installed is nil.
struct ComparedTools {
    let node: String?
    let jq: String?
    let wc: String?
    /// A Python that has the `duckdb` module.
    let pythonWithDuckDB: String?

    init() {
        node = Command.find("node")
        jq = Command.find("jq")
        wc = Command.find("wc")
        pythonWithDuckDB = Command.find("python3").flatMap { python in
            let test = Command(arguments: [python, "-c", "import duckdb"], outputFile: "/dev/null")
            return (try? test.run()) == nil ? nil : python
        }
    }

    /// A Python script that finds the line of one step and prints the seconds that the query took, without the start of Python.
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

    /// A Python script that finds the steps with one action, and prints the seconds that the query took, without the start of Python.
    static let duckdbSearch = """
        import duckdb, sys, time
        start = time.monotonic()
        rows = duckdb.sql(
            "select seq, action from read_json('" + sys.argv[1] + "', format='newline_delimited', "
            "columns={seq:'BIGINT', action:'JSON'}, maximum_object_size=67108864) "
            "where action->>'$.searchChanged.text' = 'rick'").fetchall()
        assert len(rows) > 0
        print(time.monotonic() - start)
        """
}
