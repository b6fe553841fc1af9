import CHEIF

/// Decodes HEIC and AVIF with libheif, which also rotates them.
enum HEIFDecoder {
  /// Loads libheif before the limits apply, and only for such files.
  static func loadLibrary() { _ = pd_heif_load() }

  static func decode(_ bytes: Bytes, atLeast needed: ImageSize) throws -> PixelBuffer {
    guard let file = HEIFFile(bytes), file.main != nil else {
      return try decodeSequence(bytes, atLeast: needed)
    }
    let parts = try HEIFPartDecoder(file, bytes)
    // libheif rejects incomplete files.
    if !file.isWhole { return try parts.availablePixels(atLeast: needed) }
    if let pixels = try parts.tiledPixels(atLeast: needed) { return pixels }
    var picture = pd_heif_picture()
    defer { pd_heif_release(&picture) }
    if let problem = read(file, bytes, atLeast: needed, &picture) {
      // libheif reports unknown codings as damage.
      throw problem == .damaged && !file.hasKnownCoding ? .undecodableType : problem
    }
    var shrinker = try RowShrinker(
      ImageSize(width: Int(picture.width), height: Int(picture.height)), atLeast: needed,
      isPremultiplied: picture.is_premultiplied)
    var row = [UInt8](repeating: 0, count: Int(picture.width) * 4)
    for y in 0..<picture.height {
      pd_heif_row(&picture, y, &row)
      shrinker.add(row, row: Int(y))
    }
    return shrinker.finish()
  }

  /// Reads the main picture of a complete file. Without a problem, the caller must release it.
  static func read(
    _ file: HEIFFile, _ bytes: Bytes, atLeast needed: ImageSize,
    _ picture: inout pd_heif_picture
  ) -> ImageError? {
    let status = pd_heif_read(
      bytes.start, bytes.count, UInt32(needed.width), UInt32(needed.height),
      UInt64(ImageSize.pixelLimit), file.isGray, file.profile != nil, &picture)
    let problem = ImageError(status: status)
    if problem != nil { pd_heif_release(&picture) }
    return problem
  }

  private static func decodeSequence(
    _ bytes: Bytes, atLeast needed: ImageSize
  ) throws -> PixelBuffer {
    guard let still = try HEIFSequence(bytes).still else { throw ImageError.damaged }
    let pixels = try decode(still.bytes, atLeast: needed)
    ColorConversion(.heic, still.bytes)?.convert(pixels)
    return pixels
  }
}

// MARK: - HEIFPartDecoder

/// Draws a HEIC or AVIF file in parts: of an incomplete file, the picture, the tiles that exist, or
/// a thumbnail; and tile by tile, a picture for which libheif would need too much memory.
struct HEIFPartDecoder {
  private let file: HEIFFile
  private let bytes: Bytes
  private let main: Int
  private let properties: HEIFProperties
  private let size: ImageSize

  init(_ file: HEIFFile, _ bytes: Bytes) throws {
    guard let main = file.main, let properties = file.properties, let size = file.size
    else { throw ImageError.damaged }
    if size.isTooLarge { throw ImageError.tooLarge }
    self.file = file
    self.bytes = bytes
    self.main = main
    self.properties = properties
    self.size = size
  }

  /// Returns the pixels of an incomplete file.
  func availablePixels(atLeast needed: ImageSize) throws -> PixelBuffer {
    var result = try coded(main, atLeast: needed)
    if result == nil { result = try tiles(atLeast: needed) }
    if result == nil { result = try thumbnail(atLeast: needed) }
    if result == nil { result = try exifThumbnail(atLeast: needed) }
    guard var result else { throw ImageError.damaged }
    result.isWhole = false
    return result
  }

  // MARK: Coded pictures

  /// Returns the pixels of a complete file that consists only of tiles, if libheif would need
  /// hundreds of megabytes for it.
  func tiledPixels(atLeast needed: ImageSize) throws -> PixelBuffer? {
    let isPlain = !properties.all.contains { box in
      bytes.has("clap", at: box.name)
        || bytes.has("auxC", at: box.name)
          && ["auxid:1", ":alpha"].contains {
            bytes.first(Array($0.utf8), in: box.content) != nil
          }
    }
    guard size.width * size.height > Self.singlePassLimit, isPlain else { return nil }
    if let size = largestThumbnail.flatMap({ properties.size(ofItem: $0) }),
      size.width >= needed.width, size.height >= needed.height
    {
      return nil
    }
    return try tiles(atLeast: needed)
  }

  /// Beyond this number of pixels, libheif needs about four bytes each, and twice as many if it
  /// rotates them.
  private static let singlePassLimit = 24_000_000

  private static let colors = "colr"
  private static let turns = ["clap", "irot", "imir"]
  private static let kept = ["ispe", "pixi", "pasp", "hvcC", "av1C", colors] + turns

  private func still(_ name: Int) -> HEIFStill? {
    guard let item = file.items[name], let parts = item.extents else { return nil }
    var boxes = properties.boxes(ofItem: name).filter { Self.kept.contains(bytes.name($0.name)) }
    if !boxes.contains(where: { bytes.name($0.name) == Self.colors }) {
      boxes += properties.boxes(ofItem: main).filter { bytes.name($0.name) == Self.colors }
    }
    let copies = boxes.map { HEIFStill.box(bytes.name($0.name), Array(bytes.raw($0.content))) }
    return HEIFStill(type: item.type, parts, properties: copies, from: bytes)
  }

  private func coded(_ name: Int, atLeast needed: ImageSize) throws -> PixelBuffer? {
    guard let still = still(name) else { return nil }
    return try? HEIFDecoder.decode(still.bytes, atLeast: needed)
  }

