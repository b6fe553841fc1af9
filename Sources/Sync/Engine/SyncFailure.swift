import Crypto
import DiaryCore
import DiaryStore
import System
import Text

/// The reason why a sync ended before it was complete. Strings are names of remotes unless labeled.
enum SyncFailure: Error {
  case remote(RemoteError)
  case diary(DiaryError)
  case key(KeyError)
  /// Nothing on this machine opens the encrypted remote: recovery words are needed.
  case needsRecoveryWords(String)
  /// The remote, which was added before, has a key that this machine doesn't have or can't open any
  /// more.
  case outdatedKey(String, address: String)
  /// The diary has no key, since none of its remotes is encrypted.
  case noKey
  /// The remote contains a diary that another person founded.
  case otherDiary(String, owner: String)
  /// A newer version of the program wrote the remote.
  case newerFormat(String)
  /// The remote contains files that don't belong to a diary.
  case notADiary(String)
  /// The address of a clone contains files that don't belong to a diary.
  case noDiary(address: String)
  /// A new diary can't be in the same place as another one.
  case notEmpty(address: String)
  case isPlain(String)
  /// Recovery words were given to clone an unencrypted diary.
  case needsNoRecoveryWords
  case isEncrypted(String)
  case nothingThere(String)
  /// The remote isn't the public diary with the requested id, or is incomplete.
  case otherPublicDiary(String)
  /// The remote contains no public diary.
  case notPublic(String)
  /// The remote's files can't be read without others that are missing.
  case notYet(String)
  /// The number of listed lines that couldn't be received.
  case incomplete(String, lines: Int)
  /// The remote was in use and is empty now.
  case emptied(String)
  /// This device wasn't given the newest key of the shared diary.
  case keyNotGiven(String)
  /// The invitation was withdrawn or never existed.
  case noInvitation(String)
  /// The list of remotes at this path on this machine is damaged.
  case damagedList(path: String)
  /// Another person already joined with the invitation.
  case usedInvitation
  /// The invitation has expired.
  case expiredInvitation

  var error: MessageError {
    switch self {
    case .remote(let error): MessageError(error.line)
    case .diary(let error): MessageError(error.line)
    case .key(.wrongRecoveryWords(let name)):
      MessageError(KeyError.wrongRecoveryWords(name: name).description, needsSecret: true)
    case .key(let error): MessageError(error.description)
    case .needsRecoveryWords: MessageError(text, needsSecret: true)
    default: MessageError(text)
    }
  }

  /// Returns the failure to show for a remote added before: `sync` has no option for recovery
  /// words.
  func withAdvice(for remote: RemoteConfiguration, home: String?) -> SyncFailure {
    guard case .needsRecoveryWords = self else { return self }
    return .outdatedKey(remote.name, address: remote.displayAddress(home: home))
  }

  /// True if a sync needs the newest recovery words.
  var isOutdatedKey: Bool { if case .outdatedKey = self { true } else { false } }

  /// Returns the failure to show for the first remote of a new diary: the user has named only its
  /// address.
  func ofNewDiary(at remote: RemoteConfiguration, home: String?) -> SyncFailure {
    let address = remote.displayAddress(home: home)
    return switch self {
    case .needsRecoveryWords, .isPlain, .otherDiary: .notEmpty(address: address)
    case .notADiary: .notADiary(address)
    default: self
    }
  }

  /// Returns the failure to show for a clone: the user has named only its address.
  func ofClone(from remote: RemoteConfiguration, home: String?) -> SyncFailure {
    let address = remote.displayAddress(home: home)
    return switch self {
    case .notADiary: .noDiary(address: address)
    case .nothingThere: .nothingThere(address)
    default: self
    }
  }

  /// True if the remote refuses changes but may still be read.
  var isOfWriting: Bool {
    guard case .remote(let error) = self else { return false }
    return switch error.fault {
    case .readOnly, .noPermission, .diskFull, .refused, .occupied: true
    default: false
    }
  }

  /// Runs `body`, which changes the remote. Returns false if the remote refuses changes.
  ///
  /// - Throws: any other error of `body`.
  static func unlessRefused(_ body: () async throws -> Void) async throws -> Bool {
    do {
      try await body()
      return true
    } catch {
      let error = SyncFailure(error)
      guard error.isOfWriting else { throw error }
      return false
    }
  }

