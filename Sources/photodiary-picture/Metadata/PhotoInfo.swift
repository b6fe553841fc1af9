/// The facts about a photo that the diary uses, without its pixels.
struct PhotoInfo {
  let orientation: Orientation
  private let type: String
  private let size: ImageSize?
  private let exif: ExifFacts
  /// ISO 8601, from EXIF, or else from other metadata.
  private let taken: String?
  private let position: PhotoPosition?
  private let place: String?

  init(_ format: ImageFormat, _ bytes: Bytes) {
    let metadata = PhotoMetadata(format, bytes)
    let orientation = Orientation(format, metadata)
    self.orientation = orientation
    size = ImageSize(format, bytes).map { orientation.upright($0) }
    exif = ExifFacts(metadata)
    taken = (exif.taken ?? metadata.created ?? exif.satelliteTime)?.iso
    position = exif.position ?? metadata.position
    place = metadata.place
    type = format.mediaType(bytes)
  }

  /// The problem that is known from the header.
  var headerProblem: ImageError? { PhotoDecoder.headerProblem(size) }

  /// Returns the facts as one line of JSON.
  func json(problem: ImageError?, print: PicturePrint? = nil) -> String {
    """
    {"type":"\(type)","width":\(JSONLiteral.make(size?.width)),\
    "height":\(JSONLiteral.make(size?.height)),"taken":\(JSONLiteral.make(taken)),\
    "problem":\(JSONLiteral.make(problem?.rawValue)),\
    "print":\(JSONLiteral.make(print.map { String($0.bits, radix: 16) })),\
    "contentIdentifier":\(JSONLiteral.make(exif.contentIdentifier)),"details":{\
    "camera":\(JSONLiteral.make(exif.camera)),"lens":\(JSONLiteral.make(exif.lens)),\
    "exposure":\(JSONLiteral.make(exif.exposure)),"aperture":\(JSONLiteral.make(exif.aperture)),\
    "iso":\(JSONLiteral.make(exif.iso)),"focalLength":\(JSONLiteral.make(exif.focalLength)),\
    "latitude":\(JSONLiteral.make(position?.latitude)),\
    "longitude":\(JSONLiteral.make(position?.longitude)),\
    "altitude":\(JSONLiteral.make(exif.altitude)),"place":\(JSONLiteral.make(place))}}

    """
  }
}

extension PhotoMetadata {
  /// The time when the picture was made, from XMP, IPTC or a PNG text.
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

  /// The name of the place that a person entered: "Location, City", or the known one of them.
  fileprivate var place: String? {
    func name(_ property: String) -> String? { self.property(property).flatMap(PrintableText.make) }
    let city = name("photoshop:City") ?? iptc?.city
    let names = [name("Iptc4xmpCore:Location"), city].compactMap(\.self)
    return names.isEmpty ? nil : PrintableText.make(names.joined(separator: ", ").utf8)
  }
}

extension Orientation {
  /// Reads the orientation from EXIF, or else from XMP. HEIF and JPEG XL have an orientation in the
  /// codestream, which metadata only repeats; for TIFF, only its directory counts.
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

// MARK: - ExifFacts

/// The facts in a photo's EXIF data that the diary uses.
struct ExifFacts {
  /// Local time, with the offset if the camera stored it or it follows from the position.
  private(set) var taken: MetadataDate?
  /// UTC, from the satellites.
  private(set) var satelliteTime: MetadataDate?
  /// Make and model: "Canon EOS 40D".
  private(set) var camera: String?
  private(set) var lens: String?
  /// The exposure time: "1/250 s".
  private(set) var exposure: String?
  /// The aperture: "f/2.8".
  private(set) var aperture: String?
  private(set) var iso: Int?
  /// The focal length: "35 mm".
  private(set) var focalLength: String?
  private(set) var position: PhotoPosition?
  /// Meters above sea level.
  private(set) var altitude: Double?
  /// The identifier that a Live Photo shares with its video.
  private(set) var contentIdentifier: String?

