/// Has the texts of some values that were encoded before.
package protocol KnownTexts: AnyObject {
    /// - Parameter depth: The number of levels around it.
    func text<Value>(of value: Value, depth: Int) -> ArraySlice<UInt8>?

    func add<Value>(_ text: UnsafeBufferPointer<UInt8>, of value: Value, depth: Int)

    func endRoot()
}
