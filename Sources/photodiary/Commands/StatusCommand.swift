import ArgumentParser
import DiaryApp
import DiaryCore
import Words

struct StatusCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: localized(
      "Tell where the diary is, whose it is, how much is in it and in what state it is."),
    discussion: localized(
      """
      In JSON the state is available, empty, read-only, locked, damaged, newer-format, missing, \
      no-permission or temporarily-unavailable; the table says it in words. In the first two the \
      exit status is 0, else 1, and what to do stands on standard error.
      """))

  @OptionGroup var listing: ListingOptions
  @OptionGroup var storeOptions: StoreOptions

  func run(in wiring: Wiring) async throws {
    let status = await wiring.diary.status()
    try Output.write { output in
      switch listing.format {
      case .table:
        for (name, value) in status.facts { try output.line("\(name.padded(to: 10))\(value)") }
      case .json: try JSONFormat.object(status.json, to: &output)
      case .jsonl: try JSONFormat.lines([status.json], to: &output)
      }
    }
    if await wiring.pictureProgram?.isFiltered() == false {
      ErrorLine.write(
        localized(
          """
          This system doesn't let programs filter their own calls, so photos are decoded under \
          limits of memory, time and files alone. Open photos of strangers with care.
          """))
    }
    if let problem = status.problem { throw problem }
  }
}

extension DiaryStatus {
  fileprivate var json: JSONValue {
    .object([
      JSONMember("state", .string(state.rawValue)),
      JSONMember("store", .optional(path)),
      JSONMember("format", .optional(format)),
      JSONMember("author", author?.json ?? .null),
      JSONMember("device", .optional(device?.description)),
      JSONMember("entries", .optional(entries)),
      JSONMember("trashed", .optional(trashed)),
      JSONMember("photos", .optional(photos)),
      JSONMember("attachments", .optional(attachments)),
      JSONMember("bytes", .optional(size)),
      JSONMember("saved", .optional(saved?.description)),
    ])
  }
}

extension Author {
  var json: JSONValue {
    .object([
      JSONMember("id", .string(id.description)), JSONMember("name", .string(name)),
    ])
  }
}
