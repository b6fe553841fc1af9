import Crypto
import DiaryCore

/// The text of a log line: an envelope, which is never changed or removed, and a body with what a
/// person wrote.
///
///     {"entry":…,"parents":[…],"clock":…,"device":…,"prev":…,"seq":N,"hash":H,"sig":…,"sum":S,"body":{…}}
///
/// `sum` is the line's id: the first 32 hexadecimal digits of the SHA-256 of the bytes before `,"sum"`.
/// `hash` is the SHA-256 of the body's bytes, and the salt in the body keeps a short one from being
/// guessed. Emptying the trash cuts the body off: the line ends after `sum` then, and the chain of
/// lines and their signatures stay whole. Records that decide something have no body. Lines of version
/// 0.1.0 have no envelope of their own: their members are all before `sum`.
enum RevisionLine {
  private static let sumOpening = Array(#","sum":""#.utf8)
  private static let bodyOpening = Array(#"","body":"#.utf8)
  private static let hashOpening = Array(#","hash":""#.utf8)
  private static let ending = Array(#""}"#.utf8)
  private static let sumDigits = 32
  private static let hashDigits = 64
  /// `,"sum":"` + 32 digits + `"}`
  private static let sumLength = sumOpening.count + sumDigits + ending.count

  static let hashName = "hash"
  static let bodyName = "body"
  static let saltName = "salt"

  /// A line without its link, its signature and its sum.
  struct Unlinked {
    /// The members up to `device`, without the closing brace.
    fileprivate let head: [UInt8]
    /// The members behind the link, each with a comma before it.
    fileprivate let rest: [UInt8]
    fileprivate let body: [UInt8]?

    /// - Parameter body: its members; `nil` for a line without a body.
    init(head: [JSONMember], rest: [JSONMember] = [], body: [JSONMember]? = nil) {
      self.head = JSONWriter.bytes(.object(head)).dropLast()
      var members = rest
      let salt = JSONMember(saltName, .string(ID<Unlinked>.random().description))
      let text = body.map { JSONWriter.bytes(.object([salt] + $0)) }
      if let text {
        members.append(JSONMember(hashName, .string(hexadecimal(SHA256.hash(data: text)))))
      }
      var bytes = JSONWriter.bytes(.object(members))
      bytes[0] = UInt8(ascii: ",")
      self.rest = members.isEmpty ? [] : bytes.dropLast()
      self.body = text
    }

    /// The line with its line end, its id, and the signature of its envelope if `signature` makes one.
    func linked(
      _ link: ChainLink, signature: (_ signed: [UInt8]) -> LineSignature?
    ) -> (line: [UInt8], id: ID<Revision>) {
      let members = head + link.members + rest
      return RevisionLine.closed(members + (signature(members)?.members ?? []), body: body)
    }
  }

  /// An envelope with its sum, its body and the line end, and the sum as an id.
  static func closed(_ envelope: [UInt8], body: [UInt8]? = nil) -> (line: [UInt8], id: ID<Revision>)
  {
    let id = sum(of: envelope)
    var line: [UInt8] = []
    // A body may be large: it is copied once.
    line.reserveCapacity(
      envelope.count + sumLength + (body.map { bodyOpening.count + $0.count } ?? 0) + 1)
    line += envelope
    line += sumOpening
    line += id.description.utf8
    if let body {
      line += bodyOpening
      line += body
      line.append(UInt8(ascii: "}"))
    } else {
      line += ending
    }
    line.append(0x0A)
    return (line, id)
  }

  static func encode(
    _ entry: Entry, parents: [ID<Revision>], clock: HybridClock, device: ID<Device>
  ) -> Unlinked {
    Unlinked(
      head: [
        JSONMember("entry", .string(entry.id.description)),
        JSONMember("parents", .array(parents.map { .string($0.description) })),
        JSONMember("clock", .string(clock.description)),
        JSONMember("device", .string(device.description)),
      ],
      body: [JSONMember("trashed", .bool(entry.isTrashed))]
        + entry.storedMembers { _ in nil } + StoreMembers.carried(by: entry))
  }

  /// Reads a line without its line end; `nil` if it is damaged or its body was cut off.
  static func decode(_ line: UnsafeRawBufferPointer) -> Revision? {
    guard let json = json(of: line), let id = json["sum"]?.string.flatMap({ ID<Revision>($0) }),
      let entryID = json["entry"]?.string.flatMap({ ID<Entry>($0) }),
      let parents = json["parents"]?.array?.map({ $0.string.flatMap { ID<Revision>($0) } }),
      let clock = json["clock"]?.string.flatMap({ HybridClock($0) }),
      let device = json["device"]?.string.flatMap({ ID<Device>($0) })
    else { return nil }
    let body = ChainLink(of: line) == nil ? json : json[bodyName] ?? .null
    guard let isTrashed = body["trashed"]?.bool,
      var entry = Entry(id: entryID, json: body, isKnown: StoreMembers.contains)
    else { return nil }
    let known = parents.compactMap(\.self)
    guard known.count == parents.count else { return nil }
    StoreMembers.unpack(body, into: &entry)
    entry.isTrashed = isTrashed
    entry.heads = [id]
    return Revision(id: id, parents: known, clock: clock, device: device, entry: entry)
  }

  /// The object of a line whose sum and, where it has one, whose body are right.
  static func json(of line: UnsafeRawBufferPointer) -> JSONValue? {
    guard id(of: line) != nil, bodyState(of: line) != .damaged else { return nil }
    return try? JSONParser.parse(line)
  }

  // MARK: The parts of a line

  /// What `sum` covers, the digits of the sum, and the body with its braces.
  private struct Parts {
    let envelope: UnsafeRawBufferPointer
    let sum: UnsafeRawBufferPointer
    let body: UnsafeRawBufferPointer?

    init?(_ line: UnsafeRawBufferPointer) {
      func part(_ range: Range<Int>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: line[range])
      }
      if endsWithSum(line) {
        let end = line.count - sumLength
        envelope = part(0..<end)
        sum = part(end + sumOpening.count..<line.count - ending.count)
        body = nil
        return
      }
      // No text is in an envelope that has a body, so the first one is the sum.
      guard let found = line.range(of: sumOpening, from: 0) else { return nil }
      let end = found.upperBound + sumDigits
      guard end + bodyOpening.count + 2 < line.count, line[end...].starts(with: bodyOpening),
        line[end + bodyOpening.count] == UInt8(ascii: "{"), line.last == UInt8(ascii: "}")
      else { return nil }
      envelope = part(0..<found.lowerBound)
      sum = part(found.upperBound..<end)
      body = part(end + bodyOpening.count..<line.count - 1)
    }
  }

  /// Whether the line ends with a sum, right or wrong.
  private static func endsWithSum(_ line: UnsafeRawBufferPointer) -> Bool {
    line.count > sumLength && line[(line.count - sumLength)...].starts(with: sumOpening)
      && line[(line.count - ending.count)...].starts(with: ending)
  }

  /// Whether the line has a sum where one belongs, right or wrong.
  static func hasSum(_ line: UnsafeRawBufferPointer) -> Bool { Parts(line) != nil }

  /// What the sum covers; the whole line if it has none.
  static func envelope(of line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    Parts(line)?.envelope ?? line
  }

  /// The id that the line carries, if it is the right one.
  static func id(of line: UnsafeRawBufferPointer) -> ID<Revision>? {
    guard let parts = Parts(line) else { return nil }
    let id = sum(of: parts.envelope)
    // Digit by digit: a capital one is another byte than the one that was written.
    return parts.sum.elementsEqual(id.description.utf8) ? id : nil
  }

  /// The id that the line carries, right or wrong.
  static func claimedID(of line: UnsafeRawBufferPointer) -> ID<Revision>? {
    Parts(line).flatMap { ID<Revision>(digits: $0.sum) }
  }

  enum BodyState {
    /// It has none, as a record or a line of version 0.1.0.
    case none
    case sound
    /// It was cut off.
    case cut
    /// It isn't what the envelope says.
    case damaged
  }

  /// The state of a line's body. The sum isn't checked.
  static func bodyState(of line: UnsafeRawBufferPointer) -> BodyState {
    guard let parts = Parts(line) else { return .damaged }
    // What another program calls a hash may be the last member of a line of version 0.1.0.
    guard ChainLink(of: line) != nil, let hash = hash(in: parts.envelope) else {
      return parts.body == nil ? .none : .damaged
    }
    guard let body = parts.body else { return .cut }
    var digest = SHA256()
    digest.update(bufferPointer: body)
    return isHexadecimal(hash, of: digest.finalize()) ? .sound : .damaged
  }

  /// Whether lower-case digits are those of some bytes.
  private static func isHexadecimal(
    _ digits: Slice<UnsafeRawBufferPointer>, of bytes: [UInt8]
  ) -> Bool {
    guard digits.count == 2 * bytes.count else { return false }
    var place = digits.startIndex
    for byte in bytes {
      guard digits[place] == hexadecimalDigit(of: UInt64(byte >> 4)),
        digits[place + 1] == hexadecimalDigit(of: UInt64(byte & 15))
      else { return false }
      place += 2
    }
    return true
  }

  /// Whether a line with a sum was never written whole: the machine died before the end of its body.
  static func isCutOff(_ line: UnsafeRawBufferPointer) -> Bool {
    guard bodyState(of: line) == .damaged else { return false }
    do throws(JSONParser.Failure) {
      _ = try JSONParser.parse(line)
      return false
    } catch {
      return error.offset == line.count
    }
  }

  /// The digits of the body's hash, the last thing in an envelope before the signature.
  private static func hash(in envelope: UnsafeRawBufferPointer) -> Slice<UnsafeRawBufferPointer>? {
    let signed = LineSignature.signed(envelope)
    let length = hashOpening.count + hashDigits + 1
    guard signed.count > length, signed.suffix(length).starts(with: hashOpening) else {
      return nil
    }
    return signed.suffix(hashDigits + 1).dropLast()
  }

  /// The line without its body; `nil` if it has none.
  static func cut(_ line: UnsafeRawBufferPointer) -> [UInt8]? {
    guard let parts = Parts(line), parts.body != nil else { return nil }
    return Array(parts.envelope) + sumOpening + Array(parts.sum) + ending
  }

  private static func sum(of bytes: [UInt8]) -> ID<Revision> {
    bytes.withUnsafeBytes { sum(of: $0) }
  }

  /// The sum of these bytes.
  static func sum(of bytes: UnsafeRawBufferPointer) -> ID<Revision> {
    var hash = SHA256()
    hash.update(bufferPointer: bytes)
    return hash.finalize().withUnsafeBytes(ID.init(digest:))
  }
}

/// What is left of a line of version 0.1.0 that was removed: `{"removed":"<sum>"}`. The line that
/// vouches for the log vouches for the sums of its lines, so that one can be removed without another
/// line about it.
enum RemovedLine {
  private static let opening = Array(#"{"removed":""#.utf8)
  private static let ending = Array(#""}"#.utf8)

  static func text(of sum: ID<Revision>) -> [UInt8] {
    opening + Array(sum.description.utf8) + ending
  }

  /// The sum of the line that was removed; `nil` if this is another line.
  static func sum(in line: UnsafeRawBufferPointer) -> ID<Revision>? {
    guard line.count == opening.count + 32 + ending.count, line.starts(with: opening),
      line.suffix(ending.count).elementsEqual(ending)
    else { return nil }
    return ID<Revision>(
      digits: UnsafeRawBufferPointer(rebasing: line.dropFirst(opening.count).prefix(32)))
  }
}
