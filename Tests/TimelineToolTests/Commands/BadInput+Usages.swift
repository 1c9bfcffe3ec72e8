extension BadInput {
    /// The end of each error of the parser.
    static func usage(_ command: String) -> String {
        "\n\(usages[command]!)\n  See 'timeline \(command) --help' for more information."
    }

    private static let usages = [
        "view": """
        Usage: timeline view <file> [-o <file>] [--force] [--open] [--from <p>]
                             [--to <p>] [--bad <expr> | --invariant <name>]
                             [--program <path>] [--recover <how>]
        """,
        "serve": """
        Usage: timeline serve <file> [--port <n>] [--open] [--program <path>]
                              [--recover <how>]
               timeline serve <url> [--control] [--port <n>] [--open]
                              [--program <path>]
        """,
        "minimize": """
        Usage: timeline minimize <file> (--bad <expr> | --invariant <name> |
                                         --run <cmd> | --crash)
                                 [--seconds <n>] [--repeat <n>] [--no-payloads]
                                 [-o <file>] [--force] [--json] [--program <path>]
                                 [--recover <how>]
        """,
        "test": """
        Usage: timeline test <file> [--bad <expr> | --invariant <name> | --crash]
                             [-o <file>] [--force] [--name <name>] [--literals]
                             [--no-minimize] [--no-payloads] [--seconds <n>]
                             [--json] [--program <path>] [--recover <how>]
        """,
        "bisect": """
        Usage: timeline bisect <file> (--bad <expr> | --invariant <name> | --run <cmd>)
                               [--good <p>] [--bad-at <p>] [--first] [--all]
                               [--repeat <n>] [--fresh] [--full] [--json]
                               [--skip <p>] [--insert <p> <action>]
                               [--edit <p> <action>] [-o <file>]
                               [--program <path>] [--recover <how>]
               timeline bisect <file> [--good <p>] [--bad-at <p>] [--fresh] [--full]
        """,
        "bundle": """
        Usage: timeline bundle <file> [--last <n>] [--for <place>] [--max-bytes <n>]
                               [-o <file>] [--force] [--json] [--program <path>]
                               [--recover <how>]
        """,
        "replay": """
        Usage: timeline replay <file> [--speed <n>] [--idle-limit <seconds>] [--no-wait]
                               [--from <p>] [--to <p>] [--full] [--verify] [--fresh]
                               [--skip <p>] [--insert <p> <action>]
                               [--edit <p> <action>] [-o <file>]
                               [--json] [--program <path>] [--recover <how>]
        """,
        "record": """
        Usage: timeline record [-o <file>] [--force] -- <command> ...
               timeline record --program <name> [-o <file>] [--force]
               timeline record --from <url> [-o <file>] [--force]
        """,
        "redact": """
        Usage: timeline redact <file> -o <file> [--path <path> ...]
                               [--action-path <path> ...] [--paths <file>] [--marks]
                               [--key-file <file>] [--force] [--json] [--recover <how>]
               timeline redact --check <file> ... [--path <path> ...]
                               [--action-path <path> ...] [--paths <file>] [--marks]
                               [--json]
        """,
        "info": "Usage: timeline info <file> [--recover <how>] [--json]",
        "send": """
        Usage: timeline send <url> <action> [--json]
               timeline send <url> --open <link> [--json]
        """,
        "diff": """
        Usage: timeline diff <file> <p> <p> [--fresh] [--json]
                             [--skip <p>] [--insert <p> <action>]
                             [--edit <p> <action>] [-o <file>]
                             [--program <path>] [--recover <how>]
        """,
        "log": """
        Usage: timeline log <file> [--where <expr>] [--from-origin <name>] [--from <p>]
                            [--to <p>] [--state <expr>] [--touching <path>] [--fresh]
                            [--tree] [--full] [--json] [--program <path>]
                            [--recover <how>]
               timeline log <file> --follow [--where <expr>] [--from-origin <name>]
                            [--from <p>] [--full] [--json]
        """,
        "blame": """
        Usage: timeline blame <file> <path> [--at <p>] [--from <p>] [--to <p>] [--fresh]
                              [--json] [--program <path>] [--recover <how>]
        """,
    ]
}
