/// Sessions in the shop, each action with the number of its cause.
public enum ShopSessions {
    private static func product(_ number: Int) -> ShopAction { .added(ShopProgram.product(number)) }

    public static let all: [[(action: ShopAction, cause: Int?)]] = [
        [
            (product(1), nil), (product(2), nil), (product(2), nil), (.removed(ShopProgram.product(1)), nil),
            (.favoriteToggled(ShopProgram.product(2)), nil), (.payTapped, nil), (.paymentFailed(reason: "declined"), 6),
            (.payTapped, nil), (.paymentSucceeded, 8),
        ],
        [
            (.favoriteToggled(ShopProgram.product(3)), nil), (product(3), nil),
            (.favoriteToggled(ShopProgram.product(3)), nil),
            (.withdrawn(ShopProgram.product(4)), nil), (product(5), nil), (.payTapped, nil), (.paymentSucceeded, 6),
            (product(1), nil), (.undoTapped, nil),
        ],
    ]
}