  // MARK: Tiles

  private struct Grid {
    let columns: Int
    let rows: Int
    /// The stored size.
    let size: ImageSize
    let tile: ImageSize
    let names: [Int]
  }

  private var grid: Grid? {
    guard let item = file.items[main], item.type == "grid",
      let start = item.extents?.first?.lowerBound,
      let flags = bytes.byte(start + 1), let rows = bytes.byte(start + 2),
      let columns = bytes.byte(start + 3),
      let names = file.references("dimg").first(where: { $0.from == main })?.to,
      let first = names.first,
      let tile = properties.size(ofItem: first)
    else { return nil }
    let isLong = flags & 1 == 1
    let sides = [0, 1].compactMap {
      isLong ? bytes.number32(start + 4 + $0 * 4, .big) : bytes.number16(start + 4 + $0 * 2, .big)
    }
    guard sides.count == 2, sides.allSatisfy({ $0 > 0 }),
      names.count == (Int(rows) + 1) * (Int(columns) + 1)
    else { return nil }
    let size = ImageSize(width: sides[0], height: sides[1])
    return size.isTooLarge
      ? nil
      : Grid(
        columns: Int(columns) + 1, rows: Int(rows) + 1, size: size, tile: tile, names: names)
  }

  private func tiles(atLeast needed: ImageSize) throws -> PixelBuffer? {
    guard let grid else { return nil }
    let orientations = self.orientations
    let isTurned = orientations.count(where: \.swapsAxes) % 2 == 1
    var shrinker = try RowShrinker(grid.size, atLeast: isTurned ? needed.transposed : needed)
    var (isEmpty, isWhole) = (true, true)
    for row in 0..<grid.rows {
      var pictures = [pd_heif_picture](repeating: pd_heif_picture(), count: grid.columns)
      defer { for index in pictures.indices { pd_heif_release(&pictures[index]) } }
      for column in 0..<grid.columns {
        guard let still = still(grid.names[row * grid.columns + column]),
          let file = HEIFFile(still.bytes),
          HEIFDecoder.read(file, still.bytes, atLeast: grid.tile, &pictures[column]) == nil
        else {
          isWhole = false
          continue
        }
        isEmpty = false
      }
      add(pictures, row: row, of: grid, to: &shrinker)
    }
    if isEmpty { return nil }
    var result = shrinker.finish(isWhole: isWhole)
    for orientation in orientations { result = try orientation.upright(result) }
    return result
  }

  /// Adds the pixel rows of one row of tiles; tiles that weren't decoded are transparent.
  private func add(
    _ pictures: [pd_heif_picture], row: Int, of grid: Grid, to shrinker: inout RowShrinker
  ) {
    var line = [UInt8](repeating: 0, count: grid.size.width * 4)
    let widest = pictures.map { Int($0.width) }.max() ?? 0
    var part = [UInt8](repeating: 0, count: widest * 4)
    let top = row * grid.tile.height
    for y in top..<max(top, min(grid.size.height, top + grid.tile.height))
    where shrinker.needs(row: y) {
      for (column, picture) in pictures.enumerated() {
        let left = column * grid.tile.width
        let width = min(Int(picture.width), grid.tile.width, grid.size.width - left)
        guard picture.planes != nil, width > 0, y - top < Int(picture.height) else { continue }
        withUnsafePointer(to: picture) { pd_heif_row($0, UInt32(y - top), &part) }
        line.replaceSubrange(left * 4..<(left + width) * 4, with: part[..<(width * 4)])
      }
      shrinker.add(line, row: y)
    }
  }

  /// The rotations and reflections of the main picture.
  private var orientations: [Orientation] {
    properties.boxes(ofItem: main).compactMap { box in
      let value = bytes.byte(box.content.lowerBound) ?? 0
      switch bytes.name(box.name) {
      case "irot": return [.upright, .right, .upsideDown, .left][Int(value & 3)]
      case "imir": return value & 1 == 1 ? .mirrored : .upsideDownMirrored
      default: return nil
      }
    }
  }

  // MARK: Thumbnails

  private var largestThumbnail: Int? {
    let names = file.references("thmb").filter { $0.to.contains(main) }.map(\.from)
    var best: (name: Int, width: Int)?
    for name in names.prefix(16) {
      guard let size = properties.size(ofItem: name), hasPictureProportions(size),
        file.items[name]?.extents != nil, size.width > best?.width ?? 0
      else { continue }
      best = (name, size.width)
    }
    return best?.name
  }

  private func thumbnail(atLeast needed: ImageSize) throws -> PixelBuffer? {
    guard let name = largestThumbnail else { return nil }
    return try coded(name, atLeast: needed)
  }

  private func exifThumbnail(atLeast needed: ImageSize) throws -> PixelBuffer? {
    guard let block = ExifBlock.find(.heic, bytes),
      let first = block.directory(at: block.firstDirectory),
      let second = ExifDirectory(block, at: first.next),
      let offset = second.number(TIFFTag.thumbnail),
      let photo = bytes.part(from: block.range.lowerBound + offset),
      var result = try? JPEGDecoder.decode(photo, atLeast: needed)
    else { return nil }
    for orientation in orientations { result = try orientation.upright(result) }
    guard hasPictureProportions(result.size) else { return nil }
    return result
  }

  /// Returns `true` if a thumbnail has the picture's proportions: some cameras add black bars.
  private func hasPictureProportions(_ thumbnail: ImageSize) -> Bool {
    let expected = Double(thumbnail.width) * Double(size.height) / Double(size.width)
    return abs(expected - Double(thumbnail.height)) <= 1.5
  }
}