  init(_ metadata: PhotoMetadata) {
    guard let block = metadata.exif, let main = ExifDirectory(block, at: block.firstDirectory)
    else { return }
    camera = Self.camera(
      make: main.text(TIFFTag.make).flatMap(PrintableText.make),
      model: main.text(TIFFTag.model).flatMap(PrintableText.make))
    func first(_ block: TIFFBlock) -> ExifDirectory? {
      ExifDirectory(block, at: block.firstDirectory)
    }
    let detail = main.directory(TIFFTag.exifDirectory) ?? metadata.detail.flatMap(first)
    let gps = main.directory(TIFFTag.gpsDirectory) ?? metadata.gps.flatMap(first)
    if let gps { readPosition(gps) }
    satelliteTime = gps.flatMap(Self.satelliteTime)
    // Raw formats have the dates in the main directory.
    taken = [detail, main].lazy.compactMap(\.self).compactMap(Self.taken).first?
      .withOffset(fromUTC: satelliteTime, longitude: position?.longitude)
    if let detail {
      lens = detail.text(0xA434).flatMap(PrintableText.make)
      exposure = detail.fraction(0x829A).flatMap(Self.exposure)
      aperture = detail.fraction(0x829D).flatMap { Self.decimal($0, 0.1...1000).map { "f/\($0)" } }
      focalLength = detail.fraction(0x920A).flatMap {
        Self.decimal($0, 0.1...100_000).map { "\($0) mm" }
      }
      contentIdentifier = detail.range(TIFFTag.makerNote).flatMap { Self.identifier(block, $0) }
      iso = detail.number(0x8827).flatMap { 1...10_000_000 ~= $0 ? $0 : nil }
    }
  }

  private static func identifier(_ block: TIFFBlock, _ note: Range<Int>) -> String? {
    guard let note = TIFFBlock(appleNote: note, block.bytes),
      let text = ExifDirectory(note, at: note.firstDirectory)?.text(0x0011)
    else { return nil }
    return PrintableText.make(text)
  }

  /// Returns the time of the exposure, or else of digitization, with its own offset or else any
  /// other.
  private static func taken(_ directory: ExifDirectory) -> MetadataDate? {
    [(0x9003, [0x9011, 0x9012, 0x9010]), (0x9004, [0x9012, 0x9011, 0x9010])].lazy
      .compactMap { date, zones in
        MetadataDate(
          directory.text(date), zone: zones.lazy.compactMap { directory.text($0) }.first)
      }.first
  }

  private static func satelliteTime(_ gps: ExifDirectory) -> MetadataDate? {
    let clock = gps.numbers(7)
    guard let day = gps.text(29), clock.count == 3, clock.allSatisfy({ 0..<60 ~= $0 })
    else { return nil }
    let time = clock.map { "\(100 + Int($0))".dropFirst() }.joined()
    return MetadataDate(day + Array(" \(time)Z".utf8))
  }

  private mutating func readPosition(_ gps: ExifDirectory) {
    position = PhotoPosition(
      latitude: Self.angle(gps, 2, 1, "NS"), longitude: Self.angle(gps, 4, 3, "EW"))
    if let height = gps.fraction(6), height < 100_000 {
      altitude = PhotoPosition.rounded(gps.number(5) == 1 ? -height : height, 100)
    }
  }

  /// Returns an angle from degrees, optional minutes and seconds, and a letter for the hemisphere.
  private static func angle(
    _ gps: ExifDirectory, _ tag: Int, _ letterTag: Int, _ letters: String
  ) -> Double? {
    guard let letter = gps.text(letterTag)?.first else { return nil }
    return PhotoPosition.angle(gps.numbers(tag), letter, letters)
  }

  /// Returns make and model, or only the model if it begins with the first word of the make, as in
  /// "NIKON CORPORATION".
  private static func camera(make: String?, model: String?) -> String? {
    guard let make, let model else { return model ?? make }
    let first = make.prefix { $0 != " " }
    if model.lowercased().hasPrefix(first.lowercased()) { return model }
    return PrintableText.make("\(make) \(model)".utf8)
  }

