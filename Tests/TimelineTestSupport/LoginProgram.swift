package import TimelineKit

/// A state with secrets in properties, sets and dictionaries, and a reducer that compares them.
package struct Login: Codable, Equatable, Sendable {
    package struct Visit: Codable, Equatable, Sendable {
        package var name: String
        @Redacted package var pin: Int

        package init(name: String, pin: Int) { (self.name, self.pin) = (name, pin) }
    }

    @Redacted package var email: String?
    package var user: Visit?
    package var visits: [Visit] = []
    /// The number of visits by name.
    package var counts: [String: Int] = [:]
    @Redacted package var seen: Set<String> = []
    @Redacted package var last: [String: Int] = [:]
    package var strangers = 0
    package var returns = 0
    package var wrongPins = 0
    package var blanks = 0

    package init(
        email: String? = nil, user: Visit? = nil, visits: [Visit] = [], counts: [String: Int] = [:],
        last: [String: Int] = [:]
    ) {
        (self.email, self.user, self.visits, self.counts, self.last) = (email, user, visits, counts, last)
    }
}

package enum LoginAction: Codable, Equatable, Sendable {
    case signedIn(name: String, email: Redacted<String>, pin: Redacted<Int>)
    case typed(String)
    case signedOut
    /// Cannot be encoded.
    case failing(Unencodable)
}

/// A value that cannot be encoded. The error message quotes it.
package struct Unencodable: Codable, Equatable, Sendable, CustomStringConvertible {
    package struct QuotingError: Error, CustomStringConvertible { package let description: String }

    package var secret: String
    package var description: String { "the secret \(secret)" }

    package init(_ secret: String) { self.secret = secret }

    package func encode(to encoder: any Encoder) throws { throw QuotingError(description: "cannot encode \(secret)") }
}

package struct LoginProgram: Program {
    package let name = "login"
    package let version = "1.0.0"
    package let initialState = Login()

    package init() {}

    package func reduce(_ state: inout Login, _ action: LoginAction) {
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

    package static let redaction = Redaction(
        state: ["$.user.name", "$.visits[*].name", "$.counts~"], actions: ["$.signedIn.name", "$.typed._0"])
}
