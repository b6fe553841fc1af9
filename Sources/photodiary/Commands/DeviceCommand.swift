import ArgumentParser
import DiaryCore
import Localization
import Sync
import TerminalUI

struct DeviceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "device",
    abstract: localized("List the machines that write to the diary; rename or remove one."),
    discussion: localized(
      id: "discussion.device",
      """
      Without a sub-command the devices are listed: how their ids begin, when each was last seen, \
      and what it is called. Removing one that is lost makes a new key and prints six new recovery \
      words: nothing that is written from then on can be read there. What it had, it has.

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
        let seen = device.lastSeen.map(LocalTime.minute) ?? ""
        try output.line(
          [
            String(device.id.description.prefix(length)), seen.padded(to: 16), device.words,
          ].joined(separator: "  "))
      }
    }
    if devices.isEmpty { try dependencies.reportNone(localized("No devices.")) }
  }
}

struct DeviceRename: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: localized("Change what a device is called."))

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
    abstract: localized("Keep a device from reading what is written from now on."),
    discussion: localized(
      id: "discussion.device-remove",
      """
      Receives from all remotes first, so that what the device had sent stays visible. Then a new \
      key is made, and its six recovery words are printed on one line: the old ones open only what \
      was written before. Nothing is accepted from the removed device any more. In a shared diary \
      you remove your own machines, and an owner also those of others, but for the founder's.
      """))

  @OptionGroup var argument: DeviceArgument
  @OptionGroup var deciding: DecidingOptions
  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    let device = try await dependencies.sync.state().device(withPrefix: argument.id)
    guard !device.isThis else {
      throw CommandError(
        localized("“\(device.name)” is this machine. Remove it from another one."))
    }
    let sync = dependencies.sync
    let words = try await sync.remove(device: device.id, isOffline: deciding.offline)
    ErrorLine.report(
      localized(
        "Removed “\(device.name)”. It can't read what is written from now on; what it had, it has.")
    )
    await deciding.reportUnreached(of: sync)
    if let words { try await RecoveryWordsHandout.give(words, of: sync) }
  }
}

/// Options of a sub-command that decides about devices, people or keys.
struct DecidingOptions: ParsableArguments {
  @Flag(
    help: .localized(
      "Continue if a remote can't be reached. What others sent there and isn't here is hidden then."
    ))
  var offline = false

  /// Reports why remotes couldn't be reached.
  func reportUnreached(of sync: SyncEngine) async {
    guard offline else { return }
    for remote in await sync.state().remotes {
      if let error = remote.error { ErrorLine.write(error) }
    }
  }
}

/// A device that is to be changed, by its id.
struct DeviceArgument: ParsableArguments {
  @Argument(
    help: .localized("The device's id, or its first characters."),
    completion: DiaryCompletion.devices)
  var id: String

  func validate() throws { try ChangedID.check([id]) }
}

extension DeviceState {
  /// What it is called, and what there is to know of it.
  fileprivate var words: String {
    var words = name.printable
    if isThis { words += "  (\(localized("this machine")))" }
    if isRemoved { words += "  (\(localized(id: "device.removed", "removed")))" }
    return words
  }
}
