import Crypto
import DiaryCore
import TestSupport
import Testing

/// A line of a log as version 0.1.0 writes it, made from one of ours: without what links it to the
/// line before and signs it.
struct OldLine {
  /// With its end.
  let bytes: [UInt8]
  let sum: String

  /// Of a line without its end.
  init(of line: [UInt8], titled title: String? = nil) throws {
    let json = try JSONParser.parse(line)
    var members = try require(json.members).filter {
      !["prev", "append", "seq", "sig", "sum"].contains($0.name)
    }
    if let title, let index = members.firstIndex(where: { $0.name == "title" }) {
      members[index].value = .string(title)
      // Another entry.
      members[0].value = .string(ID<Entry>.random().description)
    }
    self.init(members)
  }

  /// Of an object's members.
  init(_ members: [JSONMember]) {
    let body = JSONWriter.bytes(.object(members)).dropLast()
    sum = String(
      SHA256.hash(data: Array(body)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        .prefix(32))
    bytes = body + Array(",\"sum\":\"\(sum)\"}\n".utf8)
  }
}
