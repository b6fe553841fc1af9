import Crypto
import DiaryCore

/// The text of a log line: an envelope, which is never changed or removed, and a body with the
/// user's text.
///
///     {"entry":…,"parents":[…],"clock":…,"device":…,"prev":…,"seq":N,"hash":H,"sig":…,"sum":S,
///      "body":{…}}
///
/// `sum` is the line's ID: the first 32 hexadecimal digits of the SHA-256 of the bytes before
/// `,"sum"`. `hash` is the SHA-256 of the body's bytes, and the salt in the body prevents a short
/// one from being guessed. Emptying the trash cuts the body off: the line ends after `sum` then,
/// and the chain of lines and their signatures stay complete. Records that contain decisions have
/// no body. Lines of version 0.1.0 have no separate envelope: all their members are before `sum`.
enum RevisionLine {
  private static let sumOpening = Array(#","sum":""#.utf8)
  private static let bodyOpening = Array(#"","body":"#.utf8)
  private static let hashOpening = Array(#","hash":""#.utf8)
  private static let ending = Array(#""}"#.utf8)
  private static let sumDigits = 32
  private static let hashDigits = 64
  /// The length of `,"sum":"`, 32 digits and `"}`.
  private static let sumLength = sumOpening.count + sumDigits + ending.count

  static let hashName = "hash"
  static let bodyName = "body"
  static let saltName = "salt"

  /// A line without its chain link, its signature and its sum.
  struct Unlinked {
    /// The members up to `device`, without the closing brace.
    fileprivate let head: [UInt8]
    /// The members after the chain link, each with a comma before it.
    fileprivate let rest: [UInt8]
    fileprivate let body: [UInt8]?

    /// Creates a line.
    ///
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

    /// Appends the line with its line end, and returns its ID. The envelope is signed if
    /// `signature` returns a signature.
    func append(
      to bytes: inout [UInt8], _ link: ChainLink,
      signature: (_ signed: [UInt8]) -> LineSignature?
    ) -> ID<Revision> {
      let members = head + link.members + rest
      return RevisionLine.append(members + (signature(members)?.members ?? []), body, to: &bytes)
    }
  }

  /// Appends a line made of an envelope, its sum, its body and the line end, and returns the sum as
  /// an ID.
  private static func append(
    _ envelope: [UInt8], _ body: [UInt8]?, to bytes: inout [UInt8]
  ) -> ID<Revision> {
    let id = sum(of: envelope)
    // Avoids a second copy of a large body.
    if bytes.isEmpty {
      bytes.reserveCapacity(
        envelope.count + sumLength + (body.map { bodyOpening.count + $0.count } ?? 0) + 1)
    }
    bytes += envelope
    bytes += sumOpening
    bytes += id.description.utf8
    if let body {
      bytes += bodyOpening
      bytes += body
      bytes.append(UInt8(ascii: "}"))
    } else {
      bytes += ending
    }
    bytes.append(0x0A)
    return id
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

  /// Reads a line without its line end. Returns `nil` if it is damaged or its body was cut off.
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

  /// Returns the object of a line if its sum and, if it has one, its body are correct.
  static func json(of line: UnsafeRawBufferPointer) -> JSONValue? {
    guard id(of: line) != nil, bodyState(of: line) != .damaged else { return nil }
    return try? JSONParser.parse(line)
  }

  // MARK: The parts of a line

  /// The bytes that `sum` covers, the digits of the sum, and the body with its braces.
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
      // An envelope followed by a body contains no user text, so the first match is the sum.
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

  /// Returns `true` if the line ends with a sum, correct or not.
  private static func endsWithSum(_ line: UnsafeRawBufferPointer) -> Bool {
    line.count > sumLength && line[(line.count - sumLength)...].starts(with: sumOpening)
      && line[(line.count - ending.count)...].starts(with: ending)
  }

  /// Returns `true` if the line has a sum in the right place, correct or not.
  static func hasSum(_ line: UnsafeRawBufferPointer) -> Bool { Parts(line) != nil }

  /// Returns the bytes that the sum covers; the complete line if it has none.
  static func envelope(of line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    Parts(line)?.envelope ?? line
  }

  /// Returns the ID that the line contains, if it is correct.
  static func id(of line: UnsafeRawBufferPointer) -> ID<Revision>? {
    guard let parts = Parts(line) else { return nil }
    let id = sum(of: parts.envelope)
    // Compares digits, because upper-case ones would be different bytes from those written.
    return parts.sum.elementsEqual(id.description.utf8) ? id : nil
  }

  /// Returns the ID that the line contains, correct or not.
  static func claimedID(of line: UnsafeRawBufferPointer) -> ID<Revision>? {
    Parts(line).flatMap { ID<Revision>(digits: $0.sum) }
  }

  enum BodyState {
    /// The line never had a body: it is a record or of version 0.1.0.
    case none
    case sound
    /// The body was cut off.
    case cut
    /// The body doesn't match the hash in the envelope.
    case damaged
  }

  /// Returns the state of a line's body. The sum isn't checked.
  static func bodyState(of line: UnsafeRawBufferPointer) -> BodyState {
    guard let parts = Parts(line) else { return .damaged }
    // A line of version 0.1.0 may end with a member called "hash" that another program wrote.
    guard ChainLink(of: line) != nil, let hash = hash(in: parts.envelope) else {
      return parts.body == nil ? .none : .damaged
    }
    guard let body = parts.body else { return .cut }
    var digest = SHA256()
    digest.update(bufferPointer: body)
    return isHexadecimal(hash, of: digest.finalize()) ? .sound : .damaged
  }

  /// Returns `true` if a line's body was cut off or is damaged. The sum isn't checked.
  static func lacksBody(_ line: UnsafeRawBufferPointer) -> Bool {
    let state = bodyState(of: line)
    return state == .cut || state == .damaged
  }

  /// Returns `true` if lower-case digits represent these bytes.
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

  /// Returns `true` if a line with a sum was only partly written, because the machine died before
  /// the end of its body.
  static func isCutOff(_ line: UnsafeRawBufferPointer) -> Bool {
    guard bodyState(of: line) == .damaged else { return false }
    do {
      _ = try JSONParser.parse(line)
      return false
    } catch {
      return error.offset == line.count
    }
  }

  /// Returns the digits of the body's hash, which is the last member of an envelope before the
  /// signature.
  private static func hash(in envelope: UnsafeRawBufferPointer) -> Slice<UnsafeRawBufferPointer>? {
    let signed = LineSignature.signed(envelope)
    let length = hashOpening.count + hashDigits + 1
    guard signed.count > length, signed.suffix(length).starts(with: hashOpening) else {
      return nil
    }
    return signed.suffix(hashDigits + 1).dropLast()
  }

  /// Returns the line without its body, or `nil` if it has none.
  static func cut(_ line: UnsafeRawBufferPointer) -> [UInt8]? {
    guard let parts = Parts(line), parts.body != nil else { return nil }
    return Array(parts.envelope) + sumOpening + Array(parts.sum) + ending
  }

  private static func sum(of bytes: [UInt8]) -> ID<Revision> {
    bytes.withUnsafeBytes { sum(of: $0) }
  }

  /// Returns the sum of these bytes.
  static func sum(of bytes: UnsafeRawBufferPointer) -> ID<Revision> {
    var hash = SHA256()
    hash.update(bufferPointer: bytes)
    return hash.finalize().withUnsafeBytes(ID.init(digest:))
  }
}

/// The rest of a removed line of version 0.1.0: `{"removed":"<sum>"}`. The record that vouches for
/// its log covers only the sums of its lines, so that a line can be removed without another record.
enum RemovedLine {
  private static let opening = Array(#"{"removed":""#.utf8)
  private static let ending = Array(#""}"#.utf8)

  static func text(of sum: ID<Revision>) -> [UInt8] {
    opening + Array(sum.description.utf8) + ending
  }

  /// Returns the sum of the removed line, or `nil` if this is a different kind of line.
  static func sum(in line: UnsafeRawBufferPointer) -> ID<Revision>? {
    guard line.count == opening.count + 32 + ending.count, line.starts(with: opening),
      line.suffix(ending.count).elementsEqual(ending)
    else { return nil }
    return ID<Revision>(
      digits: UnsafeRawBufferPointer(rebasing: line.dropFirst(opening.count).prefix(32)))
  }
}

/// The members that the store adds to an entry's members in log and index lines. Unknown members
/// with one of these names are stored in a separate object, so that they aren't read as the
/// store's.
enum StoreMembers {
  private static let names: Set<String> = [
    "entry", "parents", "clock", "device", "trashed", "sum", "heads", "laterHeads", "log", "at",
    carrier, trace, unshared, RevisionLine.saltName,
  ]
  private static let carrier = "carried"
  private static let trace = "import"
  /// Occurs in index lines only.
  static let unshared = "unshared"

  /// Returns `true` if the store uses a member of that name.
  static func contains(_ name: String) -> Bool { names.contains(name) }

  /// Returns the members that a line contains for the parts of an entry that this program doesn't
  /// know.
  static func carried(by entry: Entry) -> [JSONMember] {
    let carried = entry.extraMembers
    let misread = carried.filter { contains($0.name) }
    return carried.filter { !contains($0.name) }
      + (misread.isEmpty ? [] : [JSONMember(carrier, .object(misread))])
      + (entry.lastImport.map { [JSONMember(trace, .string($0.rawValue))] } ?? [])
  }

  /// Restores an entry's unknown members and import trace from its line.
  static func unpack(_ json: JSONValue, into entry: inout Entry) {
    entry.unknownMembers += json[carrier]?.members ?? []
    entry.importTrace = json[trace]?.string.flatMap(ImportTrace.Kind.init).map {
      ImportTrace($0, modified: entry.modified)
    }
  }
}

/// The part of a line that links it to the previous line of the same device.
///
/// It distinguishes a line that was saved and is unreadable now from one that was cut off while it
/// was written: the next line refers to the former, and not to the latter.
///
/// The members follow the device's. Lines of version 0.1.0 have none.
struct ChainLink: Hashable {
  /// The sum of the previous line; `nil` in a device's first line.
  let previous: ID<Revision>?
  /// The ID of the multi-line append that this line belongs to; `nil` in its last line and in a
  /// single line.
  var append: ID<AppendIntent>?
  /// The line's number among the device's lines, from 1.
  let number: Int
}

extension ChainLink {
  static let previousName = "prev"
  static let appendName = "append"
  static let numberName = "seq"

  /// The members as JSON, with a leading comma.
  var members: [UInt8] {
    var text = ",\"\(Self.previousName)\":" + (previous.map { "\"\($0)\"" } ?? "null")
    if let append { text += ",\"\(Self.appendName)\":\"\(append)\"" }
    return Array((text + ",\"\(Self.numberName)\":\(number)").utf8)
  }

  /// Reads the link of a line, or of the beginning of a line. Returns `nil` for lines of version
  /// 0.1.0.
  init?(of line: UnsafeRawBufferPointer) {
    // Only IDs and times are before it, so the match can't be within a text.
    guard let device = line.range(of: Self.deviceOpening, from: 0) else { return nil }
    var rest = line[device.upperBound...].dropFirst(32 + 1)
    guard rest.starts(with: Self.previousOpening) else { return nil }
    rest = rest.dropFirst(Self.previousOpening.count)
    if rest.starts(with: Self.null) {
      previous = nil
      rest = rest.dropFirst(Self.null.count)
    } else {
      guard let sum: ID<Revision> = Self.takeID(from: &rest) else { return nil }
      previous = sum
    }
    if rest.starts(with: Self.appendOpening) {
      rest = rest.dropFirst(Self.appendOpening.count)
      append = Self.takeID(from: &rest)
    }
    guard rest.starts(with: Self.numberOpening) else { return nil }
    let digits = rest.dropFirst(Self.numberOpening.count).prefix(Self.maxDigits)
      .prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard let number = Int(String(decoding: digits, as: UTF8.self)) else { return nil }
    self.number = number
  }

  /// Returns the device that a line contains.
  static func device(of line: UnsafeRawBufferPointer) -> ID<Device>? {
    line.range(of: deviceOpening, from: 0).flatMap { found in
      ID<Device>(digits: UnsafeRawBufferPointer(rebasing: line[found.upperBound...].prefix(32)))
    }
  }

  private static let deviceOpening = Array(",\"device\":\"".utf8)
  private static let previousOpening = Array(",\"\(previousName)\":".utf8)
  private static let appendOpening = Array(",\"\(appendName)\":".utf8)
  private static let numberOpening = Array(",\"\(numberName)\":".utf8)
  /// The maximum number of digits.
  private static let maxDigits = 18
  private static let null = Array("null".utf8)

  private static func takeID<Subject>(from rest: inout Slice<UnsafeRawBufferPointer>) -> ID<
    Subject
  >? {
    let digits = UnsafeRawBufferPointer(rebasing: rest.dropFirst().prefix(32))
    defer { rest = rest.dropFirst(32 + 2) }
    return ID<Subject>(digits: digits)
  }
}

/// The Ed25519 signature of a line, which the last line of each append has.
///
/// Each line contains the sum of the one before it, so the signature covers all lines up to this
/// one: a hundred thousand imported entries need one.
///
/// The signed message is the diary's ID, a line end, the device's ID, a line end, and the bytes of
/// the line before `,"sig":`. The signing context marks it as a line's.
struct LineSignature: Hashable, Sendable {
  static let memberName = "sig"
  private static let context = SigningContext("photodiary/line/2")
  private static let opening = Array(",\"\(memberName)\":\"".utf8)
  /// The size in bytes.
  private static let size = 64

  /// The placeholder for the diary's ID in the founding line, whose sum becomes that ID.
  static let unfounded = ID<FoundedDiary>(high: 0, low: 0)

  private let bytes: [UInt8]

  /// Signs the part of a line before the signature.
  init(
    of line: [UInt8], diary: ID<FoundedDiary>, device: ID<Device>, by keys: DeviceKeys
  ) {
    bytes = keys.signature(of: Self.message(line, diary, device), Self.context)
  }

  /// Reads the signature of a line without its line end. Returns `nil` if it has none.
  init?(in line: UnsafeRawBufferPointer) {
    let envelope = RevisionLine.envelope(of: line)
    let digits = envelope.dropFirst(Self.signed(envelope).count)
      .dropFirst(Self.opening.count).dropLast()
    guard !digits.isEmpty, let bytes = hexadecimalBytes(String(decoding: digits, as: UTF8.self))
    else { return nil }
    self.bytes = bytes
  }

  /// Returns the signed part of an envelope; the complete envelope if it has no signature.
  static func signed(_ envelope: UnsafeRawBufferPointer) -> Slice<UnsafeRawBufferPointer> {
    let length = opening.count + 2 * size + 1
    return envelope.suffix(length).starts(with: opening) ? envelope.dropLast(length) : envelope[...]
  }

  /// Returns `true` if a device signed this line for one of these diaries. A founding line is
  /// signed for `unfounded`.
  func isValid(
    for line: UnsafeRawBufferPointer, _ record: DiaryRecord?, of diaries: [ID<FoundedDiary>],
    device: ID<Device>, key: VerifyingKey
  ) -> Bool {
    if case .founding = record {
      return isValid(for: line, diary: Self.unfounded, device: device, key: key)
    }
    return diaries.contains { isValid(for: line, diary: $0, device: device, key: key) }
  }

  /// Returns `true` if a device signed this line, from which the signature was read.
  private func isValid(
    for line: UnsafeRawBufferPointer, diary: ID<FoundedDiary>, device: ID<Device>, key: VerifyingKey
  ) -> Bool {
    let signed = Self.signed(RevisionLine.envelope(of: line))
    return key.isValid(bytes, of: Self.message(Array(signed), diary, device), Self.context)
  }

  private static func message(
    _ line: [UInt8], _ diary: ID<FoundedDiary>, _ device: ID<Device>
  ) -> [UInt8] {
    Array("\(diary)\n\(device)\n".utf8) + line
  }

  /// The member as JSON, with a leading comma.
  var members: [UInt8] { Self.opening + Array("\(hexadecimal(bytes))\"".utf8) }
}

/// Signs lines in a device's name.
struct LineSigner {
  let device: ID<Device>
  /// The diary that the lines belong to; `nil` until its founding line is written.
  var diary: ID<FoundedDiary>?
  let keys: DeviceKeys

  /// Returns a line's signature. The founding line is signed for `LineSignature.unfounded`.
  func signature(of line: [UInt8]) -> LineSignature {
    LineSignature(
      of: line, diary: diary ?? LineSignature.unfounded, device: device, by: keys)
  }
}
