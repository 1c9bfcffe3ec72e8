extension AgentTool {
    private static let file = Parameter(
        name: "file", help: "The timeline: a path in one of the folders of this server, or the URL of a running app.",
        isRequired: true)
    private static let salvage = Parameter(
        name: "salvage", help: "Read what is sound of a damaged timeline.", kind: .flag, option: "--recover=salvage")
    private static let position = "17, end, -5 (from the end), @12.5s (seconds) or %name (a mark)"
    private static let condition = Parameter(
        name: "bad",
        help: "An RFC 9535 filter expression that is true of a bad state, $ being the state: $.comments.unread < 0",
        option: "--bad")
    private static let change = Parameter(
        name: "badChange",
        help: "In place of bad, one that is true of a bad change: $.after.total < $.before.total && !$.action.remove",
        option: "--bad-change")
    private static let invariant = Parameter(
        name: "invariant", help: "The name of an invariant of the program, in place of bad.", option: "--invariant")

    private static let response = [
        Parameter(
            name: "after", help: "In place of bad, of steps that ask for what must follow: $.action.refreshTapped",
            option: "--after"),
        Parameter(name: "expect", help: "With after, what must become true: !$.loading", option: "--expect"),
        Parameter(name: "within", help: "With after, the number of steps, or of seconds: 30s", option: "--within"),
    ]

    static let reading = [
        AgentTool(
            name: "info", title: "What a timeline holds",
            help:
                "The program, the counts of actions, marks, damage and how the run ended. Without file, lists the timelines.",
            parameters: [
                Parameter(name: "file", help: "The timeline: a path in one of the folders of this server."), salvage,
            ], replays: false, next: "log for the last steps; bisect with a condition that is true of the bad state."),
        AgentTool(
            name: "log", title: "Steps and their causes",
            help:
                "The actions of steps, each with its time, origin and cause (← 11). Without other arguments, of the last 30.",
            parameters: [
                file, Parameter(name: "from", help: "The first step: \(position).", option: "--from"),
                Parameter(name: "to", help: "The last step.", option: "--to"),
                Parameter(
                    name: "where", help: "Only actions for which this is true, $ being the action: $.searchChanged",
                    option: "--where"),
                Parameter(
                    name: "state", help: "Only steps after which this is true of the state: $.comments.unread < 0",
                    option: "--state"),
                Parameter(
                    name: "touching", help: "Only steps that changed the value at this path: $.comments.unread",
                    option: "--touching"),
                Parameter(name: "origin", help: "Only steps from it: user, effect, remote …", option: "--from-origin"),
                salvage,
            ], next: "diff from the step before one to that step, for what it changed; state at a step."),
        AgentTool(
            name: "state", title: "The state at a step",
            help: "The state after a step, or the value at a path in it. States are large: name a path.",
            parameters: [
                file, Parameter(name: "at", help: "The step, by default the end: \(position).", standard: "end"),
                Parameter(name: "path", help: "A JSONPath or JSON Pointer: $.comments.unread", option: "--path"),
                salvage,
            ], next: "blame with the path of a wrong value, for the steps that changed it."),
        AgentTool(
            name: "diff", title: "What changed between two steps",
            help:
                "Each value that differs between the states after two steps. Step 17 changed what differs from 16 to 17.",
            parameters: [
                file, Parameter(name: "from", help: "The first step: \(position).", isRequired: true),
                Parameter(name: "to", help: "The second step.", isRequired: true), salvage,
            ], next: "blame with the path of a changed value, for all steps that changed it."),
        AgentTool(
            name: "bisect", title: "The step that broke it",
            help: """
                The step that turned the state bad, what it changed, and why. Name the condition or the invariant. The answer \
                is checked: it says so where it can't tell.
                """,
            parameters: [file, condition, change, invariant] + response + [salvage],
            next: "diff or log around that step; test for a Swift test of it."),
        AgentTool(
            name: "blame", title: "The steps that changed a value",
            help: "The steps that changed the values at a path, the newest first, with the values before and after.",
            parameters: [
                file, Parameter(name: "path", help: "A JSONPath or JSON Pointer: $.comments.unread", isRequired: true),
                Parameter(name: "at", help: "Only the last change up to this step.", option: "--at"), salvage,
            ], next: "log of a step, with its cause; diff from the step before it."),
        AgentTool(
            name: "test", title: "A Swift test of the bug",
            help: "A Swift Testing file with the fewest actions that still turn the state bad, or crash the reducer.",
            parameters: [
                file, condition, change, invariant,
            ] + response + [
                Parameter(
                    name: "crash", help: "The actions that crash the reducer, in place of bad.", kind: .flag,
                    option: "--crash"), salvage,
            ], next: "put it into the tests of the app; it fails until the reducer is mended."),
        AgentTool(
            name: "actions", command: ["schema", "--actions"], title: "How the actions look",
            help: """
                The JSON Schema of the actions in a timeline: each type, its fields, which may be absent, and examples that \
                the program decodes. Of many types, name one.
                """,
            parameters: [
                file, Parameter(name: "type", help: "Only types whose name has this text.", option: "--type"), salvage,
            ], next: "send with actions of these types; log with where, for such steps."),
    ]

    private static let url = Parameter(name: "url", help: "The app: http://127.0.0.1:4000", isRequired: true)

    /// With `--control`, of a running app that has started its TimelineHost.
    static let controlling = [
        AgentTool(
            name: "send", title: "Dispatch actions",
            help: """
                Dispatches up to 100 actions to a running app, none if one cannot be decoded. Answers with the steps that they \
                became. The tool actions says how they look.
                """,
            parameters: [
                url,
                Parameter(
                    name: "actions", help: "The actions, in JSON as the app encodes them.", kind: .values,
                    isRequired: true),
            ], isReadOnly: false, replays: false, next: "log or state with the url of the app as file."),
        AgentTool(
            name: "travel", command: ["send"], title: "Show a moment of the past",
            help: "Shows the state after a step in the app, which refuses actions until resume.",
            parameters: [
                url, Parameter(name: "to", help: "The step: \(position).", isRequired: true, option: "--to"),
            ], isReadOnly: false, replays: false, next: "resume, when what the app shows has been looked at."),
        AgentTool(
            name: "resume", command: ["send", "--resume"], title: "Show the present again",
            help: "Ends travel: the app shows its last state and takes actions.", parameters: [url], isReadOnly: false,
            replays: false, next: "send, or log with the url of the app as file."),
    ]
}
