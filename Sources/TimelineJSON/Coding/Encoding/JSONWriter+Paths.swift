/// Coding paths, put together when they are asked for.
extension JSONWriter {
    /// The way to the value of the frame at `end`.
    func codingPath(to end: Int) -> [any CodingKey] {
        var path = parentPath
        for index in 0..<min(end, frameCount) {
            let last = index + 1 < frameCount ? frames[index + 1].members : memberCount
            switch frames[index].kind {
            case .object where last > frames[index].members:
                path.append(JSONKey(stringValue: key(of: members[last - 1])))
            case .array: path.append(JSONKey(index: max(0, frames[index].count - 1)))
            default: break
            }
        }
        return path
    }

    /// The way to the value of `place`, wherever it is by now.
    func codingPath(to place: JSONWriterPlace) -> [any CodingKey] {
        if place.frame < frameCount, frames[place.frame].id == place.id { return codingPath(to: place.frame) }
        guard let (writer, by) = moved[place.id] else { return parentPath }
        return writer.codingPath(to: JSONWriterPlace(writer: writer, frame: place.frame - by, id: place.id))
    }

    /// Keeps where an error came from that does not say so itself.
    func note(_ error: any Error) {
        guard failurePath == nil, !(error is EncodingError) else { return }
        // It may have come through a container that was moved.
        failurePath = moved.values.lazy.compactMap(\.writer.failurePath).first ?? codingPath(to: frameCount)
    }
}
