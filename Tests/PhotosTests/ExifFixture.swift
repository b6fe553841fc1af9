/// EXIF data with what these tests look for.
struct ExifFixture {
  var orientation = 1
  var taken: String?
  var offset: String?
  /// A position (Seoul) and the serial numbers of the body, the lens and the camera.
  var isPrivate = false
  /// What Apple's cameras write for themselves, from its directory on.
  var appleNote: [UInt8]?

  static let secrets = ["BODY-4711", "LENS-0815", "CAMERA-42"]

  /// Big endian, three directories one after the other, then what did not fit into them.
  var bytes: [UInt8] {
    var heap: [UInt8] = []
    let heapStart = 1024
    func place(_ value: [UInt8]) -> [UInt8] {
      if value.count <= 4 { return value + Array(repeating: 0, count: 4 - value.count) }
      defer { heap += value }
      return Fixture.big(heapStart + heap.count)
    }
    func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
      Array(Fixture.big(tag)[2...]) + Array(Fixture.big(type)[2...]) + Fixture.big(count)
        + place(value)
    }
    func text(_ tag: Int, _ text: String) -> [UInt8] {
      entry(tag, 2, text.utf8.count + 1, Array(text.utf8) + [0])
    }
    func directory(_ entries: [[UInt8]]) -> [UInt8] {
      Array(Fixture.big(entries.count)[2...]) + entries.joined() + Fixture.big(0)
    }
    func padded(_ bytes: [UInt8], _ length: Int) -> [UInt8] {
      bytes + Array(repeating: 0, count: length - bytes.count)
    }
    let angle = [37, 1, 31, 1, 123, 10].flatMap(Fixture.big)

    var first = [
      entry(0x0112, 3, 1, [0, UInt8(orientation)]), entry(0x8769, 4, 1, Fixture.big(256)),
    ]
    var detail: [[UInt8]] = []
    if let taken { detail.append(text(0x9003, taken)) }
    if let offset { detail.append(text(0x9011, offset)) }
    if let appleNote {
      let note = Array("Apple iOS\0\0\u{1}MM".utf8) + appleNote
      detail.append(entry(0x927C, 7, note.count, note))
    }
    var position: [[UInt8]] = []
    if isPrivate {
      first += [entry(0x8825, 4, 1, Fixture.big(512)), text(0xC62F, Self.secrets[2])]
      detail += [text(0xA431, Self.secrets[0]), text(0xA435, Self.secrets[1])]
      position = [
        entry(1, 2, 2, [0x4E, 0]), entry(2, 5, 3, angle), entry(3, 2, 2, [0x45, 0]),
        entry(4, 5, 3, angle),
      ]
    }
    let start = Array("MM\0*".utf8) + Fixture.big(8)
    return padded(
      padded(padded(start + directory(first), 256) + directory(detail), 512)
        + directory(position), heapStart) + heap
  }
}
