/// What the diary wants to know from a photo's EXIF data.
struct ExifFacts {
  /// ISO 8601 in the camera's time, with the offset when the camera wrote it.
  private(set) var taken: String?
  /// Make and model: "Canon EOS 40D".
  private(set) var camera: String?
  private(set) var lens: String?
  /// "1/250 s".
  private(set) var exposure: String?
  /// "f/2.8".
  private(set) var aperture: String?
  private(set) var iso: Int?
  /// "35 mm".
  private(set) var focalLength: String?
  /// In degrees, north and east.
  private(set) var position: (latitude: Double, longitude: Double)?
  /// In metres above the sea.
  private(set) var altitude: Double?
  /// What a Live Photo has in common with its film.
  private(set) var contentIdentifier: String?

  init(_ block: TIFFBlock?) {
    guard let block, let main = ExifDirectory(block, at: block.firstDirectory) else { return }
    camera = Self.camera(
      make: main.text(TIFFTag.make).flatMap(PrintableText.make),
      model: main.text(TIFFTag.model).flatMap(PrintableText.make))
    let detail = main.directory(TIFFTag.exifDirectory)
    // Raw formats have the dates in the main directory.
    taken = [detail, main].lazy.compactMap(\.self).compactMap(Self.taken).first
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
    if let place = main.directory(TIFFTag.gpsDirectory) { readPosition(place) }
  }

  private static func identifier(_ block: TIFFBlock, _ note: Range<Int>) -> String? {
    guard let note = TIFFBlock(appleNote: note, block.bytes),
      let text = ExifDirectory(note, at: note.firstDirectory)?.text(0x0011)
    else { return nil }
    return PrintableText.make(text)
  }

  private static func taken(_ directory: ExifDirectory) -> String? {
    ExifDate.iso(directory.text(0x9003), offset: directory.text(0x9011))
      ?? ExifDate.iso(directory.text(0x9004), offset: directory.text(0x9012))
  }

  private mutating func readPosition(_ place: ExifDirectory) {
    if let latitude = Self.angle(place, 2, 1, negative: "S", 90),
      let longitude = Self.angle(place, 4, 3, negative: "W", 180)
    {
      position = (latitude, longitude)
    }
    if let height = place.fraction(6), height < 100_000 {
      altitude = Self.rounded(place.number(5) == 1 ? -height : height, 100)
    }
  }

  /// Degrees, minutes and seconds, with a letter for the half of the globe.
  private static func angle(
    _ place: ExifDirectory, _ tag: Int, _ letterTag: Int, negative: String, _ limit: Double
  ) -> Double? {
    let parts = place.fractions(tag)
    guard parts.count == 3, parts[1] < 60.001, parts[2] < 60.001,
      let letter = place.text(letterTag)
    else { return nil }
    let value = parts[0] + parts[1] / 60 + parts[2] / 3600
    guard value <= limit else { return nil }
    return rounded(letter.starts(with: negative.utf8) ? -value : value, 1e7)
  }

  private static func rounded(_ value: Double, _ unit: Double) -> Double {
    (value * unit).rounded() / unit
  }

  /// The model alone when it begins with the make, or with its first word as in "NIKON CORPORATION".
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

  /// One digit after the point, or none when it would be a zero.
  private static func decimal(_ value: Double, _ range: ClosedRange<Double>) -> String? {
    guard range ~= value else { return nil }
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}

extension Orientation {
  init(_ format: ImageFormat, _ block: TIFFBlock?) {
    // The HEIF containers have an orientation of their own, which EXIF's only repeats.
    guard format != .heic, format != .avif, let block,
      let number = ExifDirectory(block, at: block.firstDirectory)?.number(TIFFTag.orientation),
      let orientation = Orientation(rawValue: number)
    else {
      self = .upright
      return
    }
    self = orientation
  }
}
