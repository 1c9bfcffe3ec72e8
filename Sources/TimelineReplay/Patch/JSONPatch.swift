package import TimelineKit

/// RFC 6902. If one operation cannot be applied, none is.
package struct JSONPatch: Sendable, Equatable {
    package var operations: [Operation]

    package init(_ operations: [Operation] = []) { self.operations = operations }

    package var isEmpty: Bool { operations.isEmpty }

    package init(_ json: JSON) throws(JSONPatchError) {
        guard let list = json.array else {
            throw JSONPatchError(operation: nil, reason: "a patch is an array of operations, found \(json.kind)")
        }
        var operations: [Operation] = []
        operations.reserveCapacity(list.count)
        for (index, element) in list.enumerated() {
            operations.append(
                try JSONPatch.withNumber(index + 1) { () throws(OperationError) in try Operation(element) })
        }
        self.operations = operations
    }

    package var json: JSON { .array(operations.map(\.json)) }

    struct OperationError: Error {
        let reason: String

        init(_ reason: String) { self.reason = reason }
    }

    static func withNumber<Result>(
        _ operation: Int, _ body: () throws(OperationError) -> Result
    ) throws(JSONPatchError) -> Result {
        do throws(OperationError) { return try body() } catch {
            throw JSONPatchError(operation: operation, reason: error.reason)
        }
    }
}

package struct JSONPatchError: Error, Equatable, CustomStringConvertible {
    /// From 1; nil if the patch as a whole is invalid.
    package let operation: Int?
    package let reason: String

    package var description: String { operation.map { "operation \($0): \(reason)" } ?? reason }
}
