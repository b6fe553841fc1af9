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
        name: name, result: Result { () throws(TemplateError) in try template(name) })
    }
  }

  /// Returns the template with this name, with or without its extension.
  ///
  /// - Throws: `TemplateError` if it is missing or isn't readable text.
  func template(named name: String) throws(TemplateError) -> Template {
    let name = name.hasSuffix(Self.ending) ? String(name.dropLast(Self.ending.count)) : name
    guard !name.isEmpty, !name.hasPrefix("."), !name.utf8.contains(where: { $0 == 0x2F || $0 == 0 })
    else { throw .missing }
    return try template(name)
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

  private func template(_ name: String) throws(TemplateError) -> Template {
    Template(name: name, file: try UserTextFile.read("\(folder)/\(name)\(Self.ending)"))
  }
}

// MARK: - PromptFile

/// The user's own writing prompts: `prompts.txt` beside the settings.
struct PromptFile: Sendable {
  let path: String

  /// Returns the prompts of the file, or the program's if there is none.
  ///
  /// - Throws: `TemplateError` if the file isn't readable text.
  func prompts() throws(TemplateError) -> Prompts {
    do {
      return Prompts(file: try UserTextFile.read(path))
    } catch .missing {
      return Prompts()
    }
  }

  /// Returns the prompts of the file, or the program's after reporting that the file can't be read.
  func knownPrompts() -> Prompts {
    do {
      return try prompts()
    } catch {
      ErrorLine.write(error.line(ofPrompts: path))
      return Prompts()
    }
  }
}

// MARK: - UserTextFile

/// A small text file that the user writes for the program.
enum UserTextFile {
  private static let maxBytes = 64 * 1024

  /// Reads a file. Links are followed, as users may keep settings elsewhere.
  ///
  /// - Throws: `TemplateError` if it is missing, unreadable, too large, or not UTF-8 text.
  static func read(_ path: String) throws(TemplateError) -> String {
    let bytes: [UInt8]
    do {
      bytes = try OpenFile.reading(path).readToEnd(atMost: maxBytes)
    } catch {
      guard let number = error.number else { throw .notText }
      throw number == .noSuchFile ? .missing : .unreadable(reason: number.message)
    }
    guard bytes.count <= maxBytes else { throw .tooLarge }
    guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self)
    else { throw .notText }
    return text
  }
}
