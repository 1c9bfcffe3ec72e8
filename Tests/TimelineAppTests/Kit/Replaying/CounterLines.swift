/// The lines of a recording of a counter, as `"=0 + + =2 ? :40 !3 =7"` draws them: `=2` is a snapshot with the count 2, `+` adds 1, `?` is an
/// opaque action, `:40` sets the count, and `!3` is a gap of three steps. `=2@1` is a snapshot of step 1. Step n is at n tenths of a
/// second.
func counterLines(_ picture: String) -> [String] {
    var seq = -1
    return picture.split(separator: " ").map { word in
        let parts = word.dropFirst().split(separator: "@")
        let number = parts.first.flatMap { Int($0) } ?? 0
        func line(_ seq: Int, _ content: String) -> String {
            #"{"seq":\#(seq),"at":\#(seq / 10).\#(seq % 10)00000,\#(content)}"#
        }
        if word.first == "=" {
            let at = parts.count == 2 ? Int(parts[1]) ?? 0 : max(seq, 0)
            seq = max(seq, at)
            return line(at, #""state":{"count":\#(number)}"#)
        }
        seq += 1
        switch word.first {
        case "+": return line(seq, #""action":{"add":{"by":1}}"#)
        case "?": return line(seq, #""opaque":"callback""#)
        case ":": return line(seq, #""set":{"count":\#(number)},"by":"outside""#)
        case "!":
            defer { seq += number - 1 }
            return line(seq, #""gap":{"through":\#(seq + number - 1),"why":"no space left on device"}"#)
        default: preconditionFailure("\(word) draws no line")
        }
    }
}
