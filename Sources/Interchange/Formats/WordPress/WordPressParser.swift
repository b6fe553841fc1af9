import DiaryCore

/// A post, a page or an uploaded file of a site, as WordPress exports it.
struct WordPressItem {
  struct Term {
    /// `category`, `post_tag`, or the name of another taxonomy.
    let taxonomy: String
    let slug: String
    var name = ""
  }

  /// The texts of its elements by their names.
  var texts: [String: String] = [:]
  var terms: [Term] = []
  var comments = 0
  /// The id of the picture that stands for it.
  var thumbnail: String?
  /// `true` if its text is longer than any that is read.
  var isTooLong = false

  subscript(name: String) -> String { texts[name] ?? "" }

  var type: String { self["wp:post_type"] }
  var id: String { self["wp:post_id"] }
}

/// Puts the items of a site together from the pieces of its file.
final class WordPressParser {
  /// In bytes, of anything but a text.
  private static let longestWords = 1 << 16

  private var items: ArraySlice<WordPressItem> = []
  /// The name of the site.
  private(set) var title = ""
  private var path: [String] = []
  private var item: WordPressItem?
  private var term: WordPressItem.Term?
  private var metaKey = ""
  private var words = ""

  /// `true` if an item has begun and not ended.
  var isInItem: Bool { item != nil }

  func popItem() -> WordPressItem? { items.popFirst() }

  func receive(_ piece: MarkupPieces.Piece) {
    switch piece {
    case .begin(let name, let attributes):
      path.append(name)
      words = ""
      if name == "item", item == nil { item = WordPressItem() }
      if name == "category", path.dropLast().last == "item" {
        term = WordPressItem.Term(
          taxonomy: attributes["domain"] ?? "", slug: attributes["nicename"] ?? "")
      }
    case .text(let text): add(text)
    case .end(let name):
      end(name, in: path.dropLast().last ?? "")
      _ = path.popLast()
    }
  }

  private func add(_ text: String) {
    let isText = path.last == "content:encoded"
    guard words.utf8.count + text.utf8.count <= (isText ? MarkupPieces.longest : Self.longestWords)
    else {
      if isText { item?.isTooLong = true }
      return
    }
    words += text
  }

  private func end(_ name: String, in parent: String) {
    let text = words
    words = ""
    switch (parent, name) {
    case ("channel", "title"): title = String(text.trimmed)
    case ("item", "category"):
      term?.name = text
      if let term { item?.terms.append(term) }
      term = nil
    case ("item", "wp:comment"): item?.comments += 1
    case ("wp:postmeta", "wp:meta_key"): metaKey = String(text.trimmed)
    case ("wp:postmeta", "wp:meta_value"):
      if metaKey == "_thumbnail_id" { item?.thumbnail = String(text.trimmed) }
    case ("channel", "item"):
      if let item { items.append(item) }
      item = nil
    case ("item", "content:encoded"): item?.texts[name] = text
    case ("item", _): item?.texts[name] = String(text.trimmed)
    default: break
    }
  }
}
