import Testing
import TimelineTestSupport

@testable import TimelineKit

struct JSONObjectTests {
    @Test func anObjectFindsKeysAsALinearSearchWould() {
        var seed = Seed()
        for _ in 0..<200 {
            var object = JSONObject()
            var model: [(key: String, value: JSON)] = []
            // Around the size at which keys are hashed, and far above it.
            let range = [4, 18, 40, 120].randomElement(using: &seed) ?? 18
            for step in 0..<300 {
                let key = "key \(Int.random(in: 0..<range, using: &seed))"
                let place = model.firstIndex { $0.key == key }
                let value = JSON.number(JSONNumber(step))
                switch Int.random(in: 0..<4, using: &seed) {
                case 0:
                    object[key] = JSON?.none
                    if let place { model.remove(at: place) }
                case 1:
                    #expect(object.append(key, value) == (place == nil), "\(seed)")
                    if place == nil { model.append((key, value)) }
                case 2:
                    #expect(object.change(key) { $0 = value } == (place != nil), "\(seed)")
                    if let place { model[place].value = value }
                default:
                    object[key] = value
                    if let place { model[place].value = value } else { model.append((key, value)) }
                }
                #expect(object[key] == model.first { $0.key == key }?.value, "\(seed)")
            }
            #expect(object.members.map(\.key) == model.map(\.key), "\(seed)")
            #expect(object.members.map(\.value) == model.map(\.value), "\(seed)")
            #expect(model.allSatisfy { object[$0.key] == $0.value }, "\(seed)")
        }
    }

    @Test func equalityIgnoresTheOrderOfKeys() {
        #expect(["a": 1, "b": 2] as JSON == ["b": 2, "a": 1])
        #expect(["a": 1] as JSON != ["a": 1, "b": 2])
        #expect(["\u{E9}": 1] as JSON != ["e\u{301}": 1])
    }
}
