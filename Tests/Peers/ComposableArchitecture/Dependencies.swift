public import Foundation

public protocol DependencyKey<Value> {
    associatedtype Value: Sendable
    static var liveValue: Value { get }
}

public struct DependencyValues: Sendable {
    @TaskLocal public static var _current = DependencyValues()
    public static var preview: DependencyValues { DependencyValues() }
    public var date = DateGenerator { Date() }
    public var uuid = UUIDGenerator { UUID() }
    public var withRandomNumberGenerator = WithRandomNumberGenerator(SystemRandomNumberGenerator())
    @_spi(Internals) public var stackElementID = StackElementIDGenerator.liveValue
    /// Of the reducers around a reducer: it cancels effects of its own alone.
    var navigationIDPath = ""
    private var storage: [ObjectIdentifier: any Sendable] = [:]
    public init() {}
    public subscript<Key: DependencyKey>(key: Key.Type) -> Key.Value {
        get { storage[ObjectIdentifier(key)] as? Key.Value ?? Key.liveValue }
        set { storage[ObjectIdentifier(key)] = newValue }
    }
}

public struct DateGenerator: Sendable {
    private let generate: @Sendable () -> Date
    public init(_ generate: @escaping @Sendable () -> Date) { self.generate = generate }
    public var now: Date { generate() }
}

public struct UUIDGenerator: Sendable {
    private let generate: @Sendable () -> UUID
    public init(_ generate: @escaping @Sendable () -> UUID) { self.generate = generate }
    public func callAsFunction() -> UUID { generate() }
}

public struct WithRandomNumberGenerator: Sendable {
    private let generator: any RandomNumberGenerator & Sendable
    public init(_ generator: some RandomNumberGenerator & Sendable) { self.generator = generator }
    public func callAsFunction<R: Sendable>(
        _ work: @Sendable (inout any RandomNumberGenerator & Sendable) throws -> R
    ) rethrows -> R {
        var generator = generator
        return try work(&generator)
    }
}

@propertyWrapper public struct Dependency<Value>: Sendable {
    private let keyPath: any KeyPath<DependencyValues, Value> & Sendable
    public init(_ keyPath: any KeyPath<DependencyValues, Value> & Sendable) { self.keyPath = keyPath }
    public var wrappedValue: Value { DependencyValues._current[keyPath: keyPath] }
}

@discardableResult public func withDependencies<R>(
    _ updateValuesForOperation: (inout DependencyValues) throws -> Void, operation: () throws -> R
) rethrows -> R {
    var values = DependencyValues._current
    try updateValuesForOperation(&values)
    return try DependencyValues.$_current.withValue(values, operation: operation)
}

public enum IssueSeverity: Sendable {
    case warning, error
}

public protocol IssueReporter: Sendable {
    func reportIssue(
        _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString, filePath: StaticString,
        line: UInt, column: UInt)
}

private enum Reporters {
    @TaskLocal static var current: [any IssueReporter] = []
}

public func withIssueReporters<R>(_ reporters: [any IssueReporter], operation: () throws -> R) rethrows -> R {
    try Reporters.$current.withValue(reporters, operation: operation)
}

public func reportIssue(
    _ message: @autoclosure () -> String? = nil, severity: IssueSeverity = .error, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    for reporter in Reporters.current {
        reporter.reportIssue(
            message(), severity: severity, fileID: fileID, filePath: filePath, line: line, column: column)
    }
}

extension Reducer {
    @warn_unqualified_access public func transformDependency<V>(
        _ keyPath: WritableKeyPath<DependencyValues, V>, transform: @escaping (_ dependency: inout V) -> Void
    ) -> _DependencyKeyWritingReducer<Self> {
        _DependencyKeyWritingReducer(base: self) { transform(&$0[keyPath: keyPath]) }
    }
}

public struct _DependencyKeyWritingReducer<Base: Reducer>: Reducer {
    public typealias Body = Never
    let base: Base
    let update: (inout DependencyValues) -> Void
    public func _reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
        withDependencies(update) { base._reduce(into: &state, action: action) }
    }
}