  private var text: String {
    switch self {
    case .remote, .diary, .key: ""
    case .needsRecoveryWords(let remote):
      localized(
        """
        \(remote) is encrypted, and this machine has no key for it. Use the six recovery words \
        with --recovery-file FILE.
        """)
    case .outdatedKey(let remote, let address):
      localized(
        """
        \(remote) has a key that this machine doesn't have: this machine was removed, its device \
        keys were replaced, or it hadn't synced when the key was made. With the newest recovery \
        words, run: photodiary remote add \(remote) \(address) --recovery-file FILE
        """)
    case .noKey:
      localized(
        """
        Without an encrypted remote, a device can't be kept from reading the diary. Remove its \
        access to the folder instead.
        """)
    case .otherDiary(let remote, let owner):
      localized(
        "Nothing was changed: \(remote) contains another diary, of \(owner). Use another address.")
    case .newerFormat(let remote):
      localized("\(remote) was written by a newer version of PhotoDiary. Update this one.")
    case .notADiary(let remote):
      localized("\(remote) contains other files and no diary. Use an empty place.")
    case .noDiary(let address):
      localized("There's no diary in \(address). Check the address.")
    case .notEmpty(let address):
      localized("\(address) already contains another diary. Use an empty place.")
    case .isPlain(let remote):
      localized("\(remote) contains the diary unencrypted. Add it with --plain.")
    case .needsNoRecoveryWords:
      localized("The diary there isn't encrypted. Run clone without --recovery-file.")
    case .isEncrypted(let remote):
      localized("\(remote) contains the diary encrypted. Add it without --plain.")
    case .keyNotGiven(let remote):
      localized(
        """
        This device can't read what's new on \(remote): you were removed, or no owner has synced \
        since. Ask an owner.
        """)
    case .noInvitation(let remote):
      localized(
        """
        \(remote) doesn't have this invitation: it was used or withdrawn, or is for another diary. \
        Ask for a new one.
        """)
    case .damagedList(let path):
      localized(
        """
        The list of remotes \(path) is damaged. Restore it from a backup, or remove it and add the \
        remotes again.
        """
      ).printable
    case .usedInvitation:
      localized("Someone has already used this invitation. Ask for a new one.")
    case .expiredInvitation:
      localized("This invitation has expired. Ask for a new one.")
    case .notYet(let remote):
      localized("\(remote) isn't complete yet. Wait until it has all files, then try again.")
    case .incomplete(let remote, let lines):
      localized(
        counting: lines,
        one:
          """
          1 change on \(remote) couldn't be received. Sync a machine that has it, then this one again.
          """,
        other:
          """
          \(lines) changes on \(remote) couldn't be received. Sync the machines that have them, then \
          this one again.
          """)
    case .emptied(let remote):
      localized(
        """
        \(remote) is empty now. Attach its disk; if its files are lost permanently, remove the \
        remote and add it again.
        """)
    case .otherPublicDiary(let remote):
      localized(
        """
        \(remote) isn't the diary that the address names after #, or isn't complete yet. Check the \
        address that `publish` printed.
        """)
    case .notPublic(let remote):
      localized("\(remote) contains no public diary. Check the address that `publish` printed.")
    case .nothingThere(let remote):
      localized(
        "\(remote) contains no diary yet. Check the address, or sync the other device first.")
    }
  }
}

extension DiskRepository {
  /// Returns a problem with received lines as one line of text, with the names of the device and
  /// its person.
  ///
  /// - Throws: an error if the logs can't be read.
  func line(about issue: LineIssue) throws -> String {
    let people = try people() ?? []
    let place = people.firstIndex { $0.devices.contains { $0.id == issue.device } }
    return issue.line(
      try knownDevices().first { $0.id == issue.device }?.name, of: place.map { people[$0] },
      // The first person founded the diary.
      isRemovable: place ?? 0 > 0)
  }
}

extension LineIssue {
  /// Returns the problem with lines on a remote, as one line of text.
  ///
  /// - Parameters:
  ///   - name: the device's name, if known.
  ///   - person: the device's person, in a shared diary.
  ///   - isRemovable: true if an owner can remove that person.
  fileprivate func line(
    _ name: String?, of person: KnownPerson?, isRemovable: Bool
  ) -> String {
    let id = self.device.description.prefix(8)
    let device = name.map { "\($0) (\(id))" } ?? String(id)
    let whose =
      person.map { localized(id: "device.of", "device \(device) of \($0.name)") }
      ?? localized("device \(device)")
    let text =
      switch fault {
      case .damaged:
        localized("Some lines of \(whose) are damaged and were skipped.")
      case .unknownDevice:
        localized(
          "Device \(device) hasn't proved that it may write. Its lines were skipped.")
      case .badSignature:
        localized("A signature of \(whose) is invalid. Its lines were skipped.")
      case .missingLine(let number):
        localized("Line \(number) of \(whose) isn't there yet. Sync that device again.")
      case .forbidden:
        if let person, isRemovable,
          case let author = String(person.id.description.prefix(8))
        {
          localized(
            """
            Not shown: changes of \(whose) after one that breaks the diary's rules. An owner can \
            remove \(person.name): photodiary people remove \(author)
            """)
        } else {
          localized(
            "Not shown: changes of \(whose) after one that breaks the diary's rules.")
        }
      case .waiting:
        localized("The first lines of device \(device) aren't there yet. Sync that device again.")
      case .missingOldLog:
        localized(
          """
          Some entries of device \(device) from version 0.1.0 aren't there yet. Save an entry on a \
          machine that has them, and sync it.
          """)
      case .otherDiary(let owner):
        localized("Nothing was changed: the copy contains another diary, of \(owner).")
      }
    return text.printable
  }
}

