/// Why a photo cannot be drawn. One more word, too-costly, is left by a run that used up its time
/// or memory: see ResourceLimits.swift.
///
/// The diary reads the raw values.
enum PictureProblem: String, Error {
  case notAnImage = "not-an-image"
  // Pictures that are no photos.
  case icon
  case photoshop
  case jpeg2000 = "jpeg-2000"
  /// Recognized, but nothing here decodes it.
  case undecodableType = "undecodable-type"
  /// Broken, or cut off before its first pixel.
  case damaged
  /// Drawn as far as it goes: the rest of the file is missing or broken.
  case incomplete
  /// More pixels, or more memory to decode them, than this program allows itself.
  case tooLarge = "too-large"

  /// `true` if the file is no photo, whatever else it is.
  var isOfNoPhoto: Bool { [.notAnImage, .icon, .photoshop, .jpeg2000].contains(self) }

  /// The kind of a file whose format isn't a photo's.
  init(ofNoPhoto bytes: Bytes) {
    if bytes.has("8BPS", at: 0) {
      self = .photoshop
    } else if bytes.has("\0\0\0\u{C}jP  \r\n", at: 0) || bytes.number32(0, .big) == 0xFF4F_FF51 {
      self = .jpeg2000
    } else if bytes.has("\0\0\u{1}\0", at: 0), let count = bytes.number16(4, .little), count > 0,
      let first = bytes.number32(18, .little), first >= 6 + count * 16, first < bytes.count
    {
      self = .icon
    } else {
      self = .notAnImage
    }
  }
}
