import TimelineKit
import TimelineStore

/// An app that hides its input, a secret on standard input, and traps while it reduces it.
enum VaultApp {
    static func main() {
        let program = VaultProgram()
        let recorder = Recorder(program: program, in: .requested, options: RecorderOptions(redaction: Redaction()))
        let store = Store(program: program, middleware: [recorder.middleware])
        while let secret = readLine() { store.dispatch(.told(Redacted(secret))) }
        store.dispatch(.opened)
    }
}

struct Vault: Codable, Equatable, Sendable {
    @Redacted var secrets: [String] = []
}

enum VaultAction: Codable, Equatable, Sendable {
    case told(Redacted<String>)
    case opened
}

struct VaultProgram: Program {
    let name = "vault"
    let version = "1"
    let initialState = Vault()

    func reduce(_ state: inout Vault, _ action: VaultAction) {
        switch action {
        case .told(let secret): state.secrets.append(secret.wrappedValue)
        case .opened: fatalError("cannot open for \(state.secrets)")
        }
    }
}
