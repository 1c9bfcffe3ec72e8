internal import TimelineJSON
internal import TimelineSystem

/// Where a recorder that nobody listens to speaks.
package enum StandardError {
    /// Writes one line. What is unprintable is written out, line feeds too: a problem may quote what another process wrote.
    package static func write(_ line: String) {
        var line = VisibleText.of(line) + "\n"
        line.withUTF8 { _ = FileDescriptor.write(UnsafeRawBufferPointer($0), to: 2) }
    }
}
