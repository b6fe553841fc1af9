import DiaryCore

/// What stands in front of a text in Markdown: YAML between `---`, TOML between `+++`, or a JSON
/// object; and where the text begins.
struct FrontMatterText {
  let members: [JSONMember]
  /// The rest of the file.
  let body: ArraySlice<UInt8>
  /// The TOML as it is written: not all of it has a place among the members.
  var toml: String?

  /// Bytes. More is no front matter that a person wrote.
  private static let longestTOML = 1 << 20

  /// `nil` where a file has none. Throws when it has one that can't be read.
  static func read(_ text: [UInt8]) throws(FrontMatterError) -> FrontMatterText? {
    if let (matter, body) = between("---", ends: ["---", "..."], in: text) {
      if matter.allSatisfy({ $0 == 0x20 || (0x09...0x0D).contains($0) }) {
        return FrontMatterText(members: [], body: body)
      }
      do throws(YAMLError) {
        // Between two rules may stand any text.
        guard case .object(let members) = try YAMLParser.parse(matter) else { return nil }
        return FrontMatterText(members: members, body: body)
      } catch {
        throw .yaml(error.moved(by: 1))
      }
    }
    if let (matter, body) = between("+++", ends: ["+++"], in: text) {
      guard matter.count <= longestTOML else { throw .toml(line: 1) }
      return FrontMatterText(
        members: try TOMLMembers.read(matter), body: body,
        toml: String(decoding: matter, as: UTF8.self))
    }
    return try json(text)
  }

  /// What stands between a line at the beginning of a text and the first line that ends it, and what
  /// follows.
  private static func between(
    _ mark: String, ends: [String], in text: [UInt8]
  ) -> (ArraySlice<UInt8>, ArraySlice<UInt8>)? {
    var rest = text[...]
    /// The next line without the white space at its end.
    func next() -> ArraySlice<UInt8>? {
      guard !rest.isEmpty else { return nil }
      var line = rest.prefix { $0 != 0x0A }
      rest = rest.dropFirst(line.count + 1)
      while let last = line.last, [0x20, 0x0D, 0x09].contains(last) { line.removeLast() }
      return line
    }
    guard let first = next(), first.elementsEqual(mark.utf8) else { return nil }
    let start = rest.startIndex
    while let line = next() {
      if ends.contains(where: { line.elementsEqual($0.utf8) }) {
        return (text[start..<line.startIndex], rest)
      }
    }
    return nil
  }

  /// An object that a text begins with, and an empty line or the end behind it.
  private static func json(_ text: [UInt8]) throws(FrontMatterError) -> FrontMatterText? {
    guard text.first == UInt8(ascii: "{"), let end = objectEnd(text) else { return nil }
    let rest = text[end...]
    guard rest.isEmpty || rest.first == 0x0A || rest.first == 0x0D else { return nil }
    let line = rest.firstIndex(of: 0x0A).map { $0 + 1 } ?? text.count
    do throws(JSONParser.Failure) {
      guard case .object(let members) = try JSONParser.parse(Array(text[..<end])) else {
        return nil
      }
      return FrontMatterText(members: members, body: text[line..<text.count])
    } catch {
      // Any text may begin with a brace.
      guard error.isTooDeep else { return nil }
      throw .tooDeep
    }
  }

  private static func objectEnd(_ text: [UInt8]) -> Int? {
    var depth = 0
    var isString = false
    var place = 0
    while place < text.count {
      switch text[place] {
      case UInt8(ascii: "\\") where isString: place += 1
      case UInt8(ascii: "\""): isString.toggle()
      case UInt8(ascii: "{") where !isString: depth += 1
      case UInt8(ascii: "}") where !isString:
        depth -= 1
        if depth == 0 { return place + 1 }
      default: break
      }
      place += 1
    }
    return nil
  }
}

/// Why what stands in front of a text can't be read.
package enum FrontMatterError: Error, Hashable, Sendable {
  case yaml(YAMLError)
  case toml(line: Int)
  /// A JSON object with too many in each other.
  case tooDeep
  /// This program was built where toml++ wasn't installed.
  case noTOML
}
