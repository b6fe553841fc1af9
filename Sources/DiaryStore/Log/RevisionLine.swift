import Crypto
import DiaryCore
import DiaryKeys

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

/// The members that the store adds to an entry's own in its log and index lines. Members from
/// elsewhere that have one of these names stand in an object of their own, or they would be read
/// as the store's.
enum StoreMembers {
  private static let names: Set<String> = [
    "entry", "parents", "clock", "device", "trashed", "sum", "heads", "laterHeads", "log", "at",
    carrier, trace, unshared, RevisionLine.saltName,
  ]
  private static let carrier = "carried"
  private static let trace = "import"
  /// Of index lines alone.
  static let unshared = "unshared"

  /// Whether a member of that name is the store's.
  static func contains(_ name: String) -> Bool { names.contains(name) }

  /// The members of an entry that this program doesn't know, as a line holds them.
  static func carried(by entry: Entry) -> [JSONMember] {
    let carried = entry.carriedMembers
    let misread = carried.filter { contains($0.name) }
    return carried.filter { !contains($0.name) }
      + (misread.isEmpty ? [] : [JSONMember(carrier, .object(misread))])
      + (entry.lastImport.map { [JSONMember(trace, .string($0.rawValue))] } ?? [])
  }

  /// Gives an entry that was read from a line what stood there beside its own members.
  static func unpack(_ json: JSONValue, into entry: inout Entry) {
    entry.unknownMembers += json[carrier]?.members ?? []
    entry.importTrace = json[trace]?.string.flatMap(ImportOrigin.Kind.init).map {
      ImportOrigin($0, modified: entry.modified)
    }
  }
}

/// What joins a line to the one before it of the same device. A line that could have been saved and
/// can't be read any more is told by it from one that was cut off while it was written: the line
/// after it names the former, and not the latter.
///
/// The members stand right behind the device's. Lines of version 0.1.0 have none.
struct ChainLink: Hashable {
  /// The sum of the line before; `nil` in a device's first line.
  let previous: ID<Revision>?
  /// The append of many lines that this one is a part of, unless it is the last of them.
  var append: ID<AppendIntent>?
  /// How many lines the device has written by then, from 1.
  let number: Int
}

extension ChainLink {
  static let previousName = "prev"
  static let appendName = "append"
  static let numberName = "seq"

  /// With a comma in front.
  var members: [UInt8] {
    var text = ",\"\(Self.previousName)\":" + (previous.map { "\"\($0)\"" } ?? "null")
    if let append { text += ",\"\(Self.appendName)\":\"\(append)\"" }
    return Array((text + ",\"\(Self.numberName)\":\(number)").utf8)
  }

  /// That of a line, or of its beginning; `nil` when it has none, as those of version 0.1.0.
  init?(of line: UnsafeRawBufferPointer) {
    // Ids and times come before it, so what is found is the member and no text.
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
    let digits = rest.dropFirst(Self.numberOpening.count).prefix(Self.longestNumber)
      .prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard let number = Int(String(decoding: digits, as: UTF8.self)) else { return nil }
    self.number = number
  }

  /// The device that a line says to be of.
  static func device(of line: UnsafeRawBufferPointer) -> ID<Device>? {
    line.range(of: deviceOpening, from: 0).flatMap { found in
      ID<Device>(digits: UnsafeRawBufferPointer(rebasing: line[found.upperBound...].prefix(32)))
    }
  }

  private static let deviceOpening = Array(",\"device\":\"".utf8)
  private static let previousOpening = Array(",\"\(previousName)\":".utf8)
  private static let appendOpening = Array(",\"\(appendName)\":".utf8)
  private static let numberOpening = Array(",\"\(numberName)\":".utf8)
  /// In digits.
  private static let longestNumber = 18
  private static let null = Array("null".utf8)

  private static func takeID<Subject>(from rest: inout Slice<UnsafeRawBufferPointer>) -> ID<
    Subject
  >? {
    let digits = UnsafeRawBufferPointer(rebasing: rest.dropFirst().prefix(32))
    defer { rest = rest.dropFirst(32 + 2) }
    return ID<Subject>(digits: digits)
  }
}

/// The signature of a line, of Ed25519, which the last line of each append has. Because each line names
/// the one before it by its sum, it is one of all lines up to there: a hundred thousand imported
/// entries take one.
///
/// It is of the diary's id, a line end, the device's id, a line end, and the bytes of the line before
/// the characters `,"sig":`, in a context that says that it is of a line.
struct LineSignature: Hashable, Sendable {
  static let memberName = "sig"
  private static let context = SigningContext("photodiary/line/2")
  private static let opening = Array(",\"\(memberName)\":\"".utf8)
  /// In bytes.
  private static let size = 64

  /// Stands for the diary's id in the founding line, whose sum becomes that id.
  static let unfounded = ID<FoundedDiary>(high: 0, low: 0)

  private let bytes: [UInt8]

  /// Signs what stands in a line before its signature.
  init(
    of line: [UInt8], diary: ID<FoundedDiary>, device: ID<Device>, by keys: DeviceKeys
  ) {
    bytes = keys.signature(of: Self.message(line, diary, device), Self.context)
  }

  /// Reads the signature of a line without its line end; `nil` if it has none.
  init?(in line: UnsafeRawBufferPointer) {
    let envelope = RevisionLine.envelope(of: line)
    let digits = envelope.dropFirst(Self.signed(envelope).count)
      .dropFirst(Self.opening.count).dropLast()
    guard !digits.isEmpty, let bytes = hexadecimalBytes(String(decoding: digits, as: UTF8.self))
    else { return nil }
    self.bytes = bytes
  }

  /// The signed part of an envelope: all of it, if it has no signature.
  static func signed(_ envelope: UnsafeRawBufferPointer) -> Slice<UnsafeRawBufferPointer> {
    let length = opening.count + 2 * size + 1
    return envelope.suffix(length).starts(with: opening) ? envelope.dropLast(length) : envelope[...]
  }

  /// Whether a device has signed this line for one of these diaries. A founding line is signed for none.
  func isValid(
    for line: UnsafeRawBufferPointer, _ record: DiaryRecord?, of diaries: [ID<FoundedDiary>],
    device: ID<Device>, key: VerifyingKey
  ) -> Bool {
    if case .founding = record {
      return isValid(for: line, diary: Self.unfounded, device: device, key: key)
    }
    return diaries.contains { isValid(for: line, diary: $0, device: device, key: key) }
  }

  /// Whether a device has signed this line, from which the signature was read.
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

  /// With a comma in front.
  var members: [UInt8] { Self.opening + Array("\(hexadecimal(bytes))\"".utf8) }
}

/// Signs lines in a device's name.
struct LineSigner {
  let device: ID<Device>
  /// The diary that the lines are of; `nil` while they begin it.
  var diary: ID<FoundedDiary>?
  let keys: DeviceKeys

  /// The line that begins the diary is signed for `LineSignature.unfounded`.
  func signature(of line: [UInt8]) -> LineSignature {
    LineSignature(
      of: line, diary: diary ?? LineSignature.unfounded, device: device, by: keys)
  }
}
