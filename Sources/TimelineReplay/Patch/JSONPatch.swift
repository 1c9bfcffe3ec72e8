package import TimelineKit

/// RFC 6902. If one operation cannot be applied, none is.
package struct JSONPatch: Sendable, Equatable {
    package var operations: [Operation]

    package init(_ operations: [Operation] = []) { self.operations = operations }

    package var isEmpty: Bool { operations.isEmpty }

    package init(_ json: JSON) throws(JSONPatchError) {
        guard let list = json.array else {
            throw JSONPatchError("a patch is an array of operations, found \(json.kind)")
        }
        var operations: [Operation] = []
        operations.reserveCapacity(list.count)
        for (index, element) in list.enumerated() {
            operations.append(
                try JSONPatch.withNumber(index + 1) { () throws(JSONPatchError) in try Operation(element) })
        }
        self.operations = operations
    }

    package var json: JSON { .array(operations.map(\.json)) }

    static func withNumber<Result>(
        _ operation: Int, _ body: () throws(JSONPatchError) -> Result
    ) throws(JSONPatchError) -> Result {
        do throws(JSONPatchError) { return try body() } catch {
            throw JSONPatchError(error.reason, operation: operation)
        }
    }
}

package struct JSONPatchError: Error, Equatable, CustomStringConvertible {
    /// From 1; nil if the patch as a whole is invalid.
    package let operation: Int?
    package let reason: String

    init(_ reason: String, operation: Int? = nil) { (self.reason, self.operation) = (reason, operation) }

    package var description: String { operation.map { "operation \($0): \(reason)" } ?? reason }
}
