package import TimelineKit

/// One finding of a line of `verify --json`. A line may have several: each broken invariant is one, and with `--repeat` a replay may
/// find what another does not.
package struct VerificationFinding: Hashable, Sendable {
    package let result: VerificationResult
    /// `invariant "count is small" after step 3`
    package let description: String
    /// Equal in a later run that finds the same: values that differ, and the cause, may be others.
    let facts: [String]
    /// Whether it shows nothing about the reducer.
    package let isUndecided: Bool

    private init(_ result: VerificationResult, _ description: String, _ facts: JSON?..., isUndecided: Bool = false) {
        (self.result, self.description) = (result, description)
        self.facts = [result.rawValue] + facts.map { $0?.description ?? "" }
        self.isUndecided = isUndecided
    }

    package static func all(in line: JSONObject) -> [VerificationFinding] {
        var findings: [VerificationFinding] = []
        for (key, result, name) in [
            ("divergence", VerificationResult.diverged, "divergence at"), ("difference", .differs, "difference after"),
        ] {
            guard let object = line[key]?.object else { continue }
            let undecided: [VerifiedDivergence.Cause] = [.unstableCoding(nil), .damaged]
            let isUndecided = undecided.contains { $0.name == object["cause"]?.string }
            let (seq, what, paths) = (object["seq"], object["what"], object["paths"])
            findings.append(.init(result, "\(name) step \(text(seq))", seq, what, paths, isUndecided: isUndecided))
        }
        if let seq = line["crash"]?.object?["seq"] { findings.append(.init(.crashed, "crash in step \(seq)", seq)) }
        // A line of an older version has only the first one.
        for invariant in line["invariants"]?.array ?? [line["invariant"]].compactMap({ $0 }) {
            guard let object = invariant.object, let name = object["name"]?.string else { continue }
            let seq = object["seq"]
            findings.append(.init(.broken, "invariant \"\(name)\" after step \(text(seq))", .string(name), seq))
        }
        for issue in line["issues"]?.array ?? [] {
            let (issue, seq) = (issue.object?["text"], issue.object?["seq"])
            findings.append(.init(.reported, "issue in step \(text(seq)): \(issue?.string ?? "")", issue, seq))
        }
        for damage in line["damages"]?.array ?? [line["damage"]].compactMap({ $0 }) {
            guard let damage = damage.object else { continue }
            findings.append(.init(.damaged, "damage in line \(text(damage["line"]))", damage["line"], damage["byte"]))
        }
        let result = line["result"]?.string.flatMap(VerificationResult.init) ?? .unreadable
        if result.isFinding, !findings.contains(where: { $0.result == result }) {
            let place = line["seq"].map { " in step \($0)" } ?? ""
            findings.insert(.init(result, result.rawValue + place, line["seq"]), at: 0)
        }
        var known = Set(findings)
        for other in line["repeat"]?.object?["others"]?.array ?? [] {
            findings += all(in: other.object ?? JSONObject()).filter { known.insert($0).inserted }
        }
        return findings
    }

    private static func text(_ value: JSON?) -> String { value?.description ?? "?" }
}
