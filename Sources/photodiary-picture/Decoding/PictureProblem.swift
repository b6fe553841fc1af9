/// Why a photo cannot be drawn. One more word, too-costly, is left by a run that used up its time
/// or memory: see ResourceLimits.swift.
///
/// The diary reads the raw values.
enum PictureProblem: String, Error {
  case notAnImage = "not-an-image"
  /// Recognized, but nothing here decodes it.
  case undecodableType = "undecodable-type"
  /// Cut off or broken.
  case damaged
  /// More pixels, or more memory to decode them, than this program allows itself.
  case tooLarge = "too-large"
}
