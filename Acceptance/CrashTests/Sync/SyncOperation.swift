import Foundation
import TestSupport
import Testing

/// Operations with several devices, each with the diaries that it needs.
enum SyncOperation: String, CaseIterable, CustomTestStringConvertible {
  case firstRemote = "adding the first remote"
  case sync = "a sync that sends and receives"
  case clone = "making the diary on another machine"
  case copyImport = "importing a copy of the diary"

  var testDescription: String { rawValue }

  /// `true` if the remote has all lines afterwards.
  var fillsRemote: Bool { self != .copyImport }

  /// Makes the diaries. Returns the arguments of the operation.
  func prepare(_ place: SyncPlace) throws -> [String] {
    let writer: SyncPlace.Machine = self == .clone ? .elsewhere : .here
    try Self.write("both", .red, place, writer)
    switch self {
    case .firstRemote: return ["remote", "add", "home", place.remote]
    case .clone:
      try place.succeed("remote", "add", "home", place.remote, "--plain", on: .elsewhere)
      return ["clone", place.remote]
    case .sync:
      try place.succeed("remote", "add", "home", place.remote, "--plain")
      try place.succeed("clone", place.remote, on: .elsewhere)
      try Self.writeInBoth(place)
      try place.succeed("sync", on: .elsewhere)
      return ["sync"]
    case .copyImport:
      try FileManager.default.createDirectory(
        atPath: place.home + "/elsewhere", withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        atPath: place.store(of: .here), toPath: place.store(of: .elsewhere))
      try Self.writeInBoth(place)
      return ["import", place.store(of: .elsewhere)]
    }
  }

  /// Adds an entry with a photo on each device, and changes one on both.
  private static func writeInBoth(_ place: SyncPlace) throws {
    for (machine, photo) in [(SyncPlace.Machine.here, SamplePhoto.green), (.elsewhere, .blue)] {
      try write(machine.rawValue, photo, place, machine)
      let list = try place.succeed("search", "both", "--format", "json", on: machine)
      let id = try require(list.firstMatch(of: /"id": ?"([0-9a-f-]+)"/)).1
      try place.succeed("edit", String(id), "--content", "from \(machine)", on: machine)
    }
  }

  private static func write(
    _ title: String, _ photo: SamplePhoto, _ place: SyncPlace, _ machine: SyncPlace.Machine
  ) throws {
    try place.succeed(
      "add", title, "--content", "다리 위에서", "--date", "2026-11-20T08:00+09:00", "--photo",
      place.folder.path(photo.name), on: machine)
  }
}
