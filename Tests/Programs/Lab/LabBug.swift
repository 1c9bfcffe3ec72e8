/// A bug that a program has on purpose. `r1` and `r2` show in runs that can happen, the others only in runs that cannot.
package enum LabBug: String, CaseIterable, Sendable {
    case r1, r2, u1, u2, u3

    package var isReachable: Bool { self == .r1 || self == .r2 }
}
