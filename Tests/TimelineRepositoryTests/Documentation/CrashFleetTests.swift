import Foundation
import Testing
import TimelineTestSupport

/// What the article about a fleet of crashes shows beside its commands.
@Suite(.ownThreads)
struct CrashFleetTests {
    private static let page = try? String(
        contentsOf: Repository.url.appending(path: "Sources/TimelineTool/TimelineTool.docc/CrashFleet.md"),
        encoding: .utf8)

    private static func block(_ language: String) throws -> String {
        let parts = try #require(page).split(separator: "```\(language)\n")
        return String(try #require(parts.dropFirst().first).prefix { $0 != "`" })
    }

    private static func timeline(_ session: String, version: Int, _ actions: [String]) -> String {
        let header =
            #"{"timeline":1,"session":"\#(session)","program":"counter","version":"1.\#(version).0","#
            + #""started":"2026-11-1\#(version)T04:31:05Z","segment":1,"platform":{}}"#
        let steps = actions.enumerated().map {
            #"{"seq":\#($0 + 1),"at":\#($0 + 1).000000,"action":\#($1),"from":"user"}"#
        }
        return ([header, #"{"seq":0,"at":0.000000,"state":{"count":0}}"#] + steps).map { $0 + "\n" }.joined()
    }

    @Test(.needs(.duckdb)) func theQueriesOfTheMorningFindTheirBugs() throws {
        let workplace = try Workplace()
        let (negative, crash, large) = (#"{"add":{"amount":-9}}"#, #"{"crash":{}}"#, #"{"add":{"amount":5000000}}"#)
        let runs = [
            ("a", 0, negative), ("b", 1, negative), ("b", 1, negative), ("c", 2, negative), ("d", 2, crash),
            ("d", 2, crash),
            ("e", 0, large), ("f", 2, large), ("g", 1, #"{"increment":{}}"#),
        ]
        for (number, (session, version, action)) in runs.enumerated() {
            try workplace.write(Self.timeline(session, version: version, [action]), to: "\(number).jsonl")
        }
        try workplace.write("no timeline\n", to: "9.jsonl")
        try workplace.write(Self.block("sql"), to: "queries.sql")
        let script = #"""
            import duckdb
            for query in open("queries.sql").read().split(";\n"):
                rows = duckdb.sql(query) if query.strip() else None
                if rows:
                    print(*rows.fetchall(), sep="\n", end="\n\n")
            """#
        try workplace.write(script, to: "queries.py")
        let run = try workplace.run(
            """
            ls ?.jsonl | counter-timeline triage --files-from - --json > lines.jsonl
            counter-timeline triage --merge --json lines.jsonl > groups.jsonl
            python3 queries.py
            """)
        // Of the first rule, one session has two timelines.
        #expect(
            run.output == #"""
                (3, '{"signal":"SIGILL"}', ['crash'], '4.jsonl')

                (3, 1, '{"invariant":"count is never negative"}', ['add'], '0.jsonl')
                (2, 2, '{"invariant":"count is small"}', ['add'], '6.jsonl')
                (1, 3, '{"signal":"SIGILL"}', ['crash'], '4.jsonl')

                (2, '{"invariant":"count is small"}', ['add'], '6.jsonl')


                """#)
    }

    @Test(.needs(.pyspark, .java)) func aClusterFindsTheGroupsOfOneMachineThoughProcessesAreKilled() throws {
        let workplace = try Workplace()
        var seed = Seed()
        print(seed)
        let actions = [
            #"{"increment":{}}"#, #"{"add":{"amount":-2}}"#, #"{"reset":{}}"#, #"{"add":{"amount":3}}"#,
            #"{"crash":{}}"#,
        ]
        let folder = workplace.folder.path
        for number in 0..<40 {
            let chosen = (0..<9).compactMap { _ in actions[..<(number % 3 == 0 ? 5 : 4)].randomElement(using: &seed) }
            try workplace.write(Self.timeline("s\(number)", version: number % 3, chosen), to: "\(number).jsonl")
        }
        try workplace.write((0..<40).map { "\(folder)/\($0).jsonl\n" }.joined(), to: "paths.txt")
        // One process ends amid its work, and one ends the process of Spark that reads its lines.
        try workplace.write(
            """
            #!/bin/sh
            cd \(folder)
            if mkdir ended; then
                \(TestTools.folder)/counter-timeline "$@" | head -n 1
                kill -KILL $$
            elif mkdir endedItsReader; then
                \(TestTools.folder)/counter-timeline "$@" | head -n 1
                kill -KILL $(ps -o ppid= -p $PPID)
            fi
            exec \(TestTools.folder)/counter-timeline "$@"
            """, to: "tool")
        var script = try Self.block("python")
        for (documented, own) in [
            ("/opt/counter-timeline", "\(folder)/tool"), ("hdfs:///crashes", "file://\(folder)"), ("100_000", "4"),
            ("(100)", "(2)"),
        ] {
            script = script.replacing(documented, with: own)
        }
        try workplace.write(script, to: "cluster.py")
        let run = try workplace.run(
            """
            chmod +x tool
            export SPARK_LOCAL_IP=127.0.0.1 SPARK_LOCAL_HOSTNAME=localhost SPARK_LOCAL_DIRS=$PWD/spark
            java='--driver-java-options -XX:TieredStopAtLevel=1'
            export PYSPARK_SUBMIT_ARGS="--master local[2,4] $java --conf spark.ui.enabled=false pyspark-shell"
            python3 cluster.py 2> spark.log || tail -n 40 spark.log
            cat groups/part* | counter-timeline triage --merge --json > distributed.jsonl
            counter-timeline triage --files-from paths.txt --json | counter-timeline triage --merge --json > local.jsonl
            cmp distributed.jsonl local.jsonl && [ -d endedItsReader ] && [ "$(wc -l < local.jsonl)" -gt 2 ] && echo the same
            """)
        #expect(run.output == "the same\n")
    }
}
