import DiaryCore

extension PhotoFacts {
  /// Reads what the picture program says of a photo; `nil` unless it is such an object. A decoder
  /// that was taken over may say anything: what can't be so is passed over.
  init?(decoding value: JSONValue) {
    guard let type = value["type"]?.string.map(MediaType.init), type.isPhoto else { return nil }
    let word = value["problem"]?.string
    // No format counts further than that.
    let sides = ["width", "height"].compactMap { value[$0]?.integer }
      .filter { 1...0xFFFF_FFFF ~= $0 }
    let isSized = sides.count == 2
    self.init(
      type: type, width: isSized ? sides[0] : nil, height: isSized ? sides[1] : nil,
      taken: value["taken"]?.string.flatMap { $0.isDate ? $0 : nil },
      problem: word.map { PictureProblem(rawValue: $0) ?? .unavailable },
      contentIdentifier: value["contentIdentifier"]?.text,
      details: value["details"].map(PhotoDetails.init(decoding:)) ?? PhotoDetails())
  }
}

extension PhotoDetails {
  fileprivate init(decoding value: JSONValue) {
    var position: Position?
    if let latitude = value["latitude"]?.double, let longitude = value["longitude"]?.double,
      (-90...90).contains(latitude), (-180...180).contains(longitude)
    {
      position = Position(
        latitude: latitude, longitude: longitude,
        altitude: value["altitude"]?.double.flatMap { abs($0) <= 100_000 ? $0 : nil })
    }
    self.init(
      camera: value["camera"]?.text, lens: value["lens"]?.text, exposure: value["exposure"]?.text,
      aperture: value["aperture"]?.text,
      iso: value["iso"]?.integer.flatMap { 1...10_000_000 ~= $0 ? $0 : nil },
      focalLength: value["focalLength"]?.text, position: position, place: value["place"]?.text)
  }
}

extension JSONValue {
  /// As long as a photo's texts may be, and printable.
  fileprivate var text: String? {
    string.map { String(String.UnicodeScalarView($0.unicodeScalars.prefix(100))).printable }
  }
}

extension String {
  /// Whether it is a date as the picture program writes it.
  fileprivate var isDate: Bool {
    utf8.count <= 32 && EntryDate(self, localOffset: { _ in 0 }) != nil
  }
}
