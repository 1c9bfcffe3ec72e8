import TimelineKit

/// A form, a session with a token, and a profile that is loaded with the token.
struct LoginProgram: LabProgram {
    struct Session: Codable, Hashable, Sendable {
        var user: String
        var token: String
    }
    struct Profile: Codable, Hashable, Sendable {
        var token: String
        var name: String
    }

    struct State: Codable, Equatable, Sendable {
        var user = ""
        var password = ""
        var isBusy = false
        var session: Session?
        var greeting: String?
        var profile: Profile?
        var isRefreshing = false
        var hasFailed = false
    }

    enum Action: Codable, Hashable, Sendable {
        case userTyped(String), passwordTyped(String), loginTapped, refreshTapped, logoutTapped
        case loggedIn(Session), loginFailed, profileLoaded(Profile), expired(token: String)
    }

    static let results: Set = ["loggedIn", "loginFailed", "profileLoaded", "expired"]
    let initialState = State()
    let bugs: Set<LabBug>
    let invariants = [
        Invariant<State>(.r1, "no profile without a session") { $0.profile == nil || $0.session != nil },
        Invariant(.r2, "the user of the session is greeted") { state in
            state.greeting == state.session.map { "Hello \($0.user)" }
        },
        Invariant(.u1, "the profile is that of the session") { state in
            state.profile == nil || state.session == nil || state.profile?.token == state.session?.token
        },
    ]

    func controls(in state: State) -> [Action] {
        if state.session != nil { return [.logoutTapped] + (state.isRefreshing ? [] : [.refreshTapped]) }
        var controls: [Action] = ["", "ann", "bob", "cy"].filter { $0 != state.user }.map { .userTyped($0) }
        controls += ["", "pw1", "pw2"].filter { $0 != state.password }.map { .passwordTyped($0) }
        if !state.user.isEmpty, !state.password.isEmpty, !state.isBusy { controls.append(.loginTapped) }
        return controls
    }

    func effects(of action: Action, from before: State, to after: State) -> [LabEffect<Action>] {
        switch (action, before.session) {
        case (.loginTapped, _):
            let session = Session(user: before.user, token: "tok-\(before.user)")
            return [.start("login", [[.loggedIn(session)], [.loginFailed]])]
        case (.refreshTapped, let session?):
            let profile = Profile(token: session.token, name: session.user.uppercased())
            return [.start("profile", [[.profileLoaded(profile)], [.expired(token: session.token)]])]
        case (.logoutTapped, _): return [.cancel("profile")]
        default: return []
        }
    }

    func reduce(_ state: inout State, _ action: Action) {
        switch action {
        case .userTyped(let text): state.user = text
        case .passwordTyped(let text): state.password = text
        case .loginTapped:
            if state.user.isEmpty || state.password.isEmpty { return trap(.u2, "a field is empty") }
            (state.isBusy, state.hasFailed) = (true, false)
        case .loggedIn(let session):
            (state.isBusy, state.session) = (false, session)
            state.greeting = "Hello \(has(.r2) ? state.user : session.user)"
        case .loginFailed: (state.isBusy, state.hasFailed) = (false, true)
        case .refreshTapped: state.isRefreshing = true
        case .profileLoaded(let profile):
            if profile.token != state.session?.token, !has(.u1) { return }
            (state.profile, state.isRefreshing) = (profile, false)
        case .expired:
            (state.session, state.greeting, state.isRefreshing) = (nil, nil, false)
            if !has(.r1) { state.profile = nil }
        case .logoutTapped: (state.session, state.greeting, state.profile, state.isRefreshing) = (nil, nil, nil, false)
        }
    }
}
