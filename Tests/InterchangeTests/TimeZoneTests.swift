import DiaryCore
import Glibc
import TestSupport
import Testing

@testable import Interchange

@Suite("Time zones")
struct TimeZoneTests {
  @Test(arguments: [
    ("Asia/Seoul", "2024-07-03T00:00:00Z", 9 * 3600),
    ("Asia/Seoul", "1988-07-03T00:00:00Z", 10 * 3600),
    ("Europe/Berlin", "2024-03-31T00:59:59Z", 3600),
    ("Europe/Berlin", "2024-03-31T01:00:00Z", 7200),
    ("America/New_York", "2090-07-01T00:00:00Z", -4 * 3600),
    ("Australia/Sydney", "2090-01-01T00:00:00Z", 11 * 3600),
    ("Australia/Sydney", "2090-07-01T00:00:00Z", 10 * 3600),
    ("Asia/Kathmandu", "2024-01-01T00:00:00Z", 20700), ("GMT", "2024-01-01T00:00:00Z", 0),
    ("GMT-0330", "2024-01-01T00:00:00Z", -12600), ("UTC+9", "2024-01-01T00:00:00Z", 32400),
  ]) func `clocks showed what the files say`(name: String, time: String, offset: Int) throws {
    var zones = TimeZones()
    let instant = try require(Timestamp(time)).seconds
    expectEqual(zones.offset(of: name, at: instant), offset)
    expectEqual(zones.offset(of: name, at: instant), offset)
  }

  @Test(arguments: [
    "", "Mars/Crater", "../../../etc/passwd", "/etc/passwd", "Asia", "Asia/../Asia/Seoul", "GMT+99",
    "GMT+x", "tzdata.zi", "Asia/Seoul\u{0}",
  ]) func `what is no zone has no offset`(name: String) {
    var zones = TimeZones()
    expectNil(zones.offset(of: name, at: 0))
  }

  @Test func `rules are as the C library has them`() throws {
    let texts = ["CET-1CEST,M3.5.0,M10.5.0/3", "<-03>3<-02>,M3.5.0/-2,M10.5.0/-1", "KST-9"]
    for text in texts { expect(ZoneRule(text) != nil, "\(text)") }
    for text in ["", "CET", "CET-1CEST", "CET-1CEST,J60,J300", "CET-1CEST,M13.1.0,M1.1.0", "<X"] {
      expectNil(ZoneRule(text), "\(text)")
    }
    let rule = try require(ZoneRule("CET-1CEST,M3.5.0,M10.5.0/3"))
    let zone = try require(TimeZoneRules(file: Self.file("Europe/Berlin")))
    for instant in stride(from: Int64(1_000_000_000), to: 2_100_000_000, by: 86_400 * 7 + 3607) {
      expectEqual(rule.offset(at: instant), zone.offset(at: instant))
    }
  }

  @Test func `a file that is cut off or isn't one is none, or ends early`() throws {
    let bytes = try Self.file("Europe/Berlin")
    expectNil(TimeZoneRules(file: []))
    expectNil(TimeZoneRules(file: Array("TZif".utf8)))
    for count in stride(from: 0, to: bytes.count, by: 37) {
      _ = TimeZoneRules(file: Array(bytes[..<count]))?.offset(at: 0)
    }
  }

  private static func file(_ name: String) throws -> [UInt8] {
    let descriptor = try require(open("/usr/share/zoneinfo/\(name)", O_RDONLY) as Int32?)
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = read(descriptor, &bytes, bytes.count)
    return Array(bytes[..<max(0, count)])
  }
}
