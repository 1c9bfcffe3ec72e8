/// What the order and the counts of lines depend on. The first bytes of a recorder's line show it, `{"seq":17,"at":9.000402,"state":`,
/// but for the last step of a gap.
package struct LineOutline: Equatable, Sendable {
    package enum Kind: Sendable {
        case header, action, opaque, set, snapshot, generated, mark, gap, end, site, canceled, took, unknown
    }

    /// The number of bytes that show it, however long the line is.
    package static let length = 80

    package let kind: Kind
    /// Of a header, the number of its segment.
    package let seq: Int
    package let at: Moment
    /// The last step of a gap; of other lines, `seq`.
    package let through: Int
    /// In a line that was not parsed.
    package let valueOffset: Int

    package init(_ kind: Kind, _ seq: Int = 0, _ at: Moment = .zero, through: Int? = nil, valueOffset: Int = 0) {
        (self.kind, self.seq, self.at, self.through) = (kind, seq, at, through ?? seq)
        self.valueOffset = valueOffset
    }

    package var isStep: Bool {
        switch kind {
        case .action, .opaque, .set, .gap: true
        case .header, .snapshot, .generated, .mark, .end, .site, .canceled, .took, .unknown: false
        }
    }

    // MARK: - Lines of a recorder

    /// Nil for a line with another beginning than a recorder writes. What follows the key of its kind is not checked.
    package init?(beginning line: UnsafeBufferPointer<UInt8>) {
        var text = LineCursor(line)
        guard text.skip("{\"seq\":"), let seq = text.number(), text.skip(",\"at\":"), let seconds = text.number(),
            seconds < 1 << 40, text.skip("."), let fraction = text.fraction(), text.skip(",\""),
            let kind = Self.kind(&text)
        else { return nil }
        self.init(kind, seq, Moment(microseconds: Int64(seconds * 1_000_000 + fraction)), valueOffset: text.offset)
    }

    @inline(__always) private static func kind(_ text: inout LineCursor) -> Kind? {
        if text.skip("action\":") { return .action }
        if text.skip("state\":") { return .snapshot }
        if text.skip("set\":") { return .set }
        if text.skip("opaque\":") { return .opaque }
        if text.skip("generated\":") { return .generated }
        if text.skip("mark\":") { return .mark }
        if text.skip("gap\":") { return .gap }
        if text.skip("site\":") { return .site }
        if text.skip("canceled\":") { return .canceled }
        if text.skip("took\":") { return .took }
        return text.skip("end\":") ? .end : nil
    }

    /// Of a step, a snapshot or a site with the recorder's form and the right checksum, which needs no parse.
    package init?(ofRecorded line: UnsafeBufferPointer<UInt8>) {
        guard let covered = LineParser.coveredCount(of: line) else { return nil }
        self.init(beginning: UnsafeBufferPointer(rebasing: line[..<covered]))
        guard isExact else { return nil }
        switch kind {
        case .action, .opaque, .set, .generated: if seq == 0 { return nil }
        case .snapshot, .site: break
        case .mark, .gap, .end, .canceled, .took, .header, .unknown: return nil
        }
        guard LineParser.hasRightChecksum(line) else { return nil }
    }

    /// Otherwise, the number is one that `LineParser` might refuse, or it might round the time.
    var isExact: Bool { seq <= 1 << 53 && at < Moment(microseconds: 1_000_000_000_000_000) }

    /// Whether a text is the end of a line after its action or state, `,"from":"user","cause":3,"in":2,"crc":"…"}`, each key only if it has
    /// a value. `LineParser` must parse any other text. The checksum is not verified.
    package static func isEnd(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var text = LineCursor(text)
        if text.skip(",\"from\":\""), !text.skipString() { return false }
        if text.skip(",\"cause\":") { guard let cause = text.number(), cause <= 1 << 53 else { return false } }
        if text.skip(",\"by\":\""), !text.skipString() { return false }
        if text.skip(",\"in\":") { guard let site = text.number(), site <= 1 << 53 else { return false } }
        if text.skip(",\"crc\":\""), !text.skipString() { return false }
        return text.skip("}") && text.offset == text.count
    }
}

extension Line {
    package var outline: LineOutline {
        switch self {
        case .header(let header): LineOutline(.header, header.segment)
        case .step(let step):
            switch step.change {
            case .action: LineOutline(.action, step.seq, step.at)
            case .opaque: LineOutline(.opaque, step.seq, step.at)
            case .set: LineOutline(.set, step.seq, step.at)
            }
        case .snapshot(let snapshot): LineOutline(.snapshot, snapshot.seq, snapshot.at)
        case .generated(let generated): LineOutline(.generated, generated.seq, generated.at)
        case .mark(let mark): LineOutline(.mark, mark.seq, mark.at)
        case .gap(let gap): LineOutline(.gap, gap.seq, gap.at, through: gap.through)
        case .end(let end): LineOutline(.end, end.seq, end.at)
        case .site(let site): LineOutline(.site, site.seq, site.at)
        case .canceled(let canceled): LineOutline(.canceled, canceled.seq, canceled.at)
        case .took(let took): LineOutline(.took, took.seq, took.at)
        case .unknown: LineOutline(.unknown)
        }
    }
}
