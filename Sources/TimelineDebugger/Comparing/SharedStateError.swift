/// A run changed a state that was kept from before it, so nothing that begins with that state is known.
package struct SharedStateError: Error, CustomStringConvertible {
    package let description =
        "the state has no value semantics, as it holds an object of a class that is changed in place; use a struct"
}
