package protocol HidingEncoder: Encoder {
    /// Hides what `encode` writes to this encoder.
    func hiding(_ encode: () throws -> Void) throws
}

extension CodingUserInfoKey {
    /// Set while marked values are hidden, and so also in an encoder of another kind that passes the `userInfo` on.
    package static let hidesMarkedValues = CodingUserInfoKey(rawValue: "timeline.hidesMarkedValues")!
}
