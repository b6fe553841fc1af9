import TerminalUI

/// Where the fields of the editor are.
struct EditorLayout {
  let date: Rect
  let tags: Rect
  let title: Rect
  let content: Rect
  let photos: Rect

  init(_ size: Size) {
    let body = Rect(size).inset(left: 1, top: 2, right: 1, bottom: 1)
    let (head, rest) = body.split(top: 1)
    let half = min(40, head.columns * 55 / 100)
    date = head.inset(right: head.columns - half)
    tags = head.inset(left: half + 2)
    let (titleLine, page) = rest.split(top: 1)
    title = titleLine
    let (text, strip) = page.split(bottom: 1)
    // A page is no wider than is good to read, except for those with wide screens and long lines.
    content = text.inset(top: text.rows > 3 ? 1 : 0, right: max(0, text.columns - 100))
    photos = strip
  }
}
