extension String {
    /// Whether `word` stands in it, in upper or lower case.
    func contains(word: String) -> Bool {
        lowercased().contains(word.lowercased())
    }
}
