import Foundation
import TestSupport

/// Parses a page strictly: closed elements, quoted values, and only elements that a site uses.
struct HTMLPage {
  struct Element {
    let name: String
    let attributes: [String: String]
  }

  private(set) var elements: [Element] = []
  private(set) var text = ""
  private(set) var issues: [String] = []
  private var open: [String] = []

  private static let void: Set = ["meta", "link", "img", "br", "hr", "input"]
  private static let known: Set = void.union([
    "html", "head", "title", "script", "body", "a", "header", "nav", "ul", "ol", "meter", "li",
    "main", "footer", "p", "h1", "h2", "h3", "h4", "h5", "h6", "div", "span", "section", "article",
    "time", "figure", "figcaption", "table", "caption", "thead", "tbody", "tr", "th", "td", "form",
    "label", "button", "noscript", "small", "dl", "dt", "dd", "em", "strong", "s", "code", "pre",
    "blockquote", "sup",
  ])
  /// Elements within `svg`.
  private static let drawing: Set = ["a", "path", "circle", "text", "title"]
  /// Elements allowed in a paragraph or a heading.
  private static let phrasing: Set = [
    "a", "span", "em", "strong", "s", "code", "sup", "img", "br", "time", "small",
  ]

  init(_ bytes: [UInt8]) {
    let tag = /<(\/?)([a-z][a-z0-9]*)((?: [A-Za-z-]+(?:="[^"]*")?)*)>/
      .matchingSemantics(.unicodeScalar)
    let attribute = #/ ([A-Za-z-]+)(?:="([^"]*)")?/#.matchingSemantics(.unicodeScalar)
    var rest = String(decoding: bytes, as: UTF8.self)[...]
    if rest.hasPrefix("<!DOCTYPE html>") { rest = rest.dropFirst(15) }
    while let start = rest.utf8.firstIndex(of: UInt8(ascii: "<")) {
      take(text: rest[..<start])
      guard let match = rest[start...].prefixMatch(of: tag) else {
        issue("no tag: \(rest[start...].prefix(40))")
        return
      }
      rest = rest[match.range.upperBound...]
      let name = String(match.2)
      if match.1.isEmpty {
        let attributes = match.3.matches(of: attribute).map {
          (name: String($0.1), value: plain($0.2 ?? ""))
        }
        begin(name, attributes)
      } else if open.popLast() != name || !match.3.isEmpty {
        issue("</\(name)> in \(open)")
      }
    }
    take(text: rest)
    if !open.isEmpty { issue("open at the end: \(open)") }
  }

  private mutating func issue(_ what: String) { issues.append(what) }

  private mutating func take(text: Substring) {
    if text.utf8.contains(UInt8(ascii: ">")) { issue("a bare > in \(text.prefix(40))") }
    let plain = plain(text)
    if open.contains("body") { self.text += plain }
    if open.isEmpty, !plain.allSatisfy(\.isWhitespace) { issue("text outside: \(plain)") }
  }

  /// Returns a text as a browser shows it.
  private mutating func plain(_ text: Substring) -> String {
    for scalar in text.unicodeScalars
    where scalar.properties.isNoncharacterCodePoint
      || (scalar.value < 0x20 && scalar.value != 9 && scalar.value != 10)
      || (0x7F..<0xA0).contains(scalar.value)
    { issue("a character that HTML doesn't allow: \(scalar.value)") }
    let names = ["&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": "\"", "&#39;": "'"]
    let parts = text.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(String(Substring(parts[0]))) { result, part in
      let end = part.firstIndex(of: UInt8(ascii: ";")).map(part.index(after:)) ?? part.endIndex
      let name = names["&\(Substring(part[..<end]))"]
      if name == nil { issue("a bare & before \(Substring(part).prefix(20))") }
      return result + (name ?? "") + String(Substring(part[end...]))
    }
  }

  private mutating func begin(_ name: String, _ attributes: [(name: String, value: String)]) {
    let isDrawn = open.contains("svg")
    if !(isDrawn ? Self.drawing : Self.known.union(["svg"])).contains(name) { issue("<\(name)>") }
    if let parent = open.last, ["p", "h1", "h2", "h3", "h4", "h5", "h6"].contains(parent),
      !Self.phrasing.contains(name)
    {
      issue("<\(name)> in <\(parent)>")
    }
    if name == "a", open.contains("a") { issue("a link in a link") }
    for (name, _) in attributes where name.hasPrefix("on") || name == "style" {
      issue("attribute \(name)")
    }
    let values = Dictionary(attributes.map { ($0.name, $0.value) }) { first, _ in first }
    if values.count < attributes.count { issue("an attribute of <\(name)> twice") }
    // Titles of drawn elements aren't the page's title.
    let isOfDrawing = isDrawn && name == "title"
    elements.append(Element(name: isOfDrawing ? "svg title" : name, attributes: values))
    if !Self.void.contains(name) { open.append(name) }
  }
}

extension HTMLPage {
  var faults: [String] {
    var faults = issues
    var seen: Set<String> = []
    var level = 0
    for element in elements {
      if let id = element.attributes["id"], !seen.insert(id).inserted { faults.append("id \(id)") }
      if element.name == "img", element.attributes["alt"] == nil { faults.append("no alt") }
      if let next = Int(element.name.dropFirst()), element.name.first == "h" {
        if next > level + 1 { faults.append("h\(next) after h\(level)") }
        level = next
      }
    }
    for name in ["html", "head", "title", "body", "main", "h1"]
    where elements.count(where: { $0.name == name }) != 1 { faults.append("not one <\(name)>") }
    if elements.first?.attributes["lang"] == nil { faults.append("no language") }
    return faults
  }

  /// The addresses of links and resources.
  var addresses: [(element: String, address: String)] {
    elements.flatMap { element in
      ["href", "src", "action"].compactMap { name in
        element.attributes[name].map { (element.name, $0) }
      }
    }
  }

  /// Addresses that run scripts or load from other sites.
  var dangers: [String] {
    addresses.filter { element, address in
      let scheme = address.prefix { $0.isLetter }.lowercased()
      guard address.dropFirst(scheme.count).first == ":" else { return address.hasPrefix("//") }
      return element != "a" || !["http", "https", "mailto"].contains(scheme)
    }.map { "\($0.element) \($0.address)" }
  }

  var ids: Set<String> { Set(elements.compactMap { $0.attributes["id"] }) }
}

/// All pages of a site, with checks of their links.
struct SiteFolder {
  let folder: String
  let pages: [String: HTMLPage]

  init(_ folder: String) throws {
    self.folder = folder
    var pages: [String: HTMLPage] = [:]
    for path in files(folder) where path.hasSuffix(".html") {
      pages[path] = HTMLPage(try TemporaryFolder.bytes(of: folder + "/" + path))
    }
    self.pages = pages
  }

  /// The faults of all pages, and broken links.
  var faults: [String] {
    let all = Set(files(folder).map { Array($0.utf8) })
    return pages.flatMap { path, page in
      let broken = page.addresses.map(\.address).filter { !resolves($0, from: path, all) }
        .map { "leads nowhere: \($0)" }
      return (page.faults + page.dangers + broken).map { "\(path): \($0)" }
    }.sorted()
  }

  private func resolves(_ address: String, from path: String, _ all: Set<[UInt8]>) -> Bool {
    if address.prefix(8).contains(":") { return true }
    let parts = address.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let target = parts[0].isEmpty ? path : Self.resolved(String(parts[0]), from: path)
    guard all.contains(Array(target.utf8)) else { return false }
    return parts.count == 1 || pages[target]?.ids.contains(String(parts[1])) ?? false
  }

  private static func resolved(_ address: String, from path: String) -> String {
    let name = address.removingPercentEncoding ?? ""
    let folder = path.split(separator: "/").dropLast().joined(separator: "/")
    if name.hasPrefix("../") { return String(name.dropFirst(3)) }
    return folder.isEmpty ? name : "\(folder)/\(name)"
  }
}
