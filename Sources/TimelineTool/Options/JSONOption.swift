internal import ArgumentParser
internal import TimelineJSON

/// Whether to answer in JSON.
struct JSONOption: ParsableArguments {
    @Flag(name: .customLong("json"), help: "Answer in JSON.")
    var isOn = false
}

extension JSON {
    /// An object with its members in this order; those that are nil are left out.
    static func members(_ members: KeyValuePairs<String, JSON?>) -> JSON {
        var object = JSONObject()
        for (key, value) in members { object[key] = value }
        return .object(object)
    }

    static func int(_ value: Int) -> JSON { .number(JSONNumber(value)) }
}
