import Testing

@testable import Words

@Suite struct KoreanParticleTests {
  @Test(arguments: [
    ("강가 산책", "강가 산책을"), ("바다", "바다를"), ("“첫눈”", "“첫눈”을"),
  ])
  func followsTheLastSyllable(_ name: String, _ expected: String) {
    #expect(TextPattern("%1{을/를}").filled(with: [name]) == expected)
  }

  @Test func leavesWhatStandsInAnArgumentAlone() {
    #expect(TextPattern("%1{이/가} 있다").filled(with: ["%1{을/를}"]) == "%1{을/를}이 있다")
  }
}
