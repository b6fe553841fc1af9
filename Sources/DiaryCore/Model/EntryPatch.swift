/// The fields that a change of many entries gave one of them, or took from it: small enough that
/// those of ten thousand can be kept for undo.
package struct EntryPatch: Hashable, Sendable {
  /// Text that someone else has changed meanwhile stays as they left it.
  private var content: TextPatch?
  private var tags: [String]?
  private var journal: String?
  private var isStarred: Bool?
  private var isPinned: Bool?

  /// What makes the fields `target` of `base`, as far as a change of many entries goes: dates,
  /// titles and photos are changed one by one.
  package init(from base: EntryFields, to target: EntryFields) {
    func changed<Value>(_ field: (EntryFields) -> Value, _ isSame: (Value, Value) -> Bool) -> Value?
    {
      isSame(field(base), field(target)) ? nil : field(target)
    }
    content =
      base.content.isExactly(target.content)
      ? nil : TextPatch(from: base.content, to: target.content)
    tags = changed(\.tags) { left, right in
      left.count == right.count && zip(left, right).allSatisfy { $0.isExactly($1) }
    }
    journal = changed(\.journal) { $0.isExactly($1) }
    isStarred = changed(\.details.isStarred, ==)
    isPinned = changed(\.details.isPinned, ==)
  }

  /// Whether the text is still as the patch knows it, if it changes that.
  package func fits(_ fields: EntryFields) -> Bool {
    content.map { $0.applied(to: fields.content) != nil } ?? true
  }

  /// The fields with this patch; what it doesn't name stays.
  package func applied(to fields: EntryFields) -> EntryFields {
    var fields = fields
    if let text = content?.applied(to: fields.content) { fields.content = text }
    if let tags { fields.tags = tags }
    if let journal { fields.journal = journal }
    if let isStarred { fields.details.isStarred = isStarred }
    if let isPinned { fields.details.isPinned = isPinned }
    return fields
  }
}

/// The part of a text in which it differs from another: little, where little was changed in a long
/// text.
struct TextPatch: Hashable, Sendable {
  /// In bytes.
  private let start: Int
  private let old: [UInt8]
  private let new: [UInt8]
  /// Of the text that it is made for.
  private let count: Int

  init(from base: String, to target: String) {
    let (base, target) = (Array(base.utf8), Array(target.utf8))
    count = base.count
    let shorter = min(base.count, target.count)
    let start = (0..<shorter).first { base[$0] != target[$0] } ?? shorter
    let most = shorter - start
    let (last, targetLast) = (base.count - 1, target.count - 1)
    let end = (0..<most).first { base[last - $0] != target[targetLast - $0] } ?? most
    self.start = start
    old = Array(base[start..<base.count - end])
    new = Array(target[start..<target.count - end])
  }

  /// The other text; `nil` for one that isn't as the patch knows it.
  func applied(to text: String) -> String? {
    var bytes = Array(text.utf8)
    guard bytes.count == count, bytes[start...].starts(with: old) else { return nil }
    bytes.replaceSubrange(start..<start + old.count, with: new)
    return String(decoding: bytes, as: UTF8.self)
  }
}
