import Crypto
import DiaryCore

/// A revision as a line of a log: a JSON object whose last member is its checksum, which is the
/// revision's id as well.
enum RevisionLine {
  private static let sumOpening = Array(#","sum":""#.utf8)
  /// `,"sum":"` + 32 digits + `"}`
  private static let sumLength = sumOpening.count + 34

  /// A line that lacks what joins it to the line before, and its checksum.
  struct Unlinked {
    /// `entry` to `device`, without the brace that ends them.
    fileprivate let head: [UInt8]
    /// The rest, with the comma before it and without the brace.
    fileprivate let rest: [UInt8]

    init(head: [JSONMember], rest: [JSONMember]) {
      self.head = JSONWriter.bytes(.object(head)).dropLast()
      var rest = JSONWriter.bytes(.object(rest))
      rest[0] = UInt8(ascii: ",")
      self.rest = rest.dropLast()
    }

    /// The line, with its line end, and its id, signed if there is something to do that with.
    func linked(
      _ link: ChainLink, signature: (_ signed: [UInt8]) -> LineSignature?
    ) -> (line: [UInt8], id: ID<Revision>) {
      let members = head + link.members + rest
      return RevisionLine.closed(members + (signature(members)?.members ?? []))
    }
  }

  /// The members of an object with their checksum and the line end, and what it is.
  static func closed(_ members: [UInt8]) -> (line: [UInt8], id: ID<Revision>) {
    let id = sum(of: members)
    return (members + sumOpening + id.description.utf8 + Array("\"}\n".utf8), id)
  }

  static func encode(
    _ entry: Entry, parents: [ID<Revision>], clock: HybridClock, device: ID<Device>
  ) -> Unlinked {
    let head = [
      JSONMember("entry", .string(entry.id.description)),
      JSONMember("parents", .array(parents.map { .string($0.description) })),
      JSONMember("clock", .string(clock.description)),
      JSONMember("device", .string(device.description)),
    ]
    let rest =
      [JSONMember("trashed", .bool(entry.isTrashed))] + entry.storedMembers { _ in nil }
      + StoreMembers.carried(by: entry)
    return Unlinked(head: head, rest: rest)
  }

  /// Reads a line without its line end; `nil` when it is damaged.
  static func decode(_ line: UnsafeRawBufferPointer) -> Revision? {
    guard let id = id(of: line), let json = try? JSONParser.parse(line),
      let entryID = json["entry"]?.string.flatMap({ ID<Entry>($0) }),
      let parents = json["parents"]?.array?.map({ $0.string.flatMap { ID<Revision>($0) } }),
      let clock = json["clock"]?.string.flatMap({ HybridClock($0) }),
      let device = json["device"]?.string.flatMap({ ID<Device>($0) }),
      let isTrashed = json["trashed"]?.bool,
      var entry = Entry(id: entryID, json: json, isKnown: StoreMembers.contains)
    else { return nil }
    let known = parents.compactMap(\.self)
    guard known.count == parents.count else { return nil }
    StoreMembers.unpack(json, into: &entry)
    entry.isTrashed = isTrashed
    entry.heads = [id]
    return Revision(id: id, parents: known, clock: clock, device: device, entry: entry)
  }

  /// Whether the line has a checksum where one belongs, right or wrong.
  static func endsWithSum(_ line: UnsafeRawBufferPointer) -> Bool {
    line.count > sumLength && line[(line.count - sumLength)...].starts(with: sumOpening)
  }

  /// A line without its sum, if it has one.
  static func beforeSum(_ line: UnsafeRawBufferPointer) -> Slice<UnsafeRawBufferPointer> {
    endsWithSum(line) ? line.dropLast(sumLength) : line[...]
  }

  /// The id that the line carries, if it is the right one.
  static func id(of line: UnsafeRawBufferPointer) -> ID<Revision>? {
    guard line.count > sumLength else { return nil }
    let body = line[..<(line.count - sumLength)]
    let tail = line[(line.count - sumLength)...]
    let id = sum(of: UnsafeRawBufferPointer(rebasing: body))
    // Digit by digit, for a capital one is another byte than the one that was written.
    guard tail.elementsEqual(sumOpening + id.description.utf8 + Array("\"}".utf8))
    else { return nil }
    return id
  }

  /// The id that the line carries, right or wrong.
  static func toldID(of line: UnsafeRawBufferPointer) -> ID<Revision>? {
    guard endsWithSum(line) else { return nil }
    return ID<Revision>(digits: UnsafeRawBufferPointer(rebasing: line.suffix(34).prefix(32)))
  }

  private static func sum(of bytes: [UInt8]) -> ID<Revision> {
    bytes.withUnsafeBytes { sum(of: $0) }
  }

  /// What the checksum of these bytes is.
  static func sum(of bytes: UnsafeRawBufferPointer) -> ID<Revision> {
    var hash = SHA256()
    hash.update(bufferPointer: bytes)
    return hash.finalize().withUnsafeBytes(ID.init(digest:))
  }
}
