import Foundation
import TestSupport
import Testing

@testable import Sync

@Suite struct TarTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func tar(_ files: [OutgoingFile]) throws -> [UInt8] {
    var writer = TarWriter(files)
    var bytes: [UInt8] = []
    while let piece = try writer.next() { bytes += piece }
    return bytes
  }

  private func read(_ bytes: [UInt8], _ sizes: [RemoteName: Int], by step: Int) throws
    -> FetchedFiles
  {
    var arrivals = try ArrivalFolder(folder.path("got"), sizes) { _ in }
    var reader = TarReader()
    for start in stride(from: 0, to: bytes.count, by: step) {
      try reader.take(bytes[start..<min(bytes.count, start + step)], into: &arrivals)
    }
    return arrivals.fetched
  }

  private var files: [OutgoingFile] {
    get throws {
      let long = "log/\(String(repeating: "d", count: 90))/\(String(repeating: "n", count: 60)).age"
      return try [
        outgoing("FORMAT.txt", "words"), outgoing("keys/1.age", ""),
        outgoing("log/a/1.age", String(repeating: "x", count: 512)), outgoing(long, "long"),
        outgoing("log/a/2.age", String(repeating: "y", count: 1025)),
      ]
    }
  }

  @Test(arguments: [1, 7, 511, 512, 513, 100_000])
  func `reads the written archive in pieces of any size`(step: Int) throws {
    let files = try files
    let sizes = try Dictionary(
      uniqueKeysWithValues: files.map { ($0.name, try OutgoingBytes($0).size) })
    let fetched = try read(tar(files), sizes, by: step)
    expectEqual(fetched.arrived, Set(files.map(\.name)))
    try expectEqual(folder.text("got/log/a/1.age"), String(repeating: "x", count: 512))
    try expectEqual(folder.text("got/\(files[3].name.path)"), "long")
  }

  @Test func `the system's tar reads the written archive`() throws {
    try folder.write(tar(files), to: "a.tar")
    try Tool.run("tar", ["-xf", folder.path("a.tar"), "-C", folder.path])
    try expectEqual(folder.text("log/a/2.age"), String(repeating: "y", count: 1025))
    try expectEqual(folder.text(files[3].name.path), "long")
  }

  @Test(arguments: ["gnu", "ustar", "pax", "v7"])
  func `reads archives of the system's tar, but only requested files`(format: String) throws {
    let takesLong = ["gnu", "pax"].contains(format)
    let copy = String(repeating: "n", count: 90) + " (conflicted copy 2026-01-02).age"
    for name in ["log/a/1.age", "log/a/2.age", takesLong ? copy : "x"] {
      try folder.write("some words", to: "in/\(name)")
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("in/log/a/3.age"), withDestinationPath: "/etc/passwd")
    try Tool.run(
      "tar", ["--format=\(format)", "-cf", folder.path("a.tar"), "-C", folder.path("in"), "."])
    var sizes = [
      try name("log/a/1.age"): 10, try name("log/a/3.age"): 0, try name("log/a/2.age"): 9,
    ]
    if takesLong { sizes[try name(copy)] = 10 }
    let fetched = try read(folder.read("a.tar"), sizes, by: 1000)
    expectEqual(fetched.arrived.count, (takesLong ? 2 : 1))
    try expectEqual(fetched.incomplete, [name("log/a/2.age")])
  }

  @Test func `reads or rejects mutated archives`() throws {
    var mutator = Mutator("tar", rounds: 400, pieces: ["ustar\0", "00000000012\0", "../../x"])
    let sample = try tar(files)
    let sizes = try Dictionary(
      uniqueKeysWithValues: files.map { ($0.name, try OutgoingBytes($0).size) })
    for _ in 0..<mutator.rounds {
      let bytes = mutator.mutation(of: [sample])
      if let fetched = try? read(bytes, sizes, by: 4096) {
        expect(fetched.arrived.isSubset(of: sizes.keys))
      }
    }
    expect(!FileManager.default.fileExists(atPath: folder.path("x")))
  }
}
