import TimelineKit

/// Somebody who logs in: a state with secrets in all kinds of places, and a reducer that branches on their equality.
struct Login: Codable, Equatable, Sendable {
    struct Visit: Codable, Equatable, Sendable {
        var name: String
        @Redacted var pin: Int
    }

    @Redacted var email: String?
    var user: Visit?
    var visits: [Visit] = []
    /// How often each came, by name.
    var counts: [String: Int] = [:]
    @Redacted var seen: Set<String> = []
    @Redacted var last: [String: Int] = [:]
    var strangers = 0
    var returns = 0
    var wrongPins = 0
    var blanks = 0
}

enum LoginAction: Codable, Equatable, Sendable {
    case signedIn(name: String, email: Redacted<String>, pin: Redacted<Int>)
    case typed(String)
    case signedOut
    /// Has no JSON: a key in it is refused by its own coding.
    case failing(Unencodable)
}

/// What cannot be encoded, and tells why in words that quote it.
struct Unencodable: Codable, Equatable, Sendable, CustomStringConvertible {
    struct Failure: Error, CustomStringConvertible { let description: String }

    var secret: String
    var description: String { "the secret \(secret)" }

    init(_ secret: String) { self.secret = secret }

    func encode(to encoder: any Encoder) throws { throw Failure(description: "cannot encode \(secret)") }
}

struct LoginProgram: Program {
    let name = "login"
    let version = "1.0.0"
    let initialState = Login()

    func reduce(_ state: inout Login, _ action: LoginAction) {
        switch action {
        case .signedIn(let name, let email, let pin):
            if name.isEmpty { return state.blanks += 1 }
            if let before = state.visits.last(where: { $0.name == name }) {
                state.returns += 1
                if before.pin != pin.wrappedValue { state.wrongPins += 1 }
            } else {
                state.strangers += 1
            }
            if state.email == email.wrappedValue { state.returns += 100 }
            state.email = email.wrappedValue
            state.user = Login.Visit(name: name, pin: pin.wrappedValue)
            state.visits.append(Login.Visit(name: name, pin: pin.wrappedValue))
            state.counts[name, default: 0] += 1
            state.seen.insert(email.wrappedValue)
            state.last[email.wrappedValue] = pin.wrappedValue
        case .typed(let text):
            if text == state.user?.name { state.returns += 10_000 }
        case .signedOut:
            state.user = nil
            state.email = nil
        case .failing: break
        }
    }

    static let redaction = Redaction(
        state: ["$.user.name", "$.visits[*].name", "$.counts~"], actions: ["$.signedIn.name", "$.typed._0"])
}
