import DiaryCore

extension PhotoFacts {
  /// Reads what the picture program says of a photo; `nil` unless it is such an object.
  init?(decoding value: JSONValue) {
    guard let type = value["type"]?.string else { return nil }
    let word = value["problem"]?.string
    self.init(
      type: MediaType(type), width: value["width"]?.integer, height: value["height"]?.integer,
      taken: value["taken"]?.string,
      problem: word.map { PictureProblem(rawValue: $0) ?? .unavailable },
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
        latitude: latitude, longitude: longitude, altitude: value["altitude"]?.double)
    }
    self.init(
      camera: value["camera"]?.string, lens: value["lens"]?.string,
      exposure: value["exposure"]?.string, aperture: value["aperture"]?.string,
      iso: value["iso"]?.integer, focalLength: value["focalLength"]?.string, position: position,
      place: value["place"]?.string)
  }
}
