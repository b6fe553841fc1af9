import ArgumentParser
import Words

/// The id of what is to be changed. To read something, any unique beginning is enough; what is
/// changed must not be found by a slip of the hand.
enum ChangedID {
  private static let shortest = 4

  /// Throws unless every id, or the beginning of one, is long enough.
  static func check(_ ids: [String]) throws {
    for id in ids where id.count(where: { $0 != "-" }) < shortest {
      throw ValidationError(
        localized("“\(id.printable)” is too short. Give at least \(shortest) characters of the id.")
      )
    }
  }
}
