import Testing
import TimelineKit
import TimelineTesting

nonisolated enum FindingBugs {
    struct Shop: Codable, Equatable, Sendable {
        var cart: [Int] = []
    }

    enum ShopAction: Codable, Equatable, Sendable {
        case added(Int)
        case payTapped
    }

    struct ShopProgram: Program {
        let name = "shop"
        let version = "1.0.0"
        let initialState = Shop()

        func reduce(_ shop: inout Shop, _ action: ShopAction) {}

        // sample: FindingBugs#Possible, conditional, synthetic:1
    }
}

nonisolated struct FindingBugsTests {
    typealias ShopProgram = FindingBugs.ShopProgram

    // sample: FindingBugs#In tests:1
}
