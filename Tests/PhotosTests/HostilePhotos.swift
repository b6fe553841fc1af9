import Foundation
import TestSupport
import Testing

/// Photos that tell of places, people and serial numbers wherever a format lets them.
struct HostilePhoto: CustomStringConvertible {
  let name: String
  let bytes: [UInt8]

  /// What must not be left, each in every one of these photos. They are also looked for in UTF-16.
  static let secrets = ["37.53260N", "SERIAL-4711", "Ada Person", "Busan-dong"]
  static let secret = Array(secrets.joined(separator: " ").utf8)

  var description: String { name }

  private init(_ name: String, _ bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  static func all() throws -> [HostilePhoto] {
    try jpegs() + pngs() + webps() + gifs() + tiffs() + heifs() + [bitmap()]
  }

  // MARK: JPEG

  static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    let length = content.count + 2
    return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + content
  }

  private static func jpegs() throws -> [HostilePhoto] {
    let sample = try Fixture.file("corners.jpg")
    func jpeg(_ name: String, _ segments: [UInt8]..., after rest: [UInt8] = []) -> HostilePhoto {
      HostilePhoto("JPEG " + name, Array(sample[..<2]) + segments.joined() + sample[2...] + rest)
    }
    let exif = Array("Exif\0\0".utf8)
    let small = exif + TIFFFixture.exif(note: secret)
    let xmp = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    let digest = [UInt8](repeating: 0x41, count: 40)
    let extended = Array("http://ns.adobe.com/xmp/extension/\0".utf8) + digest
    let iptc = [0x1C, 2, 90, 0, UInt8(secret.count)] + secret
    let resource = Array("8BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, UInt8(iptc.count)] + iptc
    let film = Box.make("ftyp", Array("mp42".utf8)) + Box.make("moov", secret)
    let second = Array(sample[..<2]) + segment(0xE1, small) + sample[2...]
    var photos = [
      jpeg("EXIF", segment(0xE1, small)),
      jpeg(
        "EXIF in two segments", segment(0xE1, Array(small[..<400])),
        segment(0xE1, exif + small[400...])),
      jpeg("XMP", segment(0xE1, xmp + iptcXMP)),
      jpeg(
        "extended XMP", segment(0xE1, extended + iptcXMP[..<50]),
        segment(0xE1, extended + iptcXMP[50...] + secret)),
      jpeg("IPTC", segment(0xED, Array("Photoshop 3.0\0".utf8) + resource)),
      jpeg("JFIF", segment(0xE0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 72, 0, 72, 4, 4] + secret)),
      jpeg("profile", segment(0xE2, Array("ICC_PROFILE\0\u{1}\u{1}".utf8) + screen)),
      jpeg("film", after: film), jpeg("second picture", after: second),
      jpeg("Samsung's trailer", after: Array("SEFH".utf8) + secret + Array("SEFT".utf8)),
      HostilePhoto(
        "JPEG after the scan", sample.dropLast(2) + segment(0xFE, secret) + [0xFF, 0xD9]),
      HostilePhoto(
        "JPEG between segments", Array(sample[..<2]) + segment(0xFE, [0]) + secret + sample[2...]),
    ]
    // JUMBF, FLIR, GoPro, InfiRay, comments and whatever comes.
    for marker: UInt8 in Array(0xE0...0xEF) + [0xFE] {
      photos.append(jpeg("marker \(marker)", segment(marker, Array("Some\0".utf8) + secret)))
    }
    return photos
  }

  /// A color profile with these tags.
  static func profile(_ tags: [(name: String, value: [UInt8])]) -> [UInt8] {
    var (table, values) = (Fixture.big(tags.count), [UInt8]())
    for tag in tags {
      table += Array(tag.name.utf8) + Fixture.big(132 + tags.count * 12 + values.count)
      table += Fixture.big(tag.value.count)
      values += tag.value
    }
    var header = [UInt8](repeating: 0, count: 128)
    header.replaceSubrange(36..<40, with: "acsp".utf8)
    return header + table + values
  }

  /// One of a screen, which tells its serial number.
  private static let screen = profile([("rXYZ", [1, 2, 3, 4]), ("mmod", secret)])

  private static let iptcXMP = Array(
    """
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF><rdf:Description photoshop:City="Busan-dong" \
    Iptc4xmpCore:Location="37.53260N"><Iptc4xmpExt:LocationShown>Ada Person</Iptc4xmpExt:LocationShown>\
    <cell:mcc>SERIAL-4711</cell:mcc></rdf:Description></rdf:RDF></x:xmpmeta>
    """.utf8)

  // MARK: PNG, WebP, GIF, BMP

