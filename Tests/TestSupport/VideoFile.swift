/// The header of an MP4 video with a phone's metadata.
package struct VideoFile {
  /// Seconds since 1970.
  package var made = 0
  /// Names and values as written by Apple's phones.
  package var values: [(name: String, value: String)] = []
  /// The location as written by other phones: `+37.5665+126.9780/`.
  package var location: String?
  /// Places the values as MP4 and ffmpeg do.
  package var isMP4 = false
  package var mark = ""

  package init(
    made: Int = 0, values: [(name: String, value: String)] = [], location: String? = nil,
    mark: String = ""
  ) {
    (self.made, self.values, self.location, self.mark) = (made, values, location, mark)
  }

  package static func big(_ number: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - $0 * 8)) }
  }

  package static func box(_ name: [UInt8], _ content: [UInt8]) -> [UInt8] {
    big(content.count + 8) + name + content
  }

  package static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
    box(Array(name.utf8), content)
  }

  private var metadata: [UInt8] {
    guard !values.isEmpty else { return [] }
    let keys = values.flatMap { Self.box("mdta", Array($0.name.utf8)) }
    let data = values.enumerated().flatMap { index, named in
      Self.box(
        Self.big(index + 1),
        Self.box("data", Self.big(1) + Self.big(0) + Array(named.value.utf8)))
    }
    let content =
      Self.box("hdlr", Array(repeating: 0, count: 24))
      + Self.box("keys", Self.big(0) + Self.big(values.count) + keys) + Self.box("ilst", data)
    return isMP4
      ? Self.box("udta", Self.box("meta", Self.big(0) + content)) : Self.box("meta", content)
  }

  package var bytes: [UInt8] {
    let head = Self.box(
      "mvhd",
      Self.big(0) + Self.big(made == 0 ? 0 : made + 2_082_844_800) + Self.big(0) + Self.big(1000))
    let user =
      location.map { text in
        Self.box(
          "udta",
          Self.box(
            [0xA9] + Array("xyz".utf8),
            [0, UInt8(text.utf8.count), 0x15, 0xC7] + Array(text.utf8)))
      } ?? []
    return Self.box("ftyp", Array("isom".utf8) + Self.big(0)) + Self.box("mdat", Array(mark.utf8))
      + Self.box("moov", head + user + metadata)
  }
}
