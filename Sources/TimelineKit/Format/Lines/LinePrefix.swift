/// The first bytes of a recorder's line: `{"seq":17,"at":9.000402,"state":`. Only `init(ofRecorded:)` checks what follows.
package struct LinePrefix: Equatable, Sendable {
    /// The number of bytes that hold any prefix, however long the line is.
    package static let length = 80

    /// Of a gap, without its last step.
    package let outline: LineOutline
    package let valueOffset: Int

    package var kind: LineOutline.Kind { outline.kind }
    package var seq: Int { outline.seq }
    package var at: Moment { outline.at }
    package var isStep: Bool { outline.isStep }

    package init?(_ line: UnsafeBufferPointer<UInt8>) {
        var text = LineCursor(line)
        guard text.skip("{\"seq\":"), let seq = text.number(), text.skip(",\"at\":"), let seconds = text.number(),
            seconds < 1 << 40, text.skip("."), let fraction = text.fraction(), text.skip(",\""),
            let kind = Self.kind(&text)
        else { return nil }
        outline = LineOutline(kind, seq, Moment(microseconds: Int64(seconds * 1_000_000 + fraction)))
        valueOffset = text.offset
    }

    @inline(__always) private static func kind(_ text: inout LineCursor) -> LineOutline.Kind? {
        if text.skip("action\":") { return .action }
        if text.skip("state\":") { return .snapshot }
        if text.skip("set\":") { return .set }
        if text.skip("opaque\":") { return .opaque }
        if text.skip("generated\":") { return .generated }
        if text.skip("mark\":") { return .mark }
        if text.skip("gap\":") { return .gap }
        if text.skip("site\":") { return .site }
        if text.skip("canceled\":") { return .canceled }
        return text.skip("end\":") ? .end : nil
    }

    /// The prefix of a step, a snapshot or a site with the recorder's form and the right checksum: what follows the prefix needs no parse.
    package init?(ofRecorded line: UnsafeBufferPointer<UInt8>) {
        guard let covered = LineParser.coveredCount(of: line) else { return nil }
        self.init(UnsafeBufferPointer(rebasing: line[..<covered]))
        guard isExact else { return nil }
        switch kind {
        case .action, .opaque, .set, .generated: if seq == 0 { return nil }
        case .snapshot, .site: break
        case .mark, .gap, .end, .canceled, .header, .unknown: return nil
        }
        guard LineParser.hasRightChecksum(line) else { return nil }
    }

    /// Otherwise, the number is one that `LineParser` might refuse, or it might round the time.
    var isExact: Bool { seq <= 1 << 53 && at < Moment(microseconds: 1_000_000_000_000_000) }
}
