/// What the diary wants to know from a photo's EXIF data.
struct ExifFacts {
  /// In the camera's time, with the offset when the camera wrote it or its position tells it.
  private(set) var taken: MetadataDate?
  /// When the satellites saw it, in UTC.
  private(set) var located: MetadataDate?
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
  private(set) var position: PhotoPosition?
  /// In metres above the sea.
  private(set) var altitude: Double?
  /// What a Live Photo has in common with its film.
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
    let place = main.directory(TIFFTag.gpsDirectory) ?? metadata.gps.flatMap(first)
    if let place { readPosition(place) }
    located = place.flatMap(Self.moment)
    // Raw formats have the dates in the main directory.
    taken = [detail, main].lazy.compactMap(\.self).compactMap(Self.taken).first?
      .placed(byUTC: located, longitude: position?.longitude)
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

  /// When it was taken, else when it was made digital, with its own offset or else another that there is.
  private static func taken(_ directory: ExifDirectory) -> MetadataDate? {
    [(0x9003, [0x9011, 0x9012, 0x9010]), (0x9004, [0x9012, 0x9011, 0x9010])].lazy
      .compactMap { date, zones in
        MetadataDate(
          directory.text(date), zone: zones.lazy.compactMap { directory.text($0) }.first)
      }.first
  }

  private static func moment(_ place: ExifDirectory) -> MetadataDate? {
    let clock = place.numbers(7)
    guard let day = place.text(29), clock.count == 3, clock.allSatisfy({ 0..<60 ~= $0 })
    else { return nil }
    let time = clock.map { "\(100 + Int($0))".dropFirst() }.joined()
    return MetadataDate(day + Array(" \(time)Z".utf8))
  }

  private mutating func readPosition(_ place: ExifDirectory) {
    position = PhotoPosition(
      latitude: Self.angle(place, 2, 1, "NS"), longitude: Self.angle(place, 4, 3, "EW"))
    if let height = place.fraction(6), height < 100_000 {
      altitude = PhotoPosition.rounded(place.number(5) == 1 ? -height : height, 100)
    }
  }

  /// Degrees, and minutes and seconds if there are any, with one of two letters for the half of the globe.
  private static func angle(
    _ place: ExifDirectory, _ tag: Int, _ letterTag: Int, _ letters: String
  ) -> Double? {
    guard let letter = place.text(letterTag)?.first else { return nil }
    return PhotoPosition.angle(place.numbers(tag), letter, letters)
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
