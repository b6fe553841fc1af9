import TestSupport
import Testing

@testable import Sync

@Suite struct RemoteNameTests {
  @Test(arguments: [
    "FORMAT.txt", "keys/1.age", "keys/1.recovery.age", "assets/ab/abcdef.age",
    "log/6f1c/0000000001-0000000009-abcdef01.jsonl.age",
  ])
  func `the diary's names are names`(path: String) throws {
    try expectEqual(name(path).path, path)
    try expectNil(name(path).original)
  }

  @Test(arguments: [
    "", "/", "/etc/passwd", "../a", "a/../b", "a//b", "a/", ".hidden", "a/.b", "-a", "a/-rf", "a b",
    "a:b", "C:\\a", "a\\b", "a\nb", "a\u{1B}[2J", "a\0b", "일기", "a/b/c/d/e/f", "a\u{202E}b", "~a",
    String(repeating: "a", count: 201), "a (conflicted copy 1)/b",
    "../a (conflicted copy 2026).age",
    "a (conflicted\ncopy).age", "a (x:conflicted copy).age",
    ".sync-conflict-20260102-030405-ABCDEFG",
  ])
  func `others aren't`(path: String) { expectNil(RemoteName(path)) }

  @Test(arguments: [
    ("log/a/1-2-x.jsonl.sync-conflict-20260102-030405-ABCDEFG.age", "log/a/1-2-x.jsonl.age"),
    ("keys/1.sync-conflict-20260102-030405.age", "keys/1.age"),
    ("keys/1 (Mina's conflicted copy 2026-01-02).age", "keys/1.age"),
    ("keys/1 (미나 conflicted copy 2026-01-02).age", "keys/1.age"),
    ("keys/1 (conflicted copy 2026-01-02 030405).age", "keys/1.age"),
    ("keys/1_conflict-20260102-030405.age", "keys/1.age"),
    ("FORMAT (1).txt", "FORMAT.txt"),
  ])
  func `a copy is known with what it is a copy of`(path: String, original: String) throws {
    try expectEqual(name(path).original, name(original))
  }
}
