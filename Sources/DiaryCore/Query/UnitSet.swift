/// What may stand at a place of a phrase: characters of one or two ranges, or one cluster.
package struct UnitSet: Hashable, Sendable {
  package let range: ClosedRange<UInt32>
  package let other: ClosedRange<UInt32>
  /// In small letters.
  let cluster: String?

  /// No unit of a text.
  private static let none: ClosedRange<UInt32> = 0x7FFF_FFFF...0x7FFF_FFFF

  init(_ range: ClosedRange<UInt32>, or other: ClosedRange<UInt32>? = nil) {
    self.range = range
    self.other = other ?? range
    cluster = nil
  }

  /// One unit of a folded text and nothing else.
  init(_ unit: UInt32, of text: FoldedText) {
    if unit < FoldedText.firstCluster {
      range = unit...unit
      // Other spellings of it aren't units less than this.
      cluster = Unicode.Scalar(unit).map { String($0) }
    } else {
      let cluster = text.clusters[Int(unit - FoldedText.firstCluster)]
      range = SimpleScalar.equivalent(to: cluster).map { $0...$0 } ?? Self.none
      self.cluster = cluster
    }
    other = range
  }

  /// A consonant: what begins with it, and itself. `nil` for what is no initial.
  init?(initial letter: UInt32) {
    guard let initial = HangulLetter.initial(letter) else { return nil }
    self.init(HangulSyllable.all(initial: initial), or: letter...letter)
  }

  /// Two consonants as ㄳ: what begins with the first, and both letters. Some that lie between them
  /// are in it too.
  init?(beginningOf pair: UInt32) {
    guard let first = HangulLetter.pair(pair)?.first, let initial = HangulLetter.initial(first)
    else { return nil }
    self.init(HangulSyllable.all(initial: initial), or: first...pair)
  }

  func contains(_ unit: UInt32, of text: FoldedText) -> Bool {
    if unit < FoldedText.firstCluster { return range.contains(unit) || other.contains(unit) }
    return cluster.map { text.clusters[Int(unit - FoldedText.firstCluster)] == $0 } ?? false
  }

  /// What it contains as characters that are written in one way, of which a cluster may have
  /// several. `nil` when it has others.
  var characters: [UnitSet]? {
    if range != Self.none { return [self] }
    guard let cluster, SimpleScalar.makeUp(cluster) else { return nil }
    return cluster.unicodeScalars.map { UnitSet($0.value...$0.value) }
  }
}
