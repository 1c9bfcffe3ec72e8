package import TimelineKit

/// Random conditions on a value. Most of their paths select something in it.
package struct RandomConditions {
    let value: JSON

    package init(value: JSON) { self.value = value }

    package func next(using seed: inout Seed) -> String { expression(depth: 2, current: value, using: &seed) }

    /// - Parameter current: The value of `@`.
    private func expression(depth: Int, current: JSON, using seed: inout Seed) -> String {
        switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &seed) {
        case 0: return path(from: current, isSingular: false, depth, using: &seed).text
        case 1: return "!\(path(from: current, isSingular: false, depth, using: &seed).text)"
        case 2:
            let text = path(from: current, isSingular: true, depth, using: &seed).text
            let name = ["match", "search"].randomElement(using: &seed)!
            let pattern = ["'.*a.*'", "'A'", path(from: current, isSingular: true, depth, using: &seed).text]
            return "\(name)(\(text), \(pattern.randomElement(using: &seed)!))"
        case 3...5:
            let one = operand(depth, current: current, using: &seed)
            let other = operand(depth, current: current, using: &seed)
            return one + ["==", "!=", "<", "<=", ">", ">="].randomElement(using: &seed)! + other
        case 6: return "!(\(expression(depth: depth - 1, current: current, using: &seed)))"
        default:
            let sides = (0..<2).map { _ in "(\(expression(depth: depth - 1, current: current, using: &seed)))" }
            return sides.joined(separator: Bool.random(using: &seed) ? " && " : " || ")
        }
    }

    private func operand(_ depth: Int, current: JSON, using seed: inout Seed) -> String {
        let (text, found) = path(from: current, isSingular: true, depth, using: &seed)
        switch Int.random(in: 0..<8, using: &seed) {
        case 0: return "length(\(text))"
        case 1: return "count(\(path(from: current, isSingular: false, depth, using: &seed).text))"
        case 2: return "value(\(path(from: current, isSingular: false, depth, using: &seed).text))"
        case 3: return "\(text) \(["+", "-", "*", "/"].randomElement(using: &seed)!) 2"
        case 4, 5:
            switch found {
            case .number(let number): return number.text
            case .string(let text): return text.quotedName
            case .bool(let value): return "\(value)"
            case .null: return "null"
            default: return "1"
            }
        default: return text
        }
    }

    /// A path, and a value that it may select.
    private func path(
        from current: JSON, isSingular: Bool, _ depth: Int, using seed: inout Seed
    ) -> (text: String, value: JSON) {
        let isRelative = Bool.random(using: &seed)
        var text = isRelative ? "@" : "$"
        var here = isRelative ? current : value
        while Int.random(in: 0..<(text.count == 1 ? 20 : 4), using: &seed) > 0 {
            let children: [(selector: String, value: JSON)] =
                switch here {
                case .object(let object): object.members.map { ($0.key.quotedName, $0.value) }
                case .array(let elements): elements.enumerated().map { ("\($0)", $1) }
                default: []
                }
            if children.isEmpty, Int.random(in: 0..<4, using: &seed) > 0 { break }
            let child = children.randomElement(using: &seed) ?? ("'absent'", .null)
            here = child.value
            switch isSingular ? 0 : Int.random(in: 0..<24, using: &seed) {
            case 1: text += "[*]"
            case 2: text += "..[\(child.selector)]"
            case 3: text += "[\(child.selector),'a']"
            case 4: text += "[-2:]"
            case 5,
                6 where depth > 0:
                text += "[?\(expression(depth: depth - 1, current: here, using: &seed))]"
            case 7: text += "['absent']"
            case 8: text += "[-1]"
            default: text += Int.random(in: 0..<24, using: &seed) == 0 ? "['absent']" : "[\(child.selector)]"
            }
        }
        return (text, here)
    }
}
