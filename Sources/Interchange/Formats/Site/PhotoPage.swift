import DiaryCore
import Localization

/// A photo by itself, as large as it is, with those before and after it.
struct PhotoPage {
  let photo: SitePhoto
  /// What a browser shows: the photo's own file, or a JPEG of one that browsers don't know.
  let view: ExportPath?
  let viewSize: PictureBox?
  /// The photo's own file.
  let original: ExportPath
  let originalSize: PictureBox?
  let taken: String?
  let entry: SiteEntry

  func write(
    before: SitePhoto?, after: SitePhoto?, _ index: SiteIndex, _ frame: SiteFrame
  ) -> [UInt8] {
    let path = photo.page
    let name = photo.caption.isBlank ? photo.name : photo.caption
    func link(_ photo: SitePhoto?, _ name: String) -> (name: String, link: Link)? {
      photo.map { (name, Link(to: $0.page, from: path)) }
    }
    return frame.page(path, name: name) { html in
      html.trail([
        (DateWords.month(entry.date.day), Link(to: index.path(of: entry), from: path)),
        (entry.title, index.link(to: entry, from: path)),
      ])
      html.element("h1", .class("quiet"), .dir, text: name)
      html.line()
      html.element("p", .class("full")) { html in writePhoto(name, path, to: &html) }
      html.line()
      html.turn(
        before: link(before, localized("Previous photo")),
        after: link(after, localized("Next photo")))
      writeFacts(index, path, to: &html)
    }
  }

  private func writePhoto(_ name: String, _ path: ExportPath, to html: inout HTML) {
    guard let view else { return html.element("span", .class("tile"), text: photo.name) }
    let words = photo.caption.isBlank ? SitePhoto.fallback(photo.day) : photo.caption
    html.element("a", .href(Link(to: view, from: path))) { html in
      html.void(
        "img", .src(Link(to: view, from: path)), .alt(words), viewSize.map { .width($0.width) },
        viewSize.map { .height($0.height) })
    }
  }

  private func writeFacts(_ index: SiteIndex, _ path: ExportPath, to html: inout HTML) {
    html.element("dl", .class("facts")) { html in
      html.fact(localized("Entry")) { html in
        html.element("a", .href(index.link(to: entry, from: path)), .dir, text: entry.title)
        html.text(", \(DateWords.long(entry.date.day))")
      }
      if let taken {
        html.fact(localized("Taken")) { $0.text(taken) }
      }
      if let originalSize {
        html.fact(localized("Size")) { html in
          html.text("\(originalSize.width) × \(originalSize.height)")
        }
      }
      html.fact(localized("File")) { html in
        html.element("a", .href(Link(to: original, from: path)), text: original.name)
      }
    }
    html.line()
  }
}

extension HTML {
  fileprivate mutating func fact(_ name: String, content: (inout HTML) -> Void) {
    element("dt", text: name)
    element("dd", .dir) { content(&$0) }
    line()
  }
}
