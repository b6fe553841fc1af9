/// What the diary wants to know about a photo, without its pixels.
struct PhotoFacts {
  private let format: ImageFormat
  private let type: String
  private let size: PictureSize?
  private let exif: ExifFacts
  /// ISO 8601, by EXIF, else by what else dates it.
  private let taken: String?
  private let position: PhotoPosition?
  private let place: String?

  init(_ format: ImageFormat, _ bytes: Bytes) {
    let metadata = PhotoMetadata(format, bytes)
    let orientation = Orientation(format, metadata)
    size = PictureSize(format, bytes).map { orientation.seen($0) }
    exif = ExifFacts(metadata)
    taken = (exif.taken ?? metadata.created ?? exif.located)?.iso
    position = exif.position ?? metadata.position
    place = metadata.place
    self.format = format
    type = format.mediaType(bytes)
  }

  /// What the header tells of the problems.
  var headerProblem: PictureProblem? { PictureDecoder.knownProblem(format, size) }

  /// One line.
  func json(problem: PictureProblem?) -> String {
    """
    {"type":"\(type)","width":\(JSONValue.make(size?.width)),\
    "height":\(JSONValue.make(size?.height)),"taken":\(JSONValue.make(taken)),\
    "problem":\(JSONValue.make(problem?.rawValue)),\
    "contentIdentifier":\(JSONValue.make(exif.contentIdentifier)),"details":{\
    "camera":\(JSONValue.make(exif.camera)),"lens":\(JSONValue.make(exif.lens)),\
    "exposure":\(JSONValue.make(exif.exposure)),"aperture":\(JSONValue.make(exif.aperture)),\
    "iso":\(JSONValue.make(exif.iso)),"focalLength":\(JSONValue.make(exif.focalLength)),\
    "latitude":\(JSONValue.make(position?.latitude)),\
    "longitude":\(JSONValue.make(position?.longitude)),\
    "altitude":\(JSONValue.make(exif.altitude)),"place":\(JSONValue.make(place))}}

    """
  }
}

extension PhotoMetadata {
  /// When the picture was made, as XMP, IPTC or a text of its says.
  fileprivate var created: MetadataDate? {
    let names = [
      "exif:DateTimeOriginal", "photoshop:DateCreated", "exif:DateTimeDigitized", "xmp:CreateDate",
      "xap:CreateDate",
    ]
    return names.lazy.compactMap { MetadataDate(self.property($0)) }.first
      ?? iptc?.created ?? MetadataDate(creationTime)
  }

  fileprivate var position: PhotoPosition? {
    PhotoPosition(
      latitude: property("exif:GPSLatitude"), longitude: property("exif:GPSLongitude"))
  }

  /// The name of the place that somebody wrote there: "Location, City", or the one that is known.
  fileprivate var place: String? {
    func name(_ property: String) -> String? { self.property(property).flatMap(PrintableText.make) }
    let city = name("photoshop:City") ?? iptc?.city
    let names = [name("Iptc4xmpCore:Location"), city].compactMap(\.self)
    return names.isEmpty ? nil : PrintableText.make(names.joined(separator: ", ").utf8)
  }
}

extension Orientation {
  /// The orientation by EXIF, else by XMP. HEIF and JPEG XL have an orientation of their own, which these only
  /// repeat; a TIFF is what it says itself.
  init(_ format: ImageFormat, _ metadata: PhotoMetadata) {
    guard ![.heic, .avif, .jxl].contains(format) else {
      self = .upright
      return
    }
    let main = metadata.exif.flatMap { ExifDirectory($0, at: $0.firstDirectory) }
    let number =
      main?.number(TIFFTag.orientation)
      ?? (format == .tiff ? nil : metadata.property("tiff:Orientation"))
      .flatMap { Int(String(decoding: $0, as: UTF8.self)) }
    self = number.flatMap(Orientation.init) ?? .upright
  }
}
