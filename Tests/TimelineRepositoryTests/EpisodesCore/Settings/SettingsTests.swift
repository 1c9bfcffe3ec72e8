import EpisodesCore
import Foundation
import TimelineNavigation
import Testing

struct SettingsTests {
    private func pages(_ session: EpisodesRun) -> [SettingsSheet.Page] { session.sheet?.pages.map(\.screen) ?? [] }

    @Test func theUserLogsInOnAPageOfTheSheetAndOut() throws {
        var session = EpisodesRun(.settingsTapped)
        #expect(pages(session) == [.account])
        session.onTop(.settings(action: .loginPageTapped), .settings(action: .loginPageTapped))
        #expect(pages(session) == [.account, .login(name: "", isWaiting: false)], "one page of a kind")
        session.onTop(.settings(action: .page(id: 1, action: .loginTapped)))
        #expect(pages(session).last == .login(name: "", isWaiting: false), "a login needs a name")
        session.onTop(
            .settings(action: .page(id: 1, action: .nameChanged(text: "Sam"))),
            .settings(action: .page(id: 1, action: .loginTapped)))
        #expect(pages(session).last == .login(name: "Sam", isWaiting: true))
        let before = Date()
        session.onTop(.settings(action: .loggedIn(name: "Sam", seconds: 60)))
        #expect(pages(session) == [.account])
        let account = try #require(session.state.account)
        #expect(account.name == "Sam")
        #expect(before.addingTimeInterval(60)...Date().addingTimeInterval(60) ~= account.expires)
        session.onTop(.settings(action: .logoutTapped))
        #expect(session.state.account == nil)
        session.onTop(.settings(action: .doneTapped))
        #expect(session.screens == [.list])
    }

    @Test func theSheetIsOpenedOnce() {
        #expect(EpisodesRun(.settingsTapped, .settingsTapped).screens.count == 2)
    }

    @Test func aSwipeOnThePagesLeavesTheSheetOpen() {
        var session = EpisodesRun(.settingsTapped)
        session.onTop(.settings(action: .loginPageTapped), .settings(action: .wentBack(to: 0)))
        #expect(pages(session) == [.account])
        // A page that is gone.
        session.onTop(.settings(action: .wentBack(to: 1)))
        #expect(pages(session) == [.account])
    }
}
