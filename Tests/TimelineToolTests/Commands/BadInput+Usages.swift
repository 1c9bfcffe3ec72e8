extension BadInput {
    /// The end of each error of the parser.
    static func usage(_ command: String) -> String {
        "\n\(usages[command]!)\n  See 'timeline \(command) --help' for more information."
    }

    private static let usages = [
        "view": "Usage: timeline view <file> [<options>]",
        "serve": "Usage: timeline serve (<file> | <url>) [<options>]",
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
        "bisect": "Usage: timeline bisect <file> [<options>]",
        "bundle": "Usage: timeline bundle <file> [<options>]",
        "replay": "Usage: timeline replay <file> [<options>]",
        "record": """
        Usage: timeline record [<options>] -- <command> ...
               timeline record --program <name> [<options>]
               timeline record --from <url> [<options>]
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
        "send": "Usage: timeline send <url> (<action> | --open <link>) [--json]",
        "diff": "Usage: timeline diff <file> <p> <p> [<options>]",
        "log": "Usage: timeline log <file> [<options>]",
        "blame": "Usage: timeline blame <file> <path> [<options>]",
    ]
}
