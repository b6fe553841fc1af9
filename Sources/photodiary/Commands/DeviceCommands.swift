import ArgumentParser
import DiaryCore
import Sync
import Text

struct DeviceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "device",
    abstract: localized("List the devices that write to the diary, or rename or remove one."),
    discussion: localized(
      id: "discussion.device",
      """
      Without a sub-command, lists the devices: the first digits of the id, when each was last \
      seen, and its name. If you lose a device, remove it: this makes a new key and prints its six \
      recovery words, so the device can't read anything written from then on. It keeps what it \
      already has.

      Examples:
        photodiary device
        photodiary device rename 3f2a91c0 "Old laptop"
        photodiary device remove 3f2a91c0
      """),
    subcommands: [DeviceList.self, DeviceRename.self, DeviceRemove.self],
    defaultSubcommand: DeviceList.self)
}

struct DeviceList: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: localized("List the devices, this one first."))

  @OptionGroup var listing: ListingOptions
  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    let devices = await dependencies.sync.state().devices
    try listing.write(devices.map(\.json)) { output in
      let length = TableFormat.prefixLength(of: devices.map(\.id))
      for device in devices {
        // Unlike a number, an id names the same device on each machine and after a sync.
        let id = String(device.id.description.prefix(length))
        let seen = device.lastSeen.map(LocalTime.minute) ?? ""
        try output.line([id, seen.padded(to: 16), device.words].joined(separator: "  "))
      }
    }
    if devices.isEmpty { try dependencies.reportEmpty(localized("No devices.")) }
  }
}

struct DeviceRename: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: localized("Rename a device."))

  @OptionGroup var argument: DeviceArgument

  @Argument(help: .localized("The new name."))
  var name: String

  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    let device = try await dependencies.sync.state().device(withPrefix: argument.id)
    try await dependencies.sync.rename(device: device.id, to: name)
    ErrorLine.report(localized("Renamed “\(device.name)” to “\(name)”") + ".")
  }
}

struct DeviceRemove: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: localized("Remove a device, so that it can't read anything written from now on."),
    discussion: localized(
      id: "discussion.device-remove",
      """
      First receives from all remotes, so that what the device has sent stays visible. Then makes \
      a new key and prints its six recovery words alone on a line; the old words open only what \
      was written before. Nothing is accepted from the removed device any more. In a shared diary, \
      you can remove your own devices; an owner can also remove those of others, but not those of \
      the person who created the diary.

      A copy of this machine's disk has its keys and would get the new key, too. Remove it on a \
      device with other keys; that removes this machine, too. If you have none, `clone` your diary \
      on another machine. In a shared diary, this machine can become one: invite it with \
      `share NAME --device` and `join` under another name.
      """))

  @OptionGroup var argument: DeviceArgument
  @OptionGroup var deciding: DecidingOptions
  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    let known = await dependencies.sync.state()
    let device = try known.device(withPrefix: argument.id)
    guard !device.isCurrentDevice else {
      throw CommandError(
        localized("“\(device.name)” is this machine. Remove it on another one."))
    }
    let (sync, isOffline) = (dependencies.sync, deciding.offline)
    try await Interruption.stopping {
      let words = try await sync.remove(device: device.id, isOffline: isOffline)
      ErrorLine.report(
        localized(
          """
          Removed “\(device.name)” (\(device.shortID)). It can't read anything written from now \
          on. It keeps what it already has.
          """)
      )
      let earlier = Set(known.devices.filter(\.isRemoved).map(\.id))
      for twin in await sync.state().devices
      where twin.twins.contains(device.id) && twin.isRemoved && !earlier.contains(twin.id) {
        ErrorLine.report(
          localized(
            "Removed “\(twin.name)” (\(twin.shortID)), too, because it has the same keys."))
      }
      try await sync.sendDecision(newWords: words)
    }
  }
}

/// Options of sub-commands that change devices, people or keys.
struct DecidingOptions: ParsableArguments {
  @Flag(
    help: .localized(
      """
      Continue if a remote can't be reached. Entries that others sent there and that aren't here \
      yet are then hidden.
      """
    ))
  var offline = false
}

extension SyncEngine {
  /// Syncs with all remotes, so that other people and devices receive a decision, then shows the
  /// recovery words of a new key. Remotes that can't be reached receive it with a later sync.
  ///
  /// - Parameter words: the recovery words of the key that the decision made.
  /// - Throws: an error if the recovery words can't be written; an exit code if the task was
  ///   cancelled.
  func sendDecision(newWords words: String? = nil) async throws {
    let results = try await ProgressLine.showing(after: .seconds(1)) { progress in
      await sync(nil, isDryRun: false, progress: progress)
    }
    for result in results { SyncReport(result: result).reportProblems() }
    // Users who remove themselves lose access after their lines are sent, so the error is expected.
    let unsent = results.filter { $0.error != nil && $0.sentLines == 0 }.map(\.remote)
    if !unsent.isEmpty {
      let names = unsent.joined(separator: ", ")
      ErrorLine.report(
        localized("The change hasn't been sent to \(names) yet. Sync again later to send it."))
    }
    // The sync itself makes the new key after a person was removed.
    if let words = await state().unseenRecoveryWords ?? words {
      try await RecoveryWordsOutput.show(words, of: self)
    }
    if Task.isCancelled { throw Interruption.ending }
  }
}

/// An argument that names a device by its id.
struct DeviceArgument: ParsableArguments {
  @Argument(
    help: .localized("The device's id, or its first characters."),
    completion: DiaryCompletion.devices)
  var id: String

  func validate() throws { try ChangedID.check([id]) }
}

extension DeviceState {
  /// The device's name and state.
  fileprivate var words: String {
    var words = name.printable
    if isCurrentDevice { words += "  (\(localized("this machine")))" }
    if isRemoved { words += "  (\(localized(id: "device.removed", "removed")))" }
    return words
  }
}
