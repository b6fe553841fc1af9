import DiaryCore
import Words

/// What is said when an entry was changed by another program while it was being changed here.
enum KeptVersions {
  /// Tells of versions that stand beside the one just saved and weren't among those known before.
  static func tell(of saved: Entry, beside known: [ID<Revision>]) {
    guard saved.heads.dropFirst().contains(where: { !known.contains($0) }) else { return }
    ErrorLine.note(
      localized(
        """
        “\(saved.displayTitle)” was changed by another program meanwhile, so both versions are \
        kept. `photodiary history \(saved.id)` lists them; press m in the diary to merge them.
        """))
  }
}
