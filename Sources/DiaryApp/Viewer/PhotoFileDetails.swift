import DiaryCore
import Localization

/// What the viewer's panel tells of a photo's file.
struct PhotoFileDetails: Hashable, Sendable {
  let asset: AssetID
  /// `nil` when the file can't be read.
  let facts: PhotoFileFacts?

  /// Each with its name; what isn't known is left out.
  static func lines(of photo: Photo, _ details: PhotoFileDetails?) -> [(
    name: String, value: String
  )] {
    var lines = [(localized("Name"), photo.name)]
    func add(_ name: String, _ value: String?) {
      if let value, !value.isBlank { lines.append((name, value)) }
    }
    guard let details, details.asset == photo.asset else {
      return lines + [("", localized("reading…"))]
    }
    let how = details.facts?.facts.details ?? PhotoDetails()
    add(localized("Camera"), how.camera)
    add(localized("Lens"), how.lens)
    let exposure = [how.exposure, how.aperture, how.iso.map { "ISO \($0)" }, how.focalLength]
    add(localized("Exposure"), exposure.compactMap(\.self).joined(separator: " · "))
    add(localized("Taken"), taken(photo.taken ?? details.facts?.facts.taken))
    add(localized("Place"), how.place)
    add(localized("Position"), how.position.map(words))
    add(localized("Size"), size(photo, details.facts))
    add(localized("Type"), photo.type.description)
    if details.facts == nil { lines.append(("", localized("Couldn't read the file."))) }
    return lines
  }

  private static func taken(_ text: String?) -> String? {
    guard let text, let date = EntryDate(text) else { return text }
    guard text.utf8.count > 10 else { return DateWords.short(date.day) }
    let words = "\(DateWords.short(date.day)), \(date.clock)"
    // Without an offset it is the camera's own time, wherever that was.
    let hasOffset = text.hasSuffix("Z") || text.dropFirst(11).contains { "+-".contains($0) }
    return hasOffset ? "\(words) \(date.zone)" : words
  }

  /// `4,032 × 3,024 pixels, 3.2 MB`
  private static func size(_ photo: Photo, _ facts: PhotoFileFacts?) -> String {
    let width = photo.width ?? facts?.facts.width
    let height = photo.height ?? facts?.facts.height
    let pixels = width.flatMap { width in
      height.map { localized("\(CountWords.grouped(width)) × \(CountWords.grouped($0)) pixels") }
    }
    return [pixels, facts.map { CountWords.bytes($0.bytes) }].compactMap(\.self)
      .joined(separator: ", ")
  }

  /// `37.5665° N 126.9780° E, 38 m`
  private static func words(_ position: PhotoDetails.Position) -> String {
    let north = degrees(position.latitude, "N", "S")
    let east = degrees(position.longitude, "E", "W")
    let height = position.altitude.flatMap { altitude in
      altitude.isFinite && abs(altitude) < 1e6 ? ", \(Int(altitude.rounded())) m" : nil
    }
    return "\(north) \(east)\(height ?? "")"
  }

  private static func degrees(_ value: Double, _ positive: String, _ negative: String) -> String {
    guard value.isFinite, abs(value) <= 360 else { return "?" }
    let parts = Int((abs(value) * 10_000).rounded())
    let rest = String(10_000 + parts % 10_000).dropFirst()
    return "\(parts / 10_000).\(rest)° \(value < 0 ? negative : positive)"
  }
}
