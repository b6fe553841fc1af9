/// The place where a photo was taken, in degrees, north and east. Two zeros mean that it wasn't known.
struct PhotoPosition {
  let latitude: Double
  let longitude: Double

  init?(latitude: Double?, longitude: Double?) {
    guard let latitude, let longitude, abs(latitude) <= 90, abs(longitude) <= 180,
      latitude != 0 || longitude != 0
    else { return nil }
    (self.latitude, self.longitude) = (latitude, longitude)
  }

  /// As XMP has it: `37,30.25N` or `37,30,15N`.
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

  /// The degrees of an angle in degrees, minutes and seconds, with one of two letters, of which the second
  /// stands for the negative half of the globe; some programs have the sign in the degrees.
  static func angle(_ parts: [Double], _ letter: UInt8, _ letters: String) -> Double? {
    let half = letters.utf8.firstIndex(of: letter & ~0x20)
    guard let half, 1...3 ~= parts.count, parts.dropFirst().allSatisfy({ 0..<60.001 ~= $0 })
    else { return nil }
    let value = zip(parts, [1, 60, 3600]).reduce(0) { $0 + abs($1.0) / $1.1 }
    return rounded(parts[0] < 0 || half != letters.utf8.startIndex ? -value : value, 1e7)
  }

  static func rounded(_ value: Double, _ unit: Double) -> Double { (value * unit).rounded() / unit }
}
