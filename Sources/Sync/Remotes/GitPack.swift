import Crypto
import DiaryCore
import System

/// Writes files as objects into one pack, as git would find them after `git hash-object` and `git
/// pack-objects`, and in a fourth of the time: each file is read once, and its sums are made by the
/// processor's own instructions. Nothing is compressed, for what is encrypted gets no smaller.
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
  /// What isn't written yet.
  private var buffer: [UInt8] = []

  /// In bytes of files: a place in the pack has 32 bits in its index.
  private static var most: Int { 1 << 30 }
  /// In bytes, of a part of an object that stands as it is.
  private static var mostStored: Int { 0xFFFF }

  /// Writes files into as many packs of a folder of objects as are needed. Returns the objects' names.
  static func write(
    _ files: [(file: OutgoingFile, size: Int)], to objects: String, _ stop: RemoteStop
  ) throws(RemoteFault) -> [String] {
    let folder = Path.join(objects, "pack")
    try RemoteFault.here(FileSystem.makeFolders(folder))
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

  private init(in folder: String, count: Int) throws(RemoteFault) {
    self.folder = folder
    file = try RemoteFault.here(OpenFile(Path.join(folder, "new"), .new))
    buffer = Array("PACK".utf8) + Self.bytes(2) + Self.bytes(UInt32(count))
  }

  /// Returns the object's name.
  private mutating func add(
    _ file: OutgoingFile, _ stop: RemoteStop
  ) throws(RemoteFault) -> String {
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
    // The last part of zlib's, with nothing in it.
    buffer += [1, 0, 0, 0xFF, 0xFF] + Self.bytes(adler.value)
    let object = Object(name: name.finalize(), offset: offset)
    objects.append(object)
    return hexadecimal(object.name)
  }

  /// The kind and the size of an object, and what zlib begins with.
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

  private mutating func flush() throws(RemoteFault) {
    sum.update(data: buffer)
    try RemoteFault.here(file.write(buffer))
    size += buffer.count
    buffer.removeAll(keepingCapacity: true)
  }

  /// Gives the pack its name, and then an index, by which git finds it.
  private mutating func finish() throws(RemoteFault) {
    try flush()
    let sum = sum.finalize()
    try RemoteFault.here(file.write(sum))
    let path = Path.join(folder, "pack-" + hexadecimal(sum))
    try RemoteFault.here(FileSystem.rename(file.path, to: path + ".pack"))
    try RemoteFault.here(OpenFile(path + ".idx", .new).write(index(endingWith: sum)))
  }

  /// How many objects there are up to each first byte, and each with its place, by their names.
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

/// The objects that `git cat-file --batch` prints, as they come.
struct GitObjects {
  private var header: [UInt8] = []
  /// Bytes of the object that are still to come, and one more for the line end behind it.
  private var left = 0
  private var count = 0

  /// Gives each object's place in the list, its bytes in pieces, and an empty piece at its end. One that
  /// is missing gives nothing.
  mutating func take(
    _ bytes: ArraySlice<UInt8>, begin: (Int, _ size: Int) throws(RemoteFault) -> Void,
    piece: (ArraySlice<UInt8>) throws(RemoteFault) -> Void
  ) throws(RemoteFault) {
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

/// The sum that zlib ends with.
struct Adler32 {
  private var (sum, sums): (UInt32, UInt32) = (1, 0)

  private static let prime: UInt32 = 65521
  /// In bytes: for so many the sums stay within 32 bits.
  private static let most = 4096

  var value: UInt32 { sums << 16 | sum }

  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = UnsafeRawBufferPointer(rebasing: rest.prefix(Self.most))
      // Each byte is in all sums from its own on.
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
