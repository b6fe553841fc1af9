import Crypto
import DiaryCore
import System

/// Writes files as objects into a pack, with the same result as `git hash-object` and `git
/// pack-objects` in a quarter of the time: each file is read once, and its hash uses the
/// processor's instructions. Nothing is compressed, since encrypted data doesn't get smaller.
///
/// Format: gitformat-pack, with packs of version 2 and indexes of version 1.
struct GitPack<Sum: HashFunction>: ~Copyable {
  private struct Object {
    let name: [UInt8]
    let offset: UInt32
  }

  private let folder: String
  private let file: OpenFile
  private var sum = Sum()
  private var size = 0
  private var objects: [Object] = []
  /// The bytes that aren't written yet.
  private var buffer: [UInt8] = []

  /// The bytes of files in a pack: offsets in its index have 32 bits.
  private static var most: Int { 1 << 30 }
  /// The bytes of an uncompressed block (RFC 1951).
  private static var mostStored: Int { 0xFFFF }

  /// Writes files into as many packs of an object folder as needed. Returns the objects' names.
  static func write(
    _ files: [(file: OutgoingFile, size: Int)], to objects: String, _ stop: RemoteStop
  ) throws -> [String] {
    let folder = Path.join(objects, "pack")
    try FileSystem.makeFolders(folder)
    var names: [String] = []
    var rest = files[...]
    while !rest.isEmpty {
      var size = 0
      let part = rest.prefix { file in
        defer { size += file.size }
        return size < most
      }
      rest = rest.dropFirst(part.count)
      var pack = try GitPack(in: folder, count: part.count)
      for (file, _) in part { names.append(try pack.add(file, stop)) }
      try pack.finish()
    }
    return names
  }

  private init(in folder: String, count: Int) throws {
    self.folder = folder
    file = try OpenFile(Path.join(folder, "new"), .new)
    buffer = Array("PACK".utf8) + Self.bytes(2) + Self.bytes(UInt32(count))
  }

  /// Adds a file and returns the object's name.
  private mutating func add(_ file: OutgoingFile, _ stop: RemoteStop) throws -> String {
    var source = try OutgoingBytes(file)
    var name = Sum()
    name.update(data: Array("blob \(source.size)\0".utf8))
    let offset = UInt32(size + buffer.count)
    begin(size: source.size)
    var adler = Adler32()
    while let piece = try source.next() {
      try stop.check()
      piece.span.bytes.withUnsafeBytes { bytes in
        name.update(bufferPointer: bytes)
        adler.update(bytes)
        store(bytes)
      }
      try flush()
    }
    // The last, empty block of the zlib stream.
    buffer += [1, 0, 0, 0xFF, 0xFF] + Self.bytes(adler.value)
    let object = Object(name: name.finalize(), offset: offset)
    objects.append(object)
    return hexadecimal(object.name)
  }

  /// Appends an object's kind and size, and the zlib header.
  private mutating func begin(size: Int) {
    let blob: UInt8 = 3 << 4
    var rest = size >> 4
    buffer.append(blob | UInt8(size & 0xF) | (rest > 0 ? 0x80 : 0))
    while rest > 0 {
      buffer.append(UInt8(rest & 0x7F) | (rest >> 7 > 0 ? 0x80 : 0))
      rest >>= 7
    }
    buffer += [0x78, 0x01]
  }

  private mutating func store(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = rest.prefix(Self.mostStored)
      let size = UInt16(part.count)
      buffer.append(0)
      for word in [size, ~size] { buffer += [UInt8(word & 0xFF), UInt8(word >> 8)] }
      buffer.append(contentsOf: part)
      rest = rest.dropFirst(part.count)
    }
  }

  private mutating func flush() throws {
    sum.update(data: buffer)
    try file.write(buffer)
    size += buffer.count
    buffer.removeAll(keepingCapacity: true)
  }

  /// Renames the pack to its hash, and writes the index by which git finds it.
  private mutating func finish() throws {
    try flush()
    let sum = sum.finalize()
    try file.write(sum)
    let path = Path.join(folder, "pack-" + hexadecimal(sum))
    try FileSystem.rename(file.path, to: path + ".pack")
    try OpenFile(path + ".idx", .new).write(index(endingWith: sum))
  }

  /// Returns the index: for each first byte, the number of objects up to it, then the objects
  /// sorted by name, with offsets.
  private func index(endingWith packSum: [UInt8]) -> [UInt8] {
    let sorted = objects.sorted { $0.name.lexicographicallyPrecedes($1.name) }
    var bytes: [UInt8] = []
    var count = 0
    for first in 0...UInt8.max {
      while count < sorted.count, sorted[count].name[0] <= first { count += 1 }
      bytes += Self.bytes(UInt32(count))
    }
    for object in sorted { bytes += Self.bytes(object.offset) + object.name }
    bytes += packSum
    return bytes + Sum.hash(data: bytes)
  }

  private static func bytes(_ number: UInt32) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }
}

// MARK: -

/// A parser for the output of `git cat-file --batch`, which arrives in pieces.
struct GitObjects {
  private var header: [UInt8] = []
  /// The bytes left of the object, plus one for the line break after it.
  private var left = 0
  private var count = 0

  /// Calls `begin` with each object's position in the list, then `piece` with its bytes, and with
  /// an empty piece at its end. A missing object is skipped.
  mutating func take(
    _ bytes: ArraySlice<UInt8>, begin: (Int, _ size: Int) throws -> Void,
    piece: (ArraySlice<UInt8>) throws -> Void
  ) throws {
    var bytes = bytes
    while !bytes.isEmpty {
      if left > 0 {
        let body = bytes.prefix(min(left - 1, bytes.count))
        if !body.isEmpty { try piece(body) }
        left -= body.count
        bytes = bytes.dropFirst(body.count)
        if left == 1, !bytes.isEmpty {
          bytes = bytes.dropFirst()
          left = 0
          try piece([])
        }
        continue
      }
      let end = bytes.firstIndex(of: 0x0A)
      header += bytes[..<(end ?? bytes.endIndex)]
      bytes = end.map { bytes[($0 + 1)...] } ?? []
      guard end != nil else { return }
      let words = String(decoding: header, as: UTF8.self).split(separator: " ")
      header.removeAll()
      defer { count += 1 }
      guard words.count == 3, words[1] == "blob", let size = Int(words[2]) else { continue }
      left = size + 1
      try begin(count, size)
    }
  }
}

// MARK: -

/// The checksum at the end of a zlib stream (RFC 1950).
struct Adler32 {
  private var (sum, sums): (UInt32, UInt32) = (1, 0)

  private static let prime: UInt32 = 65521
  /// The bytes after which the sums could exceed 32 bits.
  private static let most = 4096

  var value: UInt32 { sums << 16 | sum }

  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = UnsafeRawBufferPointer(rebasing: rest.prefix(Self.most))
      // Each byte counts in all sums from its position on.
      var (own, all): (UInt32, UInt32) = (0, 0)
      let count = UInt32(part.count)
      for index in 0..<part.count {
        let byte = UInt32(part[index])
        own &+= byte
        all &+= byte &* (count &- UInt32(truncatingIfNeeded: index))
      }
      sums = (sums + count * sum % Self.prime + all % Self.prime) % Self.prime
      sum = (sum + own) % Self.prime
      rest = rest.dropFirst(part.count)
    }
  }
}
