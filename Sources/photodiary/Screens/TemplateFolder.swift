import DiaryCore
import System
import Text

/// Templates in the `*.md` files of a folder. Links are followed, as users may keep settings
/// elsewhere, but a name never refers to a file outside of the folder.
struct TemplateFolder: Hashable, Sendable {
  let folder: String

  private static let ending = ".md"
  /// The maximum number of templates.
  private static let maxFiles = 500

  func templates() async -> [TemplateFile] {
    names().map { name in
      TemplateFile(
        name: name, result: Result { () throws(MessageError) in try template(name, shown: name) })
    }
  }

  /// Returns the template with this name, with or without its extension.
  ///
  /// - Throws: `MessageError` if it is missing or isn't readable text.
  func template(named typed: String) throws(MessageError) -> Template {
    let name = typed.hasSuffix(Self.ending) ? String(typed.dropLast(Self.ending.count)) : typed
    guard !name.isEmpty, !name.hasPrefix("."), !name.utf8.contains(where: { $0 == 0x2F || $0 == 0 })
    else { throw Self.missing(typed) }
    return try template(name, shown: typed)
  }

  private func names() -> [String] {
    guard var stream = try? FolderStream(at: folder) else { return [] }
    var names: [String] = []
    while names.count < Self.maxFiles, let name = try? stream.next() {
      guard name.hasSuffix(Self.ending), !name.hasPrefix(".") else { continue }
      names.append(String(name.dropLast(Self.ending.count)))
    }
    return names.sorted { ($0.lowercased(), $0) < ($1.lowercased(), $1) }
  }

  private func template(_ name: String, shown: String) throws(MessageError) -> Template {
    let path = "\(folder)/\(name)\(Self.ending)"
    guard let text = try UserTextFile.read(path, ofTemplate: shown) else {
      throw Self.missing(shown)
    }
    return Template(name: name, file: text)
  }

  private static func missing(_ name: String) -> MessageError {
    MessageError(localized("Template “\(name.printable)” not found."))
  }
}

// MARK: - PromptFile

/// The user's own writing prompts: `prompts.txt` beside the settings.
struct PromptFile: Sendable {
  let path: String

  /// Returns the prompts of the file, or the program's if there is none.
  ///
  /// - Throws: `MessageError` if the file isn't readable text.
  func prompts() throws(MessageError) -> Prompts {
    try UserTextFile.read(path).map { Prompts(file: $0) } ?? Prompts()
  }

  /// Returns the prompts of the file, or the program's after reporting that the file can't be read.
  func knownPrompts() -> Prompts {
    do {
      return try prompts()
    } catch {
      ErrorLine.write(error.line)
      return Prompts()
    }
  }
}

// MARK: - UserTextFile

/// A small text file that the user writes for the program.
enum UserTextFile {
  private static let maxBytes = 64 * 1024

  /// Returns the text of a file, or `nil` if it doesn't exist. Links are followed, as users may
  /// keep settings elsewhere.
  ///
  /// - Parameter template: the template's name, which errors show instead of the path.
  /// - Throws: `MessageError` if it is unreadable, too large, or not UTF-8 text.
  static func read(
    _ path: String, ofTemplate template: String? = nil
  ) throws(MessageError) -> String? {
    let (shown, template) = (path.printable, template?.printable)
    let bytes: [UInt8]
    do {
      guard let file = try OpenFile.existing(path) else { return nil }
      bytes = try file.readToEnd(atMost: maxBytes)
    } catch {
      guard let number = error.number else { throw notText(shown, template) }
      let reason = number.message
      throw MessageError(
        template.map { localized("Couldn't read template “\($0)”: \(reason).") }
          ?? localized("Couldn't read \(shown): \(reason)."))
    }
    guard bytes.count <= maxBytes else {
      throw MessageError(
        template.map { localized("Template “\($0)” is too large: the limit is 64 kB. Shorten it.") }
          ?? localized("\(shown) is too large: the limit is 64 kB. Shorten it."))
    }
    guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self)
    else { throw notText(shown, template) }
    return text
  }

  private static func notText(_ path: String, _ template: String?) -> MessageError {
    MessageError(
      template.map { localized("Template “\($0)” isn't UTF-8 text. Save it as plain text.") }
        ?? localized("\(path) isn't UTF-8 text. Save it as plain text."))
  }
}
