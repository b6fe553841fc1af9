import Age
import DiaryCore
import Localization
import System

/// What can go wrong with keys, each with what is needed to say so.
package enum KeyError: Error, Hashable, Sendable {
  /// A sealed file that holds a key, by its name on a remote.
  case age(name: String, AgeError)
  case wrongWords(name: String)
  /// It holds another key than the diary's.
  case foreignKey(name: String)
  case file(SystemError)
  /// Others than its owner may read a secret key, or write it.
  case exposed(path: String)
  case damaged(path: String)
}

/// The system's errors as those of keys.
enum KeyErrors: ErrorMapping {
  static func failure(_ error: SystemError) -> KeyError { .file(error) }
}

extension KeyError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .age(let name, let error): error.words(name)
    case .wrongWords(let name):
      localized(
        "These recovery words don't open \(name). Compare each with what you wrote down.")
    case .foreignKey(let name):
      localized("\(name) holds a key that isn't this diary's. Somebody may have replaced it.")
    case .file(let error): Self.words(error)
    case .exposed(let path):
      localized(
        """
        Others may read the secret key \(path). Run `chmod 600` on it, or remove it to make this \
        machine a new device.
        """)
    case .damaged(let path):
      localized(
        """
        The secret key \(path) is damaged. Restore it from a backup, or remove it to make this \
        machine a new device.
        """)
    }
  }

  private static func words(_ error: SystemError) -> String {
    let words = error.number?.words ?? localized("it isn't a regular file")
    return localized("Couldn't use a secret key: \(error.operation.words(error.path)): \(words).")
  }
}

extension AgeError {
  /// One line about the file of that name.
  package func words(_ name: String) -> String {
    switch self {
    case .notAge: localized("\(name) isn't a file that age encrypted.")
    case .newerVersion:
      localized("\(name) is encrypted in a newer way than this program knows. Update PhotoDiary.")
    case .noMatchingIdentity: localized("\(name) was encrypted for other keys than those here.")
    case .wrongPassphrase: localized("The passphrase doesn't open \(name). Check it and try again.")
    case .damaged: localized("\(name) is damaged or cut short. Get it again from where it came.")
    case .workFactorTooHigh(let factor):
      localized("\(name) would take too long to open (work factor \(factor)). It may be a trap.")
    case .headerTooLarge: localized("\(name) is encrypted for too many keys.")
    case .outOfMemory:
      localized(
        "Too little memory for the passphrase of \(name). End other programs and try again.")
    case .unreadable(let number): localized("Couldn't read \(name): \(number.words).")
    }
  }
}

extension RecoveryWordsError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .wrongCount(let count):
      localized("Give all \(RecoveryWords.count) recovery words: there are \(count).")
    case .unknownWord(let number, let word, let nearest?):
      localized(
        "Word \(number), “\(word.printable.shortened)”, isn't a recovery word. Is it \(nearest)?")
    case .unknownWord(let number, let word, nil):
      localized("Word \(number), “\(word.printable.shortened)”, isn't a recovery word.")
    }
  }
}
