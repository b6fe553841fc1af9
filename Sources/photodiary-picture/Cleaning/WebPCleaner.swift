/// Keeps of a WebP its pictures and colors, and EXIF data written anew.
enum WebPCleaner {
  private static let kept: Set<String> = ["VP8X", "VP8 ", "VP8L", "ALPH", "ANIM"]

  static func clean(_ bytes: Bytes) throws(PictureProblem) -> CleanPhoto {
    // The file says how long it is; what follows is no part of it.
    guard let claimed = bytes.number32(4, .little) else { throw .damaged }
    let end = min(bytes.count, claimed + 8 + claimed & 1)
    var (body, features) = ([UInt8](), nil as Int?)
    var hasPixels = false
    var exif = CleanExif.make(from: PhotoMetadata(.webp, bytes), of: .webp)
    var hasProfile = false
    var chunks = Chunks.webp(bytes)
    while let chunk = chunks.next(), chunk.content.upperBound <= end {
      let name = bytes.name(chunk.name)
      switch name {
      case "VP8X":
        features = body.count + 8
        append(name, Array(bytes.raw(chunk.content)), to: &body)
      case "ANMF":
        append(name, frame(bytes, chunk.content), to: &body)
        hasPixels = true
      case "ICCP":
        hasProfile = ColorProfile.clean(bytes, in: [chunk.content])
        if hasProfile { append(name, Array(bytes.raw(chunk.content)), to: &body) }
      case _ where kept.contains(name):
        append(name, Array(bytes.raw(chunk.content)), to: &body)
        hasPixels = hasPixels || name == "VP8 " || name == "VP8L"
      default: break
      }
    }
    var missing = 0
    if !hasPixels, let rest = chunks.cutOff, let length = bytes.number32(rest.name + 4, .little),
      rest.content.lowerBound + length <= claimed + 8,
      ["VP8 ", "VP8L"].contains(bytes.name(rest.name))
    {
      // The file breaks off among its pixels, and decoders show the rows that are there.
      body += Array(bytes.raw(rest.name..<rest.content.upperBound))
      missing = length - rest.content.count
      (hasPixels, exif) = (true, nil)
    }
    guard hasPixels else { throw .damaged }
    if let features, body.indices.contains(features) {
      // Which of a profile, EXIF and XMP there is.
      body[features] =
        body[features] & ~0b10_1100 | (exif == nil ? 0 : 0b1000) | (hasProfile ? 0b10_0000 : 0)
      if let exif { append("EXIF", exif, to: &body) }
    }
    var photo = CleanPhoto()
    photo.add(Array("RIFF".utf8) + little(body.count + missing + 4) + Array("WEBP".utf8) + body)
    photo.leaveOut(end..<bytes.count, of: bytes)
    return photo
  }

  /// One picture of several: where it lies and how long it is seen, then chunks.
  private static func frame(_ bytes: Bytes, _ content: Range<Int>) -> [UInt8] {
    var frame = Array(bytes.raw(content.prefix(16)))
    var chunks = Chunks.webp(bytes, from: content.lowerBound + 16)
    while let chunk = chunks.next(), chunk.content.upperBound <= content.upperBound {
      let name = bytes.name(chunk.name)
      if kept.contains(name) { append(name, Array(bytes.raw(chunk.content)), to: &frame) }
    }
    return frame
  }

  private static func append(_ name: String, _ content: [UInt8], to body: inout [UInt8]) {
    body += Array(name.utf8) + little(content.count) + content
    if content.count % 2 == 1 { body.append(0) }
  }

  private static func little(_ number: Int) -> [UInt8] {
    withUnsafeBytes(of: UInt32(truncatingIfNeeded: number).littleEndian) { Array($0) }
  }
}
