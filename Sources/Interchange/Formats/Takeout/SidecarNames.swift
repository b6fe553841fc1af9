import DiaryCore
import System

/// Finds what Google's Takeout tells of a photo: a file of JSON beside it, called after the photo in one
/// of several ways, and cut off where the name grows too long.
///
/// `IMG.jpg` has `IMG.jpg.json` or `IMG.jpg.supplemental-metadata.json`, of which any part of what is
/// added may be missing; `IMG(1).jpg` has `IMG.jpg(1).json`, `IMG(1).jpg.supplemental-metadata.json` or
/// `IMG.jpg.supplemental-metadata(1).json`; `IMG-edited.jpg` has that of `IMG.jpg`.
struct SidecarNames {
  private static let added = ".supplemental-metadata"
  /// In UTF-16 units. A longer name is cut off there, before `.json`.
  private static let longest = 46
  /// What Google Photos adds to the name of an edited photo, in the languages of its users.
  private static let edits = [
    "-edited", "-effects", "-smile", "-mix", "-edytowane", "-bearbeitet", "-bewerkt", "-編集済み",
    "-modificato", "-modifié", ["-ha", "editado"].joined(separator: " "), "-editado", "-editat",
    "-수정됨",
  ]

  /// The names of the files by folder and by what stands before `.json`, in small letters.
  private var folders: [String: [String: String]] = [:]

  init(_ files: [String]) {
    for file in files where MarkdownFiles.ending(of: file) == "json" {
      let (folder, name) = Path.split(file)
      folders[folder, default: [:]][MarkdownFiles.stem(of: name).lowercased()] = file
    }
  }

  /// The path of the file that tells of a photo; `nil` where there is none.
  func file(of photo: String) -> String? {
    let (folder, name) = Path.split(photo)
    guard let files = folders[folder] else { return nil }
    for title in Self.titles(of: name.lowercased()) {
      for stem in Self.stems(of: title.name) {
        if let file = files[stem + title.number] { return file }
      }
    }
    return files[MarkdownFiles.stem(of: name).lowercased()]
  }

  private typealias Title = (name: String, number: String)

  /// The names that the file may be called after, and what number stands behind them.
  private static func titles(of name: String) -> [Title] {
    var titles: [Title] = [(name, "")]
    let stem = MarkdownFiles.stem(of: name)
    let ending = name.dropFirst(stem.count)
    let number = number(behind: stem)
    let bare = stem.dropLast(number.count)
    if !number.isEmpty { titles.append(("\(bare)\(ending)", number)) }
    for edit in edits where bare.hasSuffix(edit) {
      let original = bare.dropLast(edit.count)
      titles.append(("\(original)\(number)\(ending)", ""))
      if !number.isEmpty { titles.append(("\(original)\(ending)", number)) }
    }
    return titles
  }

  /// `(12)` at the end; empty where there is none.
  private static func number(behind stem: String) -> String {
    guard stem.hasSuffix(")"), let open = stem.lastIndex(of: "(") else { return "" }
    let digits = stem[stem.index(after: open)...].dropLast()
    guard (1...5).contains(digits.utf8.count),
      digits.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return "" }
    return String(stem[open...])
  }

  /// The forms in which a name may stand before `.json`, the likeliest first.
  private static func stems(of name: String) -> [String] {
    let full = name + added
    var stems = [full, name]
    let units = full.utf16
    let (least, most) = (min(name.utf16.count + 1, longest), units.count - 1)
    if least <= most {
      // A cut within a character leaves none of it.
      stems += (least...most).reversed().compactMap {
        String(units.prefix($0)) ?? String(units.prefix($0 - 1))
      }
    }
    return stems
  }
}
