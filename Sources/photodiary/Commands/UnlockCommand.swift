import ArgumentParser
import DiaryCore
import Localization
import System

struct UnlockCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlock",
    abstract: localized("Keep the diary open for a while, for all programs of yours."),
    discussion: localized(
      id: "discussion.unlock",
      """
      The kernel keeps the key in memory until a quarter of an hour has passed without use, with \
      --for until that time is over, until `photodiary lock`, or until the machine goes off. It is \
      written to no disk. Where a container forbids that, each program asks by itself.

      Examples:
        photodiary unlock
        photodiary unlock --for 8h
      """))

  @Option(
    name: .customLong("for"), help: .localized("For how long: 30m, 8h, 2d.", valueName: "time"))
  var time: TimeSpan?

  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    let unlocking = dependencies.unlocking
    try dependencies.requireEncrypted()
    guard let keyring = unlocking.layout.cipher.keyring else { return }
    do throws(ErrorNumber) {
      try unlocking.sessionKey.keep(
        keyring, time.map { SessionKey.Duration.fixed($0.seconds) } ?? .usual)
    } catch {
      throw CommandError(
        localized(
          """
          This system keeps no key in memory (\(error.words)), so each program asks for the \
          passphrase.
          """))
    }
    ErrorLine.report(
      time.map {
        localized("The diary is open for \($0.text). `photodiary lock` locks it at once.")
      }
        ?? localized(
          """
          The diary is open until a quarter of an hour has passed without use. `photodiary lock` \
          locks it at once.
          """))
  }
}

struct LockCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "lock",
    abstract: localized("Lock an encrypted diary at once."),
    discussion: localized(
      id: "discussion.lock",
      """
      Forgets the key that `photodiary unlock` has left, and has open diaries lock themselves; what \
      is being written there is kept as a draft.

      Example:
        photodiary lock
      """))

  static var unlockingNeed: UnlockingNeed { .optional }

  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    try dependencies.requireEncrypted()
    dependencies.unlocking.lockEverywhere()
    ErrorLine.report(localized("Locked."))
  }
}

/// A time as people write it: `30m`, `8h`, `2d`.
struct TimeSpan: ExpressibleByArgument {
  let seconds: Int
  /// As it was written.
  let text: String

  private static let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
  private static let longest = 30 * 86_400

  init?(argument: String) {
    guard let unit = argument.last.flatMap({ Self.units[$0] }),
      let number = Int(argument.dropLast()), number > 0, number <= Self.longest / unit
    else { return nil }
    (seconds, text) = (number * unit, argument)
  }
}
