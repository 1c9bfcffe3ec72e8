extension JSONWriter {
    @inline(__always) func begin(_ needed: MemberTree.Node = MemberTree.all, hiding: UInt32) -> JSONValueEncoder {
        nextID &+= 1
        append(Frame(id: nextID, start: buffer.count, members: memberCount, needed: needed, hiding: hiding))
        return JSONValueEncoder(writer: self, frame: frameCount &- 1, id: nextID)
    }

    @inline(__always) func isInnermost(_ frame: Int, _ id: Int) -> Bool {
        frame == frameCount &- 1 && frames[frame].id == id
    }

    @inline(__always) func hasFrame(of encoder: JSONValueEncoder) -> Bool {
        encoder.frame < frameCount && frames[encoder.frame].id == encoder.id
    }

    /// Frames in it move to other writers, since they may still be written to. Nil if the value was encoded already.
    @inline(never) func resolve(_ encoder: JSONValueEncoder) -> JSONValueEncoder? {
        if hasFrame(of: encoder) {
            if encoder.frame < frameCount - 1 { move(from: encoder.frame + 1) }
            return encoder
        }
        return movedEncoder(encoder).flatMap { $0.writer.resolve($0) }
    }

    private func movedEncoder(_ encoder: JSONValueEncoder) -> JSONValueEncoder? {
        moved[encoder.id].map { JSONValueEncoder(writer: $0.writer, frame: encoder.frame - $0.by, id: encoder.id) }
    }

    @inline(__always) func beginElement(_ frame: Int) {
        if frames[frame].count > 0 { buffer.append(byte: UInt8(ascii: ",")) }
        frames[frame].count &+= 1
    }

    @inline(__always) func needed(_ name: String, of frame: Int) -> MemberTree.Node? {
        let needed = frames[frame].needed
        if needed == MemberTree.all { return needed }
        return neededMembers?[name, in: needed]
    }

    func beginMember(_ frame: Int, _ name: String, isNested: Bool) {
        frames[frame].count &+= 1
        name.withContiguousUTF8 { key in
            let (start, isEscaped) = buffer.append(key: key, isFirst: frames[frame].count == 1)
            let prefix = key.baseAddress.map { ByteWord.prefix($0, key.count) } ?? 0
            append(
                Member(
                    start: start, keyLength: count &- 1 &- start, prefix: prefix, keyIsEscaped: isEscaped,
                    isNested: isNested))
        }
        if frames[frame].count > 1, frames[frame].isSorted {
            frames[frame].isSorted = isAscending(members[memberCount &- 2], members[memberCount &- 1])
        }
    }

    func open(_ kind: Frame.Kind) {
        frames[frameCount &- 1].kind = kind
        buffer.append(byte: kind == .object ? UInt8(ascii: "{") : UInt8(ascii: "["))
        depth &+= 1
        if depth > Self.depthLimit { fail(tooDeep) }
    }

    @inline(__always) func close(_ encoder: JSONValueEncoder) {
        guard hasFrame(of: encoder) else { return }
        repeat { closeInnermost() } while frameCount > encoder.frame
    }

    private func closeInnermost() {
        let frame = frames[frameCount &- 1]
        if !splices.isEmpty { insertSplices(since: frame) }
        switch frame.kind {
        case .nothing: buffer.append(word: "{}")
        case .single: break
        case .array:
            buffer.append(byte: UInt8(ascii: "]"))
            if frame.elementsPerEntry > 0 { sortEntries(of: frame) }
            depth &-= 1
        case .object:
            if !frame.isSorted { sortMembers(of: frame) }
            buffer.append(byte: UInt8(ascii: "}"))
            depth &-= 1
            memberCount = frame.members
        }
        frameCount &-= 1
    }

    var checkpoint: (count: Int, members: Int) { (count, memberCount) }

    /// Removes also the element that began there.
    func rollBack(_ encoder: JSONValueEncoder, to checkpoint: (count: Int, members: Int)) {
        guard hasFrame(of: encoder) else { return }
        while frameCount > encoder.frame + 1 {
            frameCount -= 1
            switch frames[frameCount].kind {
            case .object, .array: depth -= 1
            default: break
            }
        }
        buffer.count = checkpoint.count
        memberCount = checkpoint.members
        if frames[encoder.frame].kind == .single {
            frames[encoder.frame].kind = .nothing
        } else {
            frames[encoder.frame].count -= 1
        }
        while let last = splices.last, last.offset >= checkpoint.count { splices.removeLast() }
    }

    func count(of encoder: JSONValueEncoder) -> Int {
        if hasFrame(of: encoder) { return frames[encoder.frame].count }
        return movedEncoder(encoder).map { $0.writer.count(of: $0) } ?? 0
    }

    // MARK: - Containers that are written to late

    private func move(from first: Int) {
        let start = frames[first].start
        let firstMember = frames[first].members
        var outer = depth
        for index in first..<frameCount where [.object, .array].contains(frames[index].kind) { outer -= 1 }
        let writer = JSONWriter(movedFrom: self, parentPath: codingPath(to: first))
        writer.buffer.append(UnsafeBufferPointer(start: buffer.base + start, count: count - start))
        for index in first..<frameCount {
            var frame = frames[index]
            moved[frame.id] = (writer, first)
            frame.start -= start
            frame.members -= firstMember
            writer.append(frame)
        }
        for index in firstMember..<memberCount {
            var member = members[index]
            member.start -= start
            writer.append(member)
        }
        while let last = splices.last, last.offset >= start {
            splices.removeLast()
            writer.splices.insert(Splice(offset: last.offset - start, writer: last.writer), at: 0)
        }
        depth = outer
        frameCount = first
        memberCount = firstMember
        buffer.count = start
        splices.append(Splice(offset: start, writer: writer))
    }

    private func insertSplices(since frame: Frame) {
        let first = splices.firstIndex { $0.offset >= frame.start } ?? splices.endIndex
        let due = splices[first...]
        guard !due.isEmpty else { return }
        splices.removeSubrange(first...)
        for splice in due {
            let writer = splice.writer
            while writer.frameCount > 0 { writer.closeInnermost() }
            if let failure = writer.failure { fail(failure) }
        }
        let total = due.reduce(0) { $0 + $1.writer.count }
        buffer.reserve(total)
        var end = count
        var shift = total
        for splice in due.reversed() {
            (buffer.base + splice.offset + shift).update(from: buffer.base + splice.offset, count: end - splice.offset)
            shift -= splice.writer.count
            (buffer.base + splice.offset + shift).update(from: splice.writer.buffer.base, count: splice.writer.count)
            end = splice.offset
        }
        buffer.count += total
        guard frame.kind == .object else { return }
        for index in frame.members..<memberCount {
            let start = members[index].start
            members[index].start += due.reduce(0) { $1.offset < start ? $0 + $1.writer.count : $0 }
        }
    }

    // MARK: - Coding paths

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

    func codingPath(to encoder: JSONValueEncoder) -> [any CodingKey] {
        if hasFrame(of: encoder) { return codingPath(to: encoder.frame) }
        return movedEncoder(encoder).map { $0.writer.codingPath(to: $0) } ?? parentPath
    }

    /// Names the member of the root that holds the values: the whole path would have as many names as they are deep.
    var tooDeep: EncodingError {
        .invalidValue(
            Self.depthLimit,
            EncodingError.Context(
                codingPath: Array(codingPath(to: frameCount - 1).prefix(1)),
                debugDescription: "its values are nested more than \(Self.depthLimit) deep"))
    }

    func keepPath(of error: any Error) {
        guard failurePath == nil, !(error is EncodingError) else { return }
        // It may have come through a container that was moved.
        failurePath = moved.values.lazy.compactMap(\.writer.failurePath).first ?? codingPath(to: frameCount)
    }
}
