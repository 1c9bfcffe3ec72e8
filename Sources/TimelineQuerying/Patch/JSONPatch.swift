package import TimelineJSON

/// A list of changes to a JSON value (RFC 6902), which are made in order, all or none.
///
/// ```json
/// [{"op":"add","path":"/comments/0","value":{"text":"first"}},{"op":"remove","path":"/draft"}]
/// ```
package struct JSONPatch: Sendable, Equatable {
    package var operations: [Operation]

    package init(_ operations: [Operation] = []) { self.operations = operations }

    package var isEmpty: Bool { operations.isEmpty }

    /// Takes the patch that a JSON value spells. Members that RFC 6902 does not define are passed over.
    package init(_ json: JSON) throws(JSONPatchError) {
        guard let list = json.array else {
            throw JSONPatchError(operation: nil, reason: "a patch is an array of operations, found \(json.kind)")
        }
        var operations: [Operation] = []
        operations.reserveCapacity(list.count)
        for (index, element) in list.enumerated() {
            operations.append(try JSONPatch.refused(by: index + 1) { () throws(Fault) in try Operation(element) })
        }
        self.operations = operations
    }

    /// The patch as JSON.
    package var json: JSON { .array(operations.map(\.json)) }

    /// What is wrong with one operation, as long as its number is not known.
    struct Fault: Error {
        let reason: String

        init(_ reason: String) { self.reason = reason }
    }

    /// Puts the number of the operation to a fault that `body` throws.
    static func refused<Result>(
        by operation: Int, _ body: () throws(Fault) -> Result
    ) throws(JSONPatchError) -> Result {
        do throws(Fault) { return try body() } catch {
            throw JSONPatchError(operation: operation, reason: error.reason)
        }
    }
}
