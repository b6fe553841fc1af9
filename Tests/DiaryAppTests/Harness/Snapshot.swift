import Testing

/// Compares the whole screen with what a test shows.
@MainActor
func expectScreen(
  _ screen: ScreenTest, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  guard screen.text != expected else { return }
  Issue.record("The screen is\n\(screen.text)\n<end>", sourceLocation: sourceLocation)
}
