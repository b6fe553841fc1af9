/// What the diary wants to know about a photo, without its pixels.
struct PhotoFacts {
  private let format: ImageFormat
  private let size: PictureSize?
  private let exif: ExifFacts
  private let place: String?

  init(_ format: ImageFormat, _ bytes: Bytes) {
    let block = ExifBlock.find(format, bytes)
    let orientation = Orientation(format, block)
    size = PictureSize(format, bytes).map { orientation.seen($0) }
    exif = ExifFacts(block)
    place = PlaceName.find(format, bytes)
    self.format = format
  }

  /// What the header tells of the problems.
  var headerProblem: PictureProblem? { PictureDecoder.knownProblem(format, size) }

  /// One line.
  func json(problem: PictureProblem?) -> String {
    """
    {"type":"\(format.rawValue)","width":\(JSONValue.make(size?.width)),\
    "height":\(JSONValue.make(size?.height)),"taken":\(JSONValue.make(exif.taken)),\
    "problem":\(JSONValue.make(problem?.rawValue)),\
    "contentIdentifier":\(JSONValue.make(exif.contentIdentifier)),"details":{\
    "camera":\(JSONValue.make(exif.camera)),"lens":\(JSONValue.make(exif.lens)),\
    "exposure":\(JSONValue.make(exif.exposure)),"aperture":\(JSONValue.make(exif.aperture)),\
    "iso":\(JSONValue.make(exif.iso)),"focalLength":\(JSONValue.make(exif.focalLength)),\
    "latitude":\(JSONValue.make(exif.position?.latitude)),\
    "longitude":\(JSONValue.make(exif.position?.longitude)),\
    "altitude":\(JSONValue.make(exif.altitude)),"place":\(JSONValue.make(place))}}

    """
  }
}
