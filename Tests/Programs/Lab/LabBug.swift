/// A bug that a program has on purpose. `R1` and `R2` show in runs that can happen, the others only in runs that cannot.
package enum LabBug: String, CaseIterable, Sendable {
    case r1 = "R1"
    case r2 = "R2"
    case u1 = "U1"
    case u2 = "U2"
    case u3 = "U3"

    package var isReachable: Bool { self == .r1 || self == .r2 }
}
