import ArgumentParser
import DiaryCore

struct StatusCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Tell where the diary is, whose it is and how much is in it.")

  @OptionGroup var listing: ListingOptions
  @OptionGroup var storeOptions: StoreOptions

  func run() async throws {
    let wiring = try wiring()
    guard wiring.storeExists else {
      try Output.write { output in
        if listing.format == .table {
          try output.line(wiring.noDiaryYet)
        } else {
          try write(.object([JSONMember("store", .null)]), to: &output)
        }
      }
      return
    }
    let status = try await wiring.diary.status()
    try Output.write { output in
      guard listing.format == .table else { return try write(status.json, to: &output) }
      for (name, value) in status.lines { try output.line("\(name.padded(to: 10))\(value)") }
    }
  }

  private func write(_ value: JSONValue, to output: inout Output) throws {
    if listing.format == .json {
      try JSONFormat.object(value, to: &output)
    } else {
      try JSONFormat.lines([value], to: &output)
    }
  }
}

extension DiaryStatus {
  fileprivate var lines: [(String, String)] {
    [
      ("store", "\(path ?? "in memory") (format \(format))"),
      ("author", author.id.description.isEmpty ? author.name : "\(author.name) (\(author.id))"),
      ("device", device.description),
      ("entries", String(entries)),
      ("trash", String(trashed)),
      ("photos", String(assets)),
    ]
  }

  fileprivate var json: JSONValue {
    .object([
      JSONMember("store", .optional(path)),
      JSONMember("format", .integer(format)),
      JSONMember(
        "author",
        .object([
          JSONMember("id", .string(author.id.description)),
          JSONMember("name", .string(author.name)),
        ])),
      JSONMember("device", .string(device.description)),
      JSONMember("entries", .integer(entries)),
      JSONMember("trashed", .integer(trashed)),
      JSONMember("photos", .integer(assets)),
    ])
  }
}
