extension JSON {
    /// The value that a whole text spells.
    ///
    /// Strict: RFC 8259 alone, valid UTF-8, no key twice in one object unless that is asked for, at most 128 levels.
    package init(parsing text: some Sequence<UInt8>, duplicateKeys: DuplicateKeys = .refused) throws(JSONError) {
        self = try withScanner(over: text, duplicateKeys: duplicateKeys) { (scanner) throws(JSONError) in
            scanner.skipSpace()
            let value = try scanner.value()
            try scanner.finish()
            return value
        }
    }

    package init(parsing text: String) throws(JSONError) {
        self = try JSON(parsing: text.utf8)
    }
}

/// Runs `body` on a scanner over `bytes`, without a copy where they lie in one piece.
func withScanner<Result>(
    over bytes: some Sequence<UInt8>, duplicateKeys: DuplicateKeys = .refused,
    _ body: (inout JSONScanner) throws(JSONError) -> Result
) throws(JSONError) -> Result {
    func run(_ buffer: UnsafeBufferPointer<UInt8>) -> Swift.Result<Result, JSONError> {
        var scanner = JSONScanner(buffer, duplicateKeys: duplicateKeys)
        do throws(JSONError) { return .success(try body(&scanner)) } catch { return .failure(error) }
    }
    return try (bytes.withContiguousStorageIfAvailable(run) ?? Array(bytes).withUnsafeBufferPointer(run)).get()
}
