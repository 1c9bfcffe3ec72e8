/// What is open in the text.
extension JSONWriter {
    /// Begins a value at the end of the text.
    @inline(__always) func begin(_ needed: MemberTree.Node = MemberTree.all) -> JSONWriterPlace {
        nextID &+= 1
        append(Frame(id: nextID, start: count, members: memberCount, needed: needed))
        return JSONWriterPlace(writer: self, frame: frameCount &- 1, id: nextID)
    }

    /// Whether this frame is the innermost, so that it can be written to.
    @inline(__always) func isInnermost(_ frame: Int, _ id: Int) -> Bool {
        frame == frameCount &- 1 && frames[frame].id == id
    }

    /// Makes the frame of `place` the innermost. What is open in it goes to writers of their own, since it may be written to yet.
    ///
    /// - Returns: the place, which may be in another writer; nil where the value is closed.
    @inline(never) func resolve(_ place: JSONWriterPlace) -> JSONWriterPlace? {
        if place.frame < frameCount, frames[place.frame].id == place.id {
            if place.frame < frameCount - 1 { move(from: place.frame + 1) }
            return place
        }
        guard let (writer, by) = moved[place.id] else { return nil }
        return writer.resolve(JSONWriterPlace(writer: writer, frame: place.frame - by, id: place.id))
    }

    /// Writes a comma where one belongs, and counts an element.
    @inline(__always) func beginElement(_ frame: Int) {
        if frames[frame].count > 0 { append(byte: UInt8(ascii: ",")) }
        frames[frame].count &+= 1
    }

    /// What is to be written of the member `name` of an object; nil if it is to be left out.
    @inline(__always) func needed(_ name: String, of frame: Int) -> MemberTree.Node? {
        let needed = frames[frame].needed
        if needed == MemberTree.all { return needed }
        return neededMembers?[name, in: needed]
    }

    /// Writes a key and its colon.
    func beginMember(_ frame: Int, _ name: String, isNested: Bool) {
        beginElement(frame)
        let start = count
        name.withContiguousUTF8 { key in
            let isEscaped = appendQuoted(key)
            let prefix = key.baseAddress.map { ByteWord.prefix($0, key.count) } ?? 0
            note(
                Member(
                    start: start, keyLength: count &- start, prefix: prefix, keyIsEscaped: isEscaped,
                    isNested: isNested))
        }
        append(byte: UInt8(ascii: ":"))
        if frames[frame].count > 1, frames[frame].isSorted {
            frames[frame].isSorted = isAscending(members[memberCount &- 2], members[memberCount &- 1])
        }
    }

    /// Opens the array or object of the innermost frame.
    func open(_ kind: Frame.Kind) {
        frames[frameCount &- 1].kind = kind
        append(byte: kind == .object ? UInt8(ascii: "{") : UInt8(ascii: "["))
        depth &+= 1
        if depth > Self.depthLimit { fail(Self.tooDeep) }
    }

    /// Closes the frame of `place`, and what is open in it.
    @inline(__always) func close(_ place: JSONWriterPlace) {
        guard place.frame < frameCount, frames[place.frame].id == place.id else { return }
        repeat { closeInnermost() } while frameCount > place.frame
    }

    private func closeInnermost() {
        let frame = frames[frameCount &- 1]
        if hasSplices { insertSplices(since: frame) }
        switch frame.kind {
        case .nothing: append(word: "{}")
        case .single: break
        case .array:
            append(byte: UInt8(ascii: "]"))
            if frame.elementsPerEntry > 0 { sortEntries(of: frame) }
            depth &-= 1
        case .object:
            if !frame.isSorted { sortMembers(of: frame) }
            append(byte: UInt8(ascii: "}"))
            depth &-= 1
            memberCount = frame.members
        }
        frameCount &-= 1
    }

    /// Takes back all that was written from a frame's last element on.
    func withdraw(_ place: JSONWriterPlace, to mark: (count: Int, members: Int)) {
        guard place.frame < frameCount, frames[place.frame].id == place.id else { return }
        while frameCount > place.frame + 1 {
            frameCount -= 1
            switch frames[frameCount].kind {
            case .object, .array: depth -= 1
            default: break
            }
        }
        count = mark.count
        memberCount = mark.members
        if frames[place.frame].kind == .single {
            frames[place.frame].kind = .nothing
        } else {
            frames[place.frame].count -= 1
        }
        while let last = splices.last, last.place >= mark.count { splices.removeLast() }
    }

    /// How many members or elements the value of `place` has; 0 where it is closed.
    func count(of place: JSONWriterPlace) -> Int {
        if place.frame < frameCount, frames[place.frame].id == place.id { return frames[place.frame].count }
        guard let (writer, by) = moved[place.id] else { return 0 }
        return writer.count(of: JSONWriterPlace(writer: writer, frame: place.frame - by, id: place.id))
    }

    // MARK: - Containers that are written to late

    /// Moves the frames from `first` on, and what they wrote, to a writer of their own.
    private func move(from first: Int) {
        let start = frames[first].start
        let firstMember = frames[first].members
        var outer = depth
        for index in first..<frameCount where [.object, .array].contains(frames[index].kind) { outer -= 1 }
        let writer = JSONWriter(movedFrom: self, parentPath: codingPath(to: first))
        writer.append(UnsafeBufferPointer(start: base + start, count: count - start))
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
            writer.note(member)
        }
        while let last = splices.last, last.place >= start {
            splices.removeLast()
            writer.splices.insert(Splice(place: last.place - start, writer: last.writer), at: 0)
        }
        depth = outer
        frameCount = first
        memberCount = firstMember
        count = start
        splices.append(Splice(place: start, writer: writer))
    }

    /// Puts the texts that belong into the innermost frame in their places.
    private func insertSplices(since frame: Frame) {
        let first = splices.firstIndex { $0.place >= frame.start } ?? splices.endIndex
        let due = splices[first...]
        guard !due.isEmpty else { return }
        splices.removeSubrange(first...)
        for splice in due {
            let writer = splice.writer
            while writer.frameCount > 0 { writer.closeInnermost() }
            if let failure = writer.failure { fail(failure) }
        }
        let total = due.reduce(0) { $0 + $1.writer.count }
        reserve(total)
        var end = count
        var shift = total
        for splice in due.reversed() {
            (base + splice.place + shift).update(from: base + splice.place, count: end - splice.place)
            shift -= splice.writer.count
            (base + splice.place + shift).update(from: splice.writer.base, count: splice.writer.count)
            end = splice.place
        }
        count += total
        guard frame.kind == .object else { return }
        for index in frame.members..<memberCount {
            let start = members[index].start
            members[index].start += due.reduce(0) { $1.place < start ? $0 + $1.writer.count : $0 }
        }
    }
}
