import TimelineKit

/// A form in steps: a name, an email address that a server checks, a plan with a price, a review.
struct WizardProgram: LabProgram {
    /// Each with its price.
    enum Plan: Int, Codable, CaseIterable, Sendable { case free = 0, pro = 9, team = 20 }

    enum Page: Int, Codable, Sendable { case name, email, plan, review, done }

    struct State: Codable, Equatable, Sendable {
        var page = Page.name
        var name = ""
        var email = ""
        var verifiedEmail: String?
        var isTaken = false
        var checks = 0
        var plan: Plan?
        var price = 0
        /// The page was opened from the review, and leads back there.
        var isEditing = false
        var attempts = 0
        var isSubmitting = false
    }

    enum Action: Codable, Hashable, Sendable {
        case nameTyped(String), emailTyped(String), planPicked(Plan), nextTapped, backTapped, editTapped(Page)
        case submitTapped, discardTapped
        case emailChecked(String, isFree: Bool), submitted(attempt: Int), submitFailed
    }

    static let origins = RecordedOrigins.allFromUser
    static let results: Set = ["emailChecked", "submitted", "submitFailed"]
    let initialState = State()
    let bugs: Set<LabBug>
    let invariants = [
        Invariant<State>(.r1, "the verified address is the typed one") { state in
            state.verifiedEmail == nil || state.verifiedEmail == state.email
        },
        Invariant(.r2, "the price is that of the plan") { $0.price == $0.plan?.rawValue ?? 0 },
        Invariant(.u1, "checks are not negative") { $0.checks >= 0 },
        Invariant(.u2, "the name is typed before the next page") { $0.page == .name || !$0.name.isEmpty },
    ]

    func controls(in state: State) -> [Action] {
        let back: [Action] = state.isEditing ? [] : [.backTapped]
        switch state.page {
        case .name:
            return ["", "ann", "bob"].filter { $0 != state.name }.map { .nameTyped($0) }
                + (state.name.isEmpty ? [] : [.nextTapped])
        case .email:
            return ["", "a@x.org", "b@x.org", "taken@x.org"].filter { $0 != state.email }.map { .emailTyped($0) }
                + (state.email.isEmpty ? [] : [.nextTapped]) + back
        case .plan:
            return Plan.allCases.filter { $0 != state.plan }.map { .planPicked($0) }
                + (state.plan == nil ? [] : [.nextTapped]) + back
        case .review:
            if state.isSubmitting { return [.discardTapped] }
            return [.submitTapped, .discardTapped, .editTapped(.name), .editTapped(.email), .editTapped(.plan)]
        case .done: return [.discardTapped]
        }
    }

    func effects(of action: Action, from before: State, to after: State) -> [LabEffect<Action>] {
        switch action {
        case .nextTapped where before.page == .email && after.checks > before.checks:
            let isTaken = before.email.hasPrefix("taken")
            return [.start("check", [[.emailChecked(before.email, isFree: !isTaken)]])]
        case .backTapped: return [.cancel("check")]
        case .submitTapped: return [.start("submit", [[.submitted(attempt: after.attempts)], [.submitFailed]])]
        case .discardTapped: return [.cancel("check"), .cancel("submit")]
        default: return []
        }
    }

    func reduce(_ state: inout State, _ action: Action) {
        switch action {
        case .nameTyped(let name): state.name = name
        case .emailTyped(let email): (state.email, state.verifiedEmail, state.isTaken) = (email, nil, false)
        case .planPicked(let plan):
            state.plan = plan
            if !state.isEditing || !has(.r2) { state.price = plan.rawValue }
        case .nextTapped: next(&state)
        case .backTapped: (state.page, state.checks) = (Page(rawValue: state.page.rawValue - 1) ?? .name, 0)
        case .editTapped(let page): (state.page, state.isEditing) = (page, true)
        case .submitTapped: (state.attempts, state.isSubmitting) = (state.attempts + 1, true)
        case .discardTapped: state = State()
        case .emailChecked(let email, let isFree):
            if state.checks == 0, !has(.u1) { return }
            state.checks -= 1
            if email != state.email, !has(.r1) { return }
            guard isFree else { return state.isTaken = true }
            state.verifiedEmail = email
            if state.page == .email { turn(to: .plan, &state) }
        case .submitted(let attempt):
            guard attempt == state.attempts, state.isSubmitting else { return trap(.u3, "another attempt's receipt") }
            (state.page, state.isSubmitting) = (.done, false)
        case .submitFailed: state.isSubmitting = false
        }
    }

    private func next(_ state: inout State) {
        switch state.page {
        case .name: if !state.name.isEmpty || has(.u2) { turn(to: .email, &state) }
        case .email: if state.verifiedEmail == nil { state.checks += 1 } else { turn(to: .plan, &state) }
        case .plan: turn(to: .review, &state)
        case .review, .done: break
        }
    }

    private func turn(to page: Page, _ state: inout State) {
        (state.page, state.isEditing) = (state.isEditing ? .review : page, false)
    }
}
