/// A moving picture in a HEIC or AVIF file that has no picture to stand for it: a track, as films have it (ISO/IEC
/// 23008-12, 7).
struct HEIFSequence {
  /// The size as one sees it.
  let size: PictureSize
  private let bytes: Bytes
  /// The description of the frames.
  private let description: Chunk
  private let frame: Range<Int>
  /// How often the frames are to be turned left by 90 degrees.
  private let turns: UInt8

  /// Finds the first frame of the first track that can be decoded.
  init(_ bytes: Bytes) throws(PictureProblem) {
    guard let film = HEIFBoxes.content(of: "moov", bytes, in: bytes.all) else { throw .damaged }
    for track in HEIFBoxes(bytes, in: film).prefix(Self.mostBoxes)
    where bytes.has("trak", at: track.name) {
      guard let media = HEIFBoxes.content(of: "mdia", bytes, in: track.content),
        let handler = HEIFBoxes.content(of: "hdlr", bytes, in: media),
        // Others are of transparency or of depth.
        bytes.has("pict", at: handler.lowerBound + 8)
          || bytes.has("vide", at: handler.lowerBound + 8),
        let information = HEIFBoxes.content(of: "minf", bytes, in: media),
        let samples = HEIFBoxes.content(of: "stbl", bytes, in: information),
        let descriptions = HEIFBoxes.content(of: "stsd", bytes, in: samples),
        let description = HEIFBoxes(bytes, in: descriptions.dropFirst(8)).first(where: { _ in true }
        ),
        Self.codings.contains(bytes.name(description.name)),
        let width = bytes.number16(description.content.lowerBound + 24, .big),
        let height = bytes.number16(description.content.lowerBound + 26, .big)
      else { continue }
      guard let frame = Self.frame(bytes, in: samples), width > 0, height > 0 else {
        throw .damaged
      }
      let stored = PictureSize(width: width, height: height)
      turns =
        HEIFBoxes.content(of: "tkhd", bytes, in: track.content).map { Self.turns(bytes, $0) } ?? 0
      size = turns % 2 == 1 ? stored.turned : stored
      (self.bytes, self.description, self.frame) = (bytes, description, frame)
      return
    }
    throw .undecodableType
  }

  /// The first frame as a picture of its own.
  var still: HEIFStill? {
    let stored = turns % 2 == 1 ? size.turned : size
    let zero = HEIFStill.number(0)
    var properties = [
      HEIFStill.box("ispe", zero + HEIFStill.number(stored.width) + HEIFStill.number(stored.height))
    ]
    let kept = ["hvcC", "av1C", "colr", "pasp", "pixi"]
    for box in HEIFBoxes(bytes, in: description.content.dropFirst(78)).prefix(Self.mostBoxes)
    where kept.contains(bytes.name(box.name)) {
      properties.append(HEIFStill.box(bytes.name(box.name), Array(bytes.raw(box.content))))
    }
    if turns > 0 { properties.append(HEIFStill.box("irot", [turns])) }
    let isAV1 = bytes.has("av01", at: description.name)
    return HEIFStill(type: isAV1 ? "av01" : "hvc1", [frame], properties: properties, from: bytes)
  }

  private static let codings: Set<String> = ["hvc1", "hev1", "av01"]
  private static let mostBoxes = 64

  /// The place of the first frame: the first one of the first chunk.
  private static func frame(_ bytes: Bytes, in samples: Range<Int>) -> Range<Int>? {
    guard let sizes = HEIFBoxes.content(of: "stsz", bytes, in: samples)?.lowerBound,
      let equal = bytes.number32(sizes + 4, .big),
      let count = equal > 0 ? equal : bytes.number32(sizes + 12, .big), count > 0
    else { return nil }
    let near = HEIFBoxes.content(of: "stco", bytes, in: samples).flatMap {
      bytes.number32($0.lowerBound + 8, .big)
    }
    let far = HEIFBoxes.content(of: "co64", bytes, in: samples).flatMap {
      bytes.number64($0.lowerBound + 8)
    }
    return (near ?? far).flatMap { bytes.range(at: $0, count: count) }
  }

  /// A turn by a track's matrix, in whole quarters.
  private static func turns(_ bytes: Bytes, _ header: Range<Int>) -> UInt8 {
    let start = header.lowerBound + (bytes.byte(header.lowerBound) == 1 ? 52 : 40)
    let one = 0x1_0000
    switch (bytes.number32(start, .big), bytes.number32(start + 4, .big)) {
    case (0, one): return 3
    case (1 << 32 - one, 0): return 2
    case (0, 1 << 32 - one): return 1
    default: return 0
    }
  }
}