  private static func exposure(_ seconds: Double) -> String? {
    guard seconds > 0, seconds < 1_000_000 else { return nil }
    // From about a third of a second on, cameras show decimals.
    if seconds < 0.29 { return "1/\(Int(min(1 / seconds, 10_000_000).rounded())) s" }
    return decimal(seconds, 0...1_000_000).map { "\($0) s" }
  }

  /// Formats a number with one decimal, which is omitted if it is 0.
  private static func decimal(_ value: Double, _ range: ClosedRange<Double>) -> String? {
    guard range ~= value else { return nil }
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}

// MARK: - PhotoPosition

/// The position where a photo was taken, in degrees north and east. Two zeros mean unknown.
struct PhotoPosition {
  let latitude: Double
  let longitude: Double

  init?(latitude: Double?, longitude: Double?) {
    guard let latitude, let longitude, abs(latitude) <= 90, abs(longitude) <= 180,
      latitude != 0 || longitude != 0
    else { return nil }
    (self.latitude, self.longitude) = (latitude, longitude)
  }

  /// Parses XMP's format: `37,30.25N` or `37,30,15N`.
  init?(latitude: [UInt8]?, longitude: [UInt8]?) {
    func angle(_ text: [UInt8]?, _ letters: String) -> Double? {
      guard let text, text.count <= 40, let letter = text.last else { return nil }
      let parts = String(decoding: text.dropLast(), as: UTF8.self).split(separator: ",")
        .map { Double($0) }
      guard parts.allSatisfy({ $0?.isFinite == true }) else { return nil }
      return Self.angle(parts.compactMap(\.self), letter, letters)
    }
    self.init(latitude: angle(latitude, "NS"), longitude: angle(longitude, "EW"))
  }

  /// Returns an angle in degrees from degrees, minutes and seconds. The second one of two letters
  /// means the negative hemisphere; some programs store the sign in the degrees.
  static func angle(_ parts: [Double], _ letter: UInt8, _ letters: String) -> Double? {
    let hemisphere = letters.utf8.firstIndex(of: letter & ~0x20)
    guard let hemisphere, 1...3 ~= parts.count, parts.dropFirst().allSatisfy({ 0..<60.001 ~= $0 })
    else { return nil }
    let value = zip(parts, [1, 60, 3600]).reduce(0) { $0 + abs($1.0) / $1.1 }
    return rounded(parts[0] < 0 || hemisphere != letters.utf8.startIndex ? -value : value, 1e7)
  }

  static func rounded(_ value: Double, _ unit: Double) -> Double { (value * unit).rounded() / unit }
}

// MARK: - PrintableText

/// Makes untrusted text printable.
enum PrintableText {
  /// Returns up to 100 characters without control characters; `nil` if none are left.
  static func make(_ bytes: some Sequence<UInt8>) -> String? {
    let text = String(decoding: Array(bytes.prefix(4096)), as: UTF8.self)
    var kept = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.lazy.filter(isShown).prefix(while: { $0 != "\0" })
    where kept.count < 100 && (!kept.isEmpty || scalar != " ") {
      kept.append(scalar)
    }
    while kept.last == " " { kept.removeLast() }
    return kept.isEmpty ? nil : String(kept)
  }

  /// Returns `false` for control characters and those that change the direction of text.
  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
      .unassigned:
      scalar == "\u{200D}"
    default: true
    }
  }
}

// MARK: - JSONLiteral

/// Encodes values as JSON; `nil` is null.
enum JSONLiteral {
  static func make(_ number: Int?) -> String { number.map(String.init) ?? "null" }

  static func make(_ number: Double?) -> String {
    guard let number, number.isFinite else { return "null" }
    return number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
  }

  static func make(_ text: String?) -> String {
    guard let text else { return "null" }
    var json = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": json += "\\\""
      case "\\": json += "\\\\"
      case "\0"..<" ": json += " "
      default: json.unicodeScalars.append(scalar)
      }
    }
    return json + "\""
  }
}