  private static func pngs() throws -> [HostilePhoto] {
    func png(_ name: String, _ content: [UInt8]) -> HostilePhoto {
      HostilePhoto(
        "PNG \(name)",
        Fixture.png(width: 40, height: 20, rows: 20, chunks: [(name, content)]))
    }
    let text = Array("Raw profile type iptc\0".utf8)
    return [
      png("tEXt", text + secret), png("zTXt", text + [0] + Fixture.stored(secret)),
      png("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + iptcXMP),
      png("eXIf", TIFFFixture.exif(note: secret)), png("caBX", secret), png("prVt", secret),
      png("sPLT", secret), png("iCCP", secret + [0, 0] + Fixture.stored(screen)),
      HostilePhoto(
        "PNG after its end", Fixture.png(width: 40, height: 20, rows: 20) + secret),
    ]
  }

  private static func webps() throws -> [HostilePhoto] {
    func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
      let padding: [UInt8] = content.count % 2 == 1 ? [0] : []
      return Array(name.utf8) + Fixture.big(content.count).reversed() + content + padding
    }
    var photos: [HostilePhoto] = []
    for file in ["alpha.webp", "moving.webp"] {
      let sample = try Fixture.file(file)
      for name in ["EXIF", "XMP ", "C2PA", "priv"] {
        let content = name == "EXIF" ? TIFFFixture.exif(note: secret) : secret
        let body = Array(sample[8...]) + chunk(name, content)
        photos.append(HostilePhoto("WebP \(name) \(file)", chunk("RIFF", body)))
      }
      photos.append(HostilePhoto("WebP after its end \(file)", sample + chunk("XMP ", secret)))
    }
    // Within the first frame of a film.
    var moving = try Fixture.file("moving.webp")
    let frame = try require(Data(moving).range(of: Data("ANMF".utf8))).upperBound
    let own = chunk("priv", secret)
    let length = (0..<4).reduce(0) { $0 | Int(moving[frame + $1]) << (8 * $1) }
    moving.insert(contentsOf: own, at: frame + 4 + length)
    moving.replaceSubrange(frame..<frame + 4, with: Fixture.big(length + own.count).reversed())
    moving.replaceSubrange(4..<8, with: Fixture.big(moving.count - 8).reversed())
    photos.append(HostilePhoto("WebP in a frame", moving))
    return photos
  }

  private static func gifs() throws -> [HostilePhoto] {
    let sample = try Fixture.file("moving.gif")
    let start = 13 + (sample[10] & 0x80 == 0 ? 0 : 3 << Int(sample[10] & 7 + 1))
    func gif(_ name: String, _ blocks: [UInt8], after rest: [UInt8] = []) -> HostilePhoto {
      HostilePhoto("GIF " + name, Array(sample[..<start]) + blocks + sample[start...] + rest)
    }
    let block = [UInt8(secret.count)] + secret + [0]
    return [
      gif("comment", [0x21, 0xFE] + block),
      gif("XMP", [0x21, 0xFF, 11] + Array("XMP DataXMP".utf8) + block),
      gif("looping", [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0] + block),
      gif("unknown", [0x21, 0x99] + block), gif("after its end", [], after: secret),
    ]
  }

  private static func bitmap() throws -> HostilePhoto {
    HostilePhoto("BMP after its end", try Fixture.file("corners.bmp") + secret)
  }

  // MARK: TIFF and HEIF

  private static func tiffs() throws -> [HostilePhoto] {
    [
      HostilePhoto("TIFF of two pages", TIFFFixture.pages(note: secret)),
      HostilePhoto("TIFF after its end", try Fixture.file("corners.tiff") + secret),
    ]
  }

  private static func heifs() throws -> [HostilePhoto] {
    try ["located.heic", "located.avif"].flatMap { file in
      let sample = try Fixture.file(file)
      let uuid = [UInt8](repeating: 0xD8, count: 16)
      // The text of the XMP item, which is long enough.
      var located = sample
      let text = try require(Data(sample).range(of: Data("<x:xmpmeta".utf8))).upperBound
      located.replaceSubrange(text..<text + secret.count, with: secret)
      return [
        HostilePhoto("uuid box of \(file)", sample + Box.make("uuid", uuid + secret)),
        HostilePhoto("film of \(file)", sample + Box.make("mpvd", Box.make("ftyp", secret))),
        HostilePhoto("free space of \(file)", sample + Box.make("free", secret)),
        HostilePhoto("media of \(file)", sample + Box.make("mdat", secret)),
        HostilePhoto("XMP of \(file)", located),
      ]
    }
  }
}

/// The boxes of HEIF and films.
enum Box {
  static func make(_ name: String, _ content: [UInt8]) -> [UInt8] {
    Fixture.big(8 + content.count) + Array(name.utf8) + content
  }
}
