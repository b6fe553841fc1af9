import CLCMS
import System

/// Converts a photo's pixels to sRGB by its color profile (ICC.1).
struct ColorConversion {
  /// The profile; empty for Adobe RGB, which cameras name without storing a profile.
  private let profile: [UInt8]

  /// Finds the profile; `nil` for a photo without one, or if its colors are sRGB already.
  init?(_ format: ImageFormat, _ bytes: Bytes) {
    guard let location = Self.location(format, bytes) else {
      guard Self.isAdobeRGB(format, bytes) else { return nil }
      self.init(adobeRGB: ())
      return
    }
    self.init(
      profile: location.isCompressed
        ? ColorProfile.inflated(bytes.raw(location.parts[0]))
        : location.parts.flatMap { bytes.raw($0) })
  }

  private init(adobeRGB: Void) { profile = [] }

  init?(profile: [UInt8]) {
    guard !profile.isEmpty, !Self.isSRGB(profile) else { return nil }
    self.profile = profile
  }

  /// Returns `true` if the library may be needed, without decompressing or loading anything.
  static func needsLibrary(_ format: ImageFormat, _ bytes: Bytes) -> Bool {
    switch format {
    // These formats need larger libraries to find the profile.
    case .tiff, .heic, .avif, .jxl, .raf, .orf, .rw2, .cr3: return true
    default:
      guard let location = location(format, bytes) else { return isAdobeRGB(format, bytes) }
      return location.isCompressed || !isSRGB(location.parts.flatMap { bytes.raw($0) })
    }
  }

  static func loadLibrary() { _ = pd_lcms_load() }

  /// `true` if the profile is for CMYK.
  var isCMYK: Bool { profile.dropFirst(16).starts(with: "CMYK".utf8) }

  /// Converts pixels. Leaves them unchanged if the profile is damaged or isn't for RGB.
  func convert(_ pixels: borrowing PixelBuffer) {
    _ = pd_lcms_convert(
      profile.isEmpty ? nil : profile, profile.count, pixels.bytes,
      pixels.size.width * pixels.size.height)
  }

  /// Converts CMYK pixels; `false` if the profile is damaged or isn't for CMYK.
  func convert(
    _ cmyk: UnsafePointer<UInt8>, _ isInverted: Bool, to pixels: borrowing PixelBuffer
  ) -> Bool {
    pd_lcms_convert_inks(
      profile, profile.count, cmyk, isInverted, pixels.bytes,
      pixels.size.width * pixels.size.height)
  }

  // MARK: Finding the profile

  private static func location(
    _ format: ImageFormat, _ bytes: Bytes
  ) -> (parts: [Range<Int>], isCompressed: Bool)? {
    var parts: [Range<Int>] = []
    var isCompressed = false
    switch format {
    case .jpeg:
      parts = ColorProfile.parts(
        bytes, JPEGSegments(bytes).lazy.map { (marker: $0.marker, content: $0.content) })
    case .png:
      guard
        let chunk = Chunks.png(bytes).lazy.prefix(while: { !bytes.has("IDAT", at: $0.name) })
          .first(where: { bytes.has("iCCP", at: $0.name) }),
        let end = bytes.first([0], in: chunk.content.prefix(80))
      else { return nil }
      // The name, its end, and the compression method.
      parts = [chunk.content.dropFirst(end + 2 - chunk.content.lowerBound)]
      isCompressed = true
    case .webp:
      // It precedes all pixels.
      parts = Chunks.webp(bytes).prefix(2).filter { bytes.has("ICCP", at: $0.name) }.map(\.content)
    case .tiff:
      let main = TIFFBlock(bytes, bytes.all).flatMap { ExifDirectory($0, at: $0.firstDirectory) }
      parts = main?.range(TIFFTag.colorProfile).map { [$0] } ?? []
    case .heic, .avif:
      parts = HEIFFile(bytes)?.profile.map { [$0] } ?? []
    case .bmp:
      // Only in a version 5 header.
      if bytes.number32(14, .little) == 124, bytes.has("DEBM", at: 70),
        let offset = bytes.number32(126, .little), let length = bytes.number32(130, .little)
      {
        parts = bytes.range(at: 14 + offset, count: length).map { [$0] } ?? []
      }
    // libjxl returns the profile of its pixels.
    case .jxl: break
    case .gif, .raf, .orf, .rw2, .cr3: break
    }
    let count = parts.reduce(0) { $0 + $1.count }
    return 1...ColorProfile.maxSize ~= count ? (parts, isCompressed) : nil
  }

