/// Why a photo cannot be drawn. One more word, too-costly, is left by a run that used up its time
/// or memory: see ResourceLimits.swift.
enum PictureProblem: Error {
  case notAnImage
  /// Recognized, but nothing here decodes it.
  case undecodableType
  /// Cut off or broken.
  case damaged
  /// More pixels, or more memory to decode them, than this program allows itself.
  case tooLarge

  /// The word that the diary reads.
  var code: String {
    switch self {
    case .notAnImage: "not-an-image"
    case .undecodableType: "undecodable-type"
    case .damaged: "damaged"
    case .tooLarge: "too-large"
    }
  }
}
