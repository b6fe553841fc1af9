import ArgumentParser
import DiaryCore
import Localization

struct PhotosCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "photos",
    abstract: localized("Show which photos are on this machine; fetch them, or make room."),
    discussion: localized(
      id: "discussion.photos",
      """
      With `photodiary remote photos NAME small` photos of other machines come as previews; each is \
      fetched whole when you open, export or back it up. --fetch fetches all of them now. --free \
      removes photos and files from this machine until so much room is free, those that you added \
      first before others. Only what a remote lists at that moment, whole, is removed, and nothing \
      that a draft has or that is still to be sent. Previews stay.

      Examples:
        photodiary photos
        photodiary photos --fetch
        photodiary photos --free 2G
      """))

  @Flag(help: .localized("Fetch everything that is on other machines only."))
  var fetch = false

  @Option(
    localized("Make this much room, such as 500M or 2G; what goes can be fetched again."),
    valueName: "size")
  var free: ByteSize?

  @OptionGroup var listing: ListingOptions
  @OptionGroup var storeOptions: StoreOptions

  func validate() throws {
    if fetch, free != nil {
      throw ValidationError(localized("--fetch and --free can't be used together."))
    }
  }

  func run(in dependencies: Dependencies) async throws {
    try dependencies.requireStore()
    let (fetches, size) = (fetch, free?.bytes)
    try await Interruption.stopping {
      let errors =
        if fetches {
          try await Self.fetch(dependencies)
        } else if let size {
          try await Self.free(size, dependencies)
        } else {
          [String]()
        }
      try await report(dependencies)
      for line in errors { ErrorLine.write(line) }
      if Task.isCancelled { throw Interruption.ending }
      if !errors.isEmpty { throw ExitCode.failure }
    }
  }

  /// Returns what went wrong.
  private static func fetch(_ dependencies: Dependencies) async throws -> [String] {
    let sync = dependencies.sync
    let fetched = try await ProgressLine.showing(after: .seconds(1)) { progress in
      try await sync.fetchAll(progress: progress)
    }
    guard !fetched.missing.isEmpty, fetched.errors.isEmpty else { return fetched.errors }
    let files = CountWords.files(fetched.missing.count)
    return [localized("\(files) couldn't be fetched: no remote has them.")]
  }

  /// Returns what went wrong.
  private static func free(_ bytes: Int, _ dependencies: Dependencies) async throws -> [String] {
    let sync = dependencies.sync
    let freed = try await ProgressLine.showing(after: .seconds(1)) { progress in
      try await sync.free(bytes, progress: progress)
    }
    ErrorLine.report(
      localized(
        "Removed \(CountWords.files(freed.files)) from here: \(CountWords.bytes(freed.bytes))."))
    guard freed.bytes < bytes else { return freed.errors }
    return freed.errors + [localized("No remote has more of what is here, so nothing more goes.")]
  }

  private func report(_ dependencies: Dependencies) async throws {
    let (here, elsewhere) = try await dependencies.sync.photoCounts()
    let json: JSONValue = [
      "here": .integer(here.files), "bytes": .integer(here.bytes), "elsewhere": .integer(elsewhere),
    ]
    try listing.write(one: json) { output in
      let (files, bytes) = (CountWords.files(here.files), CountWords.bytes(here.bytes))
      try output.line(
        elsewhere == 0
          ? localized("\(files) here (\(bytes)), none elsewhere")
          : localized("\(files) here (\(bytes)), \(CountWords.grouped(elsewhere)) elsewhere"))
    }
  }
}