// MARK: -

/// Conversion of errors from lower layers.
extension SyncFailure {
  /// Converts an error that was thrown untyped. Keeps a `SyncFailure`.
  init(_ error: any Error) {
    self =
      switch error {
      case let error as SyncFailure: error
      case let error as RemoteError: .remote(error)
      case let error as KeyError: .key(error)
      default: .diary(DiaryError(error))
      }
  }

  /// Runs an operation on this machine's disk. `name` identifies its purpose in an error.
  static func locally<Value: ~Copyable>(
    _ name: String, _ body: @autoclosure () throws(SystemError) -> Value
  ) throws -> Value {
    do { return try body() } catch {
      throw RemoteError(name, RemoteFault(error))
    }
  }
}

// MARK: -

/// Texts about single files on a remote, one line each.
extension SyncPass {
  static func damaged(_ name: RemoteName) -> String {
    localized("\(name.path) is damaged and was left there.").printable
  }

  static func unknownKey(_ name: RemoteName) -> String {
    localized(
      "\(name.path) is encrypted with a key that this machine doesn't have. It was left there."
    ).printable
  }

  static func unconfirmedKey(_ name: String) -> String {
    localized(
      """
      \(name) contains a key that no device has announced yet. The key is used once a device \
      announces it.
      """)
  }

  static func tooLarge(_ name: RemoteName, size: Int) -> String {
    localized(
      """
      \(name.path) is too large (\(CountText.bytes(size))) to be one of the diary's files. Remove \
      it.
      """
    )
    .printable
  }

  static func unreadable(_ name: RemoteName, _ reason: String) -> String {
    localized("\(name.path) can't be read there: \(reason). Fix that and sync again.").printable
  }

  /// Returns the reason why files couldn't be sent. The line that reports it begins with the
  /// remote's name.
  static func unsent(_ fault: RemoteFault, to remote: String) -> String {
    let text =
      switch fault {
      case .local(let path, let reason):
        localized("\(path) couldn't be sent: \(reason). Fix that and sync again.")
      case .occupied(let name):
        localized("A folder is in the place of \(name) there. Remove it, then sync again.")
      case .blocked(let name):
        localized("The path \(name) there contains a link or a file. Remove it, then sync again.")
      case .tooLargeToUpload(let name, let size, let limit):
        localized(
          """
          The remote accepts files up to \(CountText.bytes(limit)), so \(name) \
          (\(CountText.bytes(size))) stays here. Use a folder, ssh or rclone for it.
          """)
      default: RemoteError(remote, fault).line
      }
    return text.printable
  }

  static func moreUnusable(_ count: Int) -> String {
    localized(
      counting: count, one: "1 more file there can't be used.",
      other: "\(count) more files there can't be used.")
  }

  static func healed(_ count: Int) -> String {
    localized(
      counting: count, one: "1 file was damaged there and has been sent again.",
      other: "\(count) files were damaged there and have been sent again.")
  }

  static func unshared(_ lines: Int) -> String {
    localized(
      counting: lines,
      one:
        """
        1 change of this machine came too late to be shared. It's kept here and included in \
        exports.
        """,
      other:
        """
        \(lines) changes of this machine came too late to be shared. They're kept here and \
        included in exports.
        """
    )
  }

  static func oldCopy(missing lines: Int) -> String {
    localized(
      counting: lines,
      one:
        """
        This copy of the diary is older than what this machine saved: 1 saved change isn't in it. \
        Look for it in a newer copy or backup.
        """,
      other:
        """
        This copy of the diary is older than what this machine saved: \(lines) saved changes aren't \
        in it. Look for them in a newer copy or backup.
        """
    )
  }

  static func missingTexts(_ count: Int) -> String {
    localized(
      counting: count,
      one:
        """
        The text of 1 change is missing on this machine and on the remote. `photodiary verify` \
        names it; with --repair, it also asks machines that have it to send it.
        """,
      other:
        """
        The texts of \(count) changes are missing on this machine and on the remote. \
        `photodiary verify` names them; with --repair, it also asks machines that have them to \
        send them.
        """
    )
  }

  static var rolledBack: String {
    localized("Files are missing there, as if an old copy was restored. They're sent again.")
  }

  static func damagedAsset(_ name: RemoteName) -> String {
    localized(
      "The photo \(name.path) is damaged there. A machine that has it replaces it at its next sync."
    ).printable
  }
}
