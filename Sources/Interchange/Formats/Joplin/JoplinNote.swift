import DiaryCore

/// A note of Joplin's.
enum JoplinNote {
  static func read(
    _ item: JoplinItem, _ context: JoplinContext, in files: inout EntryFiles
  ) throws(EntryFieldError) -> ForeignEntry {
    guard let created = item.time("user_created_time", "created_time", "updated_time") else {
      throw .noDate
    }
    var placing = PhotoPlacing(files.tree)
    var text = item.body
    // Pages that were clipped are kept as HTML.
    if item.text("markup_language") == "2" {
      text = try HTMLMarkdown.markdown(of: text) { "![\($1)](\($0))" }
    }
    text = MarkdownImages.replaced(in: text) { image in
      guard case .address(let address) = image.target else { return nil }
      return Self.markdown(address, image.words, context, &placing, &files.lookup)
    }
    // Links to resources that aren't shown: films, recordings, PDFs.
    for id in Self.linked(in: text) {
      guard let resource = context.resource(id) else { continue }
      attach(resource, &placing, &files.lookup)
    }
    text = placing.links.replaced(in: text) { link in
      guard case .address(let address) = link.target, let id = Self.id(inLink: address),
        context.resource(id) == nil
      else { return nil }
      return context.notes.contains(id) ? .entry(ID(of: .joplin, [.string(id)])) : .missing
    }
    let fields = EntryFields(
      date: created.date(localOffset: files.defaults.localOffset), title: item.title, content: text,
      tags: context.tags(of: item), journal: context.notebook(of: item) ?? "")
    let entry = Entry(
      .joplin, [.string(item.id)], fields, author: files.defaults.author,
      created: created.timestamp,
      modified: item.time("user_updated_time", "updated_time")?.timestamp,
      carrying: item.members([
        "latitude", "longitude", "altitude", "author", "source_url", "is_todo", "todo_due",
        "todo_completed",
      ]))
    return ForeignEntry(entry: entry, placing: placing)
  }

  /// The id that a link names, as `:/ID` or to be opened by Joplin.
  private static func id(inLink address: String) -> String? {
    let mark = "openNote?id="
    let rest =
      address.hasPrefix("joplin:")
      ? address.firstRange(of: mark).map { address[$0.upperBound...] }
      : address.hasPrefix(":/") ? address.dropFirst(2) : nil
    let id = rest?.prefix { $0.isHexDigit }.lowercased()
    return id?.utf8.count == 32 ? id : nil
  }

  /// What stands for an image in the text; `nil` where it stays as it is.
  private static func markdown(
    _ address: String, _ words: String, _ context: JoplinContext, _ placing: inout PhotoPlacing,
    _ lookup: inout PhotoLookup
  ) -> String? {
    guard address.hasPrefix(":/") else {
      if address.hasScheme { placing.record(.remotePhoto(address)) }
      return nil
    }
    let id = address.dropFirst(2).lowercased()
    guard let resource = context.resource(id) else {
      placing.record(.missingPhoto(words.isBlank ? id : words))
      return nil
    }
    // Joplin puts the file's name there where nobody wrote words.
    let caption = words == resource.name ? "" : words
    let result = lookup.photo(at: resource.path, from: "")
    if case .missing = result {
      placing.record(.missingPhoto(resource.name))
      return nil
    }
    guard case .found(let file) = result else {
      attach(resource, &placing, &lookup)
      return nil
    }
    return "![\(caption)](photo:\(placing.place(file, called: resource.name, caption: caption)))"
  }

  /// Attaches a resource's file under its own name. The link stays.
  private static func attach(
    _ resource: (path: String, name: String), _ placing: inout PhotoPlacing,
    _ lookup: inout PhotoLookup
  ) {
    let result = lookup.photo(at: resource.path, from: "")
    switch result {
    case .found(let file): placing.place(file, called: resource.name)
    case .missing: placing.record(.missingAttachment(resource.name))
    case .otherFile(let file): placing.attach(file, called: resource.name)
    default: placing.markdown(result, called: resource.name)
    }
  }

  /// The ids of `](:/ID` in a text, each once.
  private static func linked(in text: String) -> [String] {
    let bytes = Array(text.utf8)
    let mark = Array("](:/".utf8)
    var ids: [String] = []
    var index = 0
    while let start = bytes[index...].firstIndex(of: mark[0]) {
      index = start + 1
      guard bytes[start...].starts(with: mark) else { continue }
      let digits = bytes[(start + mark.count)...].prefix(32)
      guard digits.count == 32, digits.allSatisfy({ hexadecimalValue(of: $0) != nil }) else {
        continue
      }
      let id = String(decoding: digits, as: UTF8.self).lowercased()
      if !ids.contains(id) { ids.append(id) }
    }
    return ids
  }
}
