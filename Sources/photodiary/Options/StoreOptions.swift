import ArgumentParser

/// `--store`, on every sub-command.
struct StoreOptions: ParsableArguments {
  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("The folder that holds the diary.", valueName: "dir"),
    completion: .directory)
  var store: String?
}

/// A sub-command that works on a diary.
protocol DiaryCommand: AsyncParsableCommand {
  var storeOptions: StoreOptions { get }
}

extension DiaryCommand {
  func wiring() throws -> Wiring { try Wiring(store: storeOptions.store) }
}
