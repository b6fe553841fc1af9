/// The whole lines that two texts begin and end with alike, in bytes. Nothing is joined across a
/// line end, so that no character is cut.
enum SharedLines {
  /// How long they are at the beginning and at the end.
  static func counts(_ old: String, _ new: String) -> (head: Int, tail: Int) {
    let (old, new) = (Array(old.utf8), Array(new.utf8))
    let most = min(old.count, new.count)
    var head = 0
    while head < most, old[head] == new[head] { head += 1 }
    while head > 0, old[head - 1] != lineEnd { head -= 1 }
    var tail = 0
    while tail < most - head, old[old.count - 1 - tail] == new[new.count - 1 - tail] { tail += 1 }
    // The line before it ends in both.
    while tail > 0, !isLineStart(old, old.count - tail) || !isLineStart(new, new.count - tail) {
      tail -= 1
    }
    return (head, tail)
  }

  static func middle(of text: String, _ head: Int, _ tail: Int) -> String {
    String(decoding: text.utf8.dropFirst(head).dropLast(tail), as: UTF8.self)
  }

  private static let lineEnd = UInt8(ascii: "\n")

  private static func isLineStart(_ bytes: [UInt8], _ place: Int) -> Bool {
    place == 0 || bytes[place - 1] == lineEnd
  }
}
