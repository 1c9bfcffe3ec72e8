package import TimelineJSON

/// A part of a replica's file on its way to the folder of another.
///
/// ```json
/// {"name":"lap-1","keep":0,"text":"{\"dropped\":0,…","more":true}
/// {"name":"lap-1","keep":131072,"text":"…}\n"}
/// {"name":"lap-1","keep":150313,"text":"{\"action\":{\"refresh\":{}},…}\n"}
/// ```
package struct SheetPiece: Equatable, Sendable {
    /// The name of the file, without what stands after its last dot.
    package let name: String
    /// How many bytes stay of what was sent of this file before, on this connection. The text follows them.
    package let keep: Int
    package let text: String
    /// Whether the file goes on in the next piece. It is not put in place until it is whole.
    package let hasMore: Bool

    package init(name: String, keep: Int, text: String, hasMore: Bool) {
        self.name = name
        self.keep = keep
        self.text = text
        self.hasMore = hasMore
    }

    package var object: JSONObject {
        var object = JSONObject()
        object["name"] = .string(name)
        object["keep"] = .number(JSONNumber(keep))
        object["text"] = .string(text)
        if hasMore { object["more"] = true }
        return object
    }

    /// The keys of `object`.
    static let keys = ["name", "keep", "text", "more"]

    package init(_ object: JSONObject) throws(RemoteBodyError) {
        guard let name = object["name"]?.string, let keep = object["keep"]?.int, keep >= 0,
            let text = object["text"]?.string
        else { throw RemoteBodyError("a piece of a file has a \"name\", a \"text\", and a \"keep\" from 0") }
        switch object["more"] {
        case nil: hasMore = false
        case .bool(let more): hasMore = more
        default: throw RemoteBodyError("\"more\" should be true or false")
        }
        self.name = name
        self.keep = keep
        self.text = text
    }
}
