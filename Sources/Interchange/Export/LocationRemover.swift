import DiaryCore
import System

/// Copies photos without the position where they were taken: the port behind which the picture
/// program stands.
package protocol LocationRemover: Sendable {
  /// Writes the photo at `path`, without its position, to an open file that is empty. Returns
  /// whether it is whole: not where a film or another picture in its file had to be left out.
  ///
  /// Throws when it isn't certain that the copy is free of positions; what was written until
  /// then is thrown away.
  func copy(photoAt path: String, to descriptor: Descriptor) async throws(PictureProblem) -> Bool
}
