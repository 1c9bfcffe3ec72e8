#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif
internal import TimelineKit

/// Reads lines at a terminal with editing, history and completion, by libedit. At most one instance at a time, used by one thread.
///
/// While a line is read, libedit handles the signals that end or stop the process: it restores the terminal first.
struct LineEditor {
    /// Returns what may stand in place of a word, and whether a space follows it. `start` is where the word begins in the line.
    typealias Completion = (_ word: String, _ start: Int) -> (words: [String], endsWord: Bool)

    private typealias Text = UnsafeMutablePointer<CChar>
    private typealias Install =
        @convention(c) (UnsafePointer<CChar>, @convention(c) (Text?) -> Void) -> Void
    private typealias Call = @convention(c) () -> Void
    private typealias AddHistory = @convention(c) (UnsafePointer<CChar>) -> Int32
    private typealias NextMatch = @convention(c) (UnsafePointer<CChar>?, Int32) -> Text?
    private typealias Matches =
        @convention(c) (UnsafePointer<CChar>?, NextMatch) -> UnsafeMutablePointer<Text?>?
    private typealias Complete =
        @convention(c) (UnsafePointer<CChar>?, Int32, Int32) -> UnsafeMutablePointer<Text?>?

    /// What the C functions below, which capture nothing, share with `line(after:)`.
    private struct Shared {
        let matches: Matches
        let endsCompletion: UnsafeMutablePointer<Int32>
        let appended: UnsafeMutablePointer<Int32>
        let completion: Completion
        var words: ArraySlice<String> = []
        /// The line that was read, or nil inside at the end of the input.
        var line: String??
    }

    private nonisolated(unsafe) static var shared: Shared?

    private let install: Install
    private let remove: Call
    private let readCharacter: Call
    private let addHistory: AddHistory

    /// Returns nil without libedit, without a terminal that it can control, or if an input or output is no terminal.
    init?(completion: @escaping Completion) {
        let streams = [StandardStream.input, .output, .errors]
        guard streams.allSatisfy(\.isTerminal), !["", "dumb"].contains(Environment["TERM"] ?? ""),
            let library = Self.libraries.lazy.compactMap({ dlopen($0, RTLD_NOW) }).first,
            let install = dlsym(library, "rl_callback_handler_install"),
            let remove = dlsym(library, "rl_callback_handler_remove"),
            let readCharacter = dlsym(library, "rl_callback_read_char"), let addHistory = dlsym(library, "add_history"),
            let matches = dlsym(library, "rl_completion_matches"),
            let complete = dlsym(library, "rl_attempted_completion_function"),
            let endsCompletion = dlsym(library, "rl_attempted_completion_over"),
            let appended = dlsym(library, "rl_completion_append_character"),
            let breaks = dlsym(library, "rl_basic_word_break_characters"),
            let stream = dlsym(library, "rl_outstream"), let output = fdopen(StandardStream.output.descriptor, "w")
        else { return nil }
        // Descriptor 1 may be what a reducer prints to.
        stream.assumingMemoryBound(to: UnsafeMutablePointer<FILE>?.self).pointee = output
        // libedit decodes what is typed by the locale. Paths and actions are UTF-8 in any.
        if setlocale(LC_CTYPE, "C.UTF-8") == nil { setlocale(LC_CTYPE, "UTF-8") }
        self.install = unsafeBitCast(install, to: Install.self)
        self.remove = unsafeBitCast(remove, to: Call.self)
        self.readCharacter = unsafeBitCast(readCharacter, to: Call.self)
        self.addHistory = unsafeBitCast(addHistory, to: AddHistory.self)
        Self.shared = Shared(
            matches: unsafeBitCast(matches, to: Matches.self),
            endsCompletion: endsCompletion.assumingMemoryBound(to: Int32.self),
            appended: appended.assumingMemoryBound(to: Int32.self), completion: completion)
        breaks.assumingMemoryBound(to: Text?.self).pointee = strdup(" \t(!<>=&|,+")
        complete.assumingMemoryBound(to: Complete?.self).pointee = { word, start, _ in
            guard let word, var shared = LineEditor.shared else { return nil }
            // Otherwise names of files complete the word.
            shared.endsCompletion.pointee = 1
            let (words, endsWord) = shared.completion(String(cString: word), Int(start))
            shared.appended.pointee = endsWord ? 32 : 0
            shared.words = words[...]
            LineEditor.shared = shared
            return shared.matches(word) { _, _ in LineEditor.shared?.words.popFirst().flatMap { strdup($0) } }
        }
    }

    private static let libraries = ["/usr/lib/libedit.dylib", "libedit.so.2", "libedit.so.0"]

    /// Returns nil at the end of the input. After control-C it shows the prompt again.
    func line(after prompt: String) -> String? {
        Self.shared?.line = nil
        start(prompt)
        defer { remove() }
        var input = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
        while true {
            if let line = Self.shared?.line {
                if let line, !line.isEmpty { _ = addHistory(line) }
                return line
            }
            // A signal may arrive just before the call, which then does not end: so the terminal is checked again each second.
            let count = poll(&input, 1, 1000)
            if count > 0 {
                guard Int32(input.revents) & POLLIN != 0, Int32(input.revents) & POLLHUP == 0 else { return nil }
                readCharacter()
            } else if count < 0, errno != EINTR {
                return nil
            } else if isRestored {
                remove()
                StandardStream.output.write("\n")
                start(prompt)
            }
        }
    }

    private func start(_ prompt: String) {
        install(prompt) { text in
            LineEditor.shared?.line = .some(text.map { String(cString: $0) })
            free(text)
        }
    }

    /// True after a signal other than the one of a new size, or of `fg`.
    private var isRestored: Bool {
        var settings = termios()
        return tcgetattr(0, &settings) == 0 && settings.c_lflag & tcflag_t(ICANON) != 0
    }
}