  /// Returns `true` if EXIF names Adobe RGB: by the interoperability rule (DCF 2.0), or by a color
  /// space number that some cameras write.
  private static func isAdobeRGB(_ format: ImageFormat, _ bytes: Bytes) -> Bool {
    guard [.jpeg, .tiff].contains(format), let block = ExifBlock.find(format, bytes),
      let main = ExifDirectory(block, at: block.firstDirectory),
      let detail = main.directory(TIFFTag.exifDirectory)
    else { return false }
    let space = detail.number(TIFFTag.colorSpace)
    let rules = detail.directory(TIFFTag.interoperability)?.text(1)
    return space == 2 || space != 1 && rules == Array("R03".utf8)
  }

  // MARK: sRGB

  /// The primaries of sRGB adapted to D50, as in ICC profiles.
  private static let primaries: [(tag: StaticString, values: [Double])] = [
    ("rXYZ", [0.4361, 0.2225, 0.0139]), ("gXYZ", [0.3851, 0.7169, 0.0971]),
    ("bXYZ", [0.1431, 0.0606, 0.7141]),
  ]

  /// Returns `true` if a profile has the primaries and curves of sRGB, so that converting changes
  /// nothing.
  static func isSRGB(_ profile: [UInt8]) -> Bool {
    var profile = profile
    return profile.withUnsafeMutableBytes { raw in
      let bytes = Bytes(raw)
      guard bytes.has("RGB ", at: 16), let count = bytes.number32(128, .big), count <= 100,
        // Lookup tables override primaries.
        !["A2B0", "A2B1", "D2B0"].contains(where: { value($0, count, bytes) != nil })
      else { return false }
      let hasPrimaries = primaries.allSatisfy { tag, values in
        guard let range = value(tag, count, bytes) else { return false }
        return values.enumerated().allSatisfy { index, expected in
          guard let number = fixed(range.lowerBound + 8 + index * 4, bytes) else { return false }
          return abs(number - expected) < 0.002
        }
      }
      return hasPrimaries
        && ["rTRC", "gTRC", "bTRC"].allSatisfy { tag in
          value(tag, count, bytes).map { isSRGBCurve($0, bytes) } ?? false
        }
    }
  }

  private static func value(_ tag: StaticString, _ count: Int, _ bytes: Bytes) -> Range<Int>? {
    for entry in 0..<count where bytes.has(tag, at: 132 + entry * 12) {
      guard let offset = bytes.number32(136 + entry * 12, .big),
        let length = bytes.number32(140 + entry * 12, .big)
      else { return nil }
      return bytes.range(at: offset, count: length)
    }
    return nil
  }

  private static func fixed(_ position: Int, _ bytes: Bytes) -> Double? {
    bytes.number32(position, .big).map { Double(Int32(truncatingIfNeeded: $0)) / 65_536 }
  }

  private static func isSRGBCurve(_ range: Range<Int>, _ bytes: Bytes) -> Bool {
    if bytes.has("para", at: range.lowerBound) {
      let expected = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
      return bytes.number16(range.lowerBound + 8, .big) == 3
        && expected.enumerated().allSatisfy { index, expected in
          fixed(range.lowerBound + 12 + index * 4, bytes).map { abs($0 - expected) < 0.001 }
            ?? false
        }
    }
    guard bytes.has("curv", at: range.lowerBound),
      let count = bytes.number32(range.lowerBound + 8, .big), count >= 256, count <= 65_536
    else { return false }
    // Linear light at some signal levels, from dark to bright.
    return [(0.02, 0.00155), (0.1, 0.01002), (0.25, 0.05088), (0.5, 0.21404), (0.75, 0.52252)]
      .allSatisfy { signal, light in
        let place = signal * Double(count - 1)
        let start = range.lowerBound + 12 + Int(place) * 2
        guard let low = bytes.number16(start, .big), let high = bytes.number16(start + 2, .big)
        else { return false }
        let part = place - place.rounded(.down)
        return abs((Double(low) * (1 - part) + Double(high) * part) / 65_535 - light) < 0.001
      }
  }
}
