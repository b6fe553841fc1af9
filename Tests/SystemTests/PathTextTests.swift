import Glibc
import System
import TestSupport
import Testing

@Suite struct PathTextTests {
  @Test(
    arguments: [
      // CP949 of Korean Windows; the second and third byte would be valid UTF-8.
      (bytes: [0xB9, 0xD9, 0xB4, 0xD9] + Array(" 001.jpg".utf8), text: "바다 001.jpg"),
      (Array("2024 ".utf8) + [0xC1, 0xA6, 0xC1, 0xD6, 0xB5, 0xB5], "2024 제주도"),
      // A syllable outside of KS X 1001, and one within it.
      ([0x8C, 0x63, 0xB0, 0xA1], "똠가"),
      // CP932 of Japanese Windows, and CP1252 of western ones.
      ([0x8E, 0xCA, 0x90, 0x5E] + Array(".jpg".utf8), "写真.jpg"),
      ([0x83, 0x5C, 0x82, 0xC8], "ソな"),
      (Array("caf".utf8) + [0xE9] + Array(".jpg".utf8), "café.jpg"),
      (Array("M".utf8) + [0xE9] + Array("lange".utf8), "Mélange"),
      ([0xC4] + Array("rger ".utf8) + [0xFC] + Array("ber".utf8), "Ärger über"),
      ([0x93] + Array("x".utf8) + [0x94], "“x”"),
      // Invalid in all of them.
      ([0x81] + Array("!".utf8), "\u{FFFD}!"),
      // Valid UTF-8, alone and beside an invalid part.
      (Array("사진/".utf8) + [0xE9], "사진/é"),
    ] as [(bytes: [UInt8], text: String)])
  func `keeps a path's bytes, and decodes them in the encoding they fit`(
    _ bytes: [UInt8], _ text: String
  ) {
    let path = String(systemPath: bytes)
    expectEqual(path.systemPath, bytes.map { CChar(bitPattern: $0) } + [0])
    expectEqual(Path.readable(path), text)
    expectEqual(Path.name(path), text.split(separator: "/").last.map(String.init) ?? "")
  }

  @Test func `converts any bytes back`() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      let bytes = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        UInt8(
          [0xF4, 0x8F, 0xBA, 0xBB, 0x80, 0xB9, 0x41, .random(in: 1...255)].randomElement() ?? 1)
      }
      expectEqual(
        String(systemPath: bytes).systemPath.dropLast().map { UInt8(bitPattern: $0) }, bytes)
    }
  }

  @Test func `opens, renames and removes files with these names`() throws {
    let folder = try TemporaryFolder()
    let name = String(systemPath: [0xB9, 0xD9, 0xB4, 0xD9])
    let path = Path.join(folder.path, name)
    try FileSystem.makeFolders(path)
    let file = Path.join(path, name)
    try FileSystem.rename(folder.write("text".utf8, to: "new"), to: file)
    try expectEqual(FileSystem.names(in: folder.path), [name])
    try expectEqual(FileSystem.files(below: folder.path), [name + "/" + name])
    expectEqual(Path.real(file), Path.resolved(file))
    expectEqual(Path.readable(String(file.dropFirst(folder.path.count))), "/바다/바다")
    try FileSystem.rename(file, to: Path.join(folder.path, "plain"))
    expect(!FileSystem.exists(file))
    FileSystem.removeTree(path)
    try expectEqual(FileSystem.names(in: folder.path), ["plain"])
  }
}
