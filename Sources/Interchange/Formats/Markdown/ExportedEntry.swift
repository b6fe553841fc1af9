import DiaryCore
import System

/// An entry as this program's own export has it, which comes back as it was.
enum ExportedEntry {
  /// Whether a front matter is that of an export: it says all that an entry has.
  static func wrote(_ members: [JSONMember]) -> Bool {
    let json = JSONValue.object(members)
    return json["id"]?.string.flatMap { ID<Entry>($0) } != nil && json["photos"]?.array != nil
      && ["date", "title", "journal", "author", "created", "modified"].allSatisfy {
        json[$0]?.string != nil
      }
  }

  static func read(
    _ source: MarkdownEntry.Source, in files: inout EntryFiles
  ) throws(EntryFieldError) -> ForeignEntry {
    let root = files.tree.root
    let json = JSONValue.object(source.members)
    let folder = Path.split(source.path).folder
    var placing = PhotoPlacing(files.tree)
    var links = MarkdownLinks()
    var listed: [JSONValue] = []
    var drafts: [PhotoDraft] = []
    var described: [Photo] = []
    for photo in json["photos"]?.array ?? [] {
      let name = photo["name"]?.string ?? photo.string ?? "?"
      guard let file = photo["file"]?.string ?? photo.string else {
        placing.record(.missingPhoto(name))
        continue
      }
      guard case .found(let path) = files.lookup.photo(at: file, from: folder) else {
        placing.record(.missingPhoto(file))
        continue
      }
      let draft = try PhotoDraft(photo).found(at: "\(root)/\(path)")
      if let asset = draft.asset {
        links.add(asset, at: file)
        if let photo = Photo(photo) { described.append(photo) }
      }
      listed.append(photo)
      drafts.append(draft)
    }
    var attached: [(json: JSONValue, draft: AttachmentDraft)] = []
    var describedFiles: [Attachment] = []
    let isListed = json["attachments"]?.array != nil
    for object in json["attachments"]?.array ?? [] {
      let name = object["name"]?.string ?? object.string ?? "?"
      guard let file = object["file"]?.string ?? object.string,
        let path = files.lookup.file(at: file, from: folder)
      else {
        placing.record(.missingAttachment(name))
        continue
      }
      attached.append((object, try AttachmentDraft(object).found(at: "\(root)/\(path)")))
      if let attachment = Attachment(object) {
        links.add(attachment.asset, at: file)
        describedFiles.append(attachment)
      }
    }
    // Photos that a person has added to the text.
    var content = MarkdownBody.read(source.body, links) { image in
      guard case .address(let address) = image.target,
        case .found(let path) = files.lookup.photo(at: address, from: folder)
      else { return nil }
      return "![\(image.words)](photo:\(placing.place(path, caption: image.words)))"
    }
    var added = placing.drafts
    var addedFiles = placing.attachments
    // What the body doesn't tell stands beside it, unless the body was changed since.
    if let exact = json["content"]?.string,
      MarkdownBody.write(exact, described, describedFiles, links).isExactly(source.body)
    {
      (content, added, addedFiles) = (exact, [], [])
    }
    let members = source.members.map { member in
      switch member.name {
      case "photos": JSONMember("photos", .array(listed))
      case "attachments" where isListed:
        JSONMember("attachments", .array(attached.map(\.json)))
      default: member
      }
    }.filter { $0.name != "content" }
    let draft = try EntryDraft(
      .object(members + [JSONMember("content", .string(content))]), defaults: files.defaults)
    placing.drafts = drafts + added
    placing.attachments = attached.map(\.draft) + addedFiles
    return ForeignEntry(entry: draft.entry, placing: placing, comments: draft.comments)
  }
}
