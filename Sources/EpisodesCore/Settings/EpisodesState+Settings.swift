internal import TimelineKit
internal import TimelineNavigation

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

public struct Account: Codable, Equatable, Sendable {
    public let name: String
    public let expires: Date
}

extension EpisodesState {
    mutating func settingsTapped() throws(ScreenStackError) {
        if case .settings = screens.top.screen { return }
        try screens.presentSheet(.settings(sheet: SettingsSheet()), id: nextScreen())
    }

    mutating func settingsChanged(_ id: Int, _ action: SettingsSheet.Action) throws(ScreenStackError) {
        guard case .settings(let sheet) = screens[id: id] else { return }
        switch action {
        case .loggedIn(let name, let seconds):
            account = Account(name: name, expires: Generated.now.addingTimeInterval(Double(seconds)))
            if sheet.reason != nil { try close(id) }
        case .logoutTapped: account = nil
        case .doneTapped: try close(id)
        default: break
        }
    }

    /// Nil if there is no valid login; then the settings ask for one.
    mutating func validLogin() throws(ScreenStackError) -> (account: Account, now: Date)? {
        let now = Generated.now
        if let account, now < account.expires { return (account, now) }
        let reason = account == nil ? "Log in to post a comment." : "Your login has expired."
        account = nil
        try screens.presentSheet(.settings(sheet: SettingsSheet(reason: reason)), id: nextScreen())
        return nil
    }

    mutating func close(_ id: Int) throws(ScreenStackError) {
        try screens.goBack(to: id)
        try screens.dismiss()
    }
}
