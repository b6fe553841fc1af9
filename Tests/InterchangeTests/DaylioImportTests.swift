import DiaryCore
import TestSupport
import Testing

@testable import Interchange

@Suite("Daylio import")
struct DaylioImportTests {
  private static let json = #"""
    {"version":15,"customMoods":[{"id":1,"custom_name":"","mood_group_id":1,"predefined_name_id":1},
    {"id":9,"custom_name":"피곤","mood_group_id":4,"predefined_name_id":-1}],
    "goals":[{"id":1,"name":"Run"}],"tags":[{"id":3,"name":"walk"},{"id":4,"name":"gym & more"}],
    "dayEntries":[
    {"id":7,"datetime":1714692600000,"timeZoneOffset":32400000,"mood":9,"note":"Fog<br>and <b>rain</b>",
    "note_title":"강가","tags":[3,4,99],"assets":[1,2,3]},
    {"id":8,"datetime":1714695000000,"timeZoneOffset":32400000,"mood":1,"note":"","note_title":"",
    "tags":[3],"assets":[]},
    {"id":9,"mood":1,"note":"x"},
    {"id":10,"datetime":1714695000000,"timeZoneOffset":32400000,"mood":0,"note":"a < b\nc",
    "note_title":"","tags":[],"assets":[]}],
    "assets":[{"id":1,"checksum":"c1","type":1,"android_metadata":"{\"Name\":\"IMG_1.jpg\"}"},
    {"id":2,"checksum":"c2","type":2,"android_metadata":"{\"Name\":\"voice.m4a\"}"},
    {"id":3,"checksum":"gone","type":1,"android_metadata":"no json"}]}
    """#

  @Test func `a backup brings moods, activities, notes, zones, photos and recordings`() async throws
  {
    let diary = try Diary()
    var zip = ZipWriter()
    zip.add("backup.daylio", base64(Self.json))
    zip.add("assets/photos/2024/5/c1", "photo 1")
    zip.add("assets/audios/2024/5/c2", "sound")
    zip.add("assets/photos/2024/5/unused", "photo 3")
    let path = try diary.folder.write(zip.bytes, to: "in/backup_2024_05.daylio")
    let (plan, imported, lines) = try await diary.bring(path)
    expectEqual(plan.format, .daylio)
    expectEqual(imported.added.count, 3)
    let entry = try require(imported.added.first { $0.title == "강가" })
    expectEqual(entry.content, "Fog\nand **rain**")
    expectEqual(entry.tags, ["walk", "gym & more"])
    expectEqual(entry.details, EntryDetails(mood: "피곤"))
    expectEqual(entry.date.description, "2024-05-03T08:30:00+09:00")
    expectEqual(entry.photos.map(\.name), ["IMG_1.jpg"])
    expectEqual(entry.attachments.map(\.name), ["voice.m4a"])
    // A day with a mood alone is called after it; one in the same minute is another one.
    let mood = try require(imported.added.first { $0.title == "rad" })
    expectEqual(mood.details.mood, "rad")
    expectEqual(mood.tags, ["walk"])
    expect(imported.added.contains { $0.content == "a < b\nc" && $0.details.mood == nil })
    expectEqual(
      lines,
      [
        "backup.daylio, entry 1 of 2024-05-03: its photo gone isn't there",
        "backup.daylio, entry 3: refused, it has no date",
        "backup.daylio: 1 goal left out",
        "assets/photos/2024/5/unused: left out, no entry uses it",
      ])
    let again = try await diary.bring(path)
    expectEqual(again.plan.entries, 0)
    expectEqual(again.plan.alreadyThere, 3)
  }

  @Test func `a table brings the same, and what a backup has brought isn't there twice`()
    async throws
  {
    let diary = try Diary()
    let table = """
      \u{FEFF}full_date,date,weekday,time,mood,activities,scales,note_title,note\r
      2024-05-03,May 3,Friday,8:30\u{202F}AM,피곤,"walk | gym & more",,강가,"Fog<br>and <b>rain</b>"\r
      2024-05-02,May 2,Thursday,22:05,good,,sleep 4,"A ""quoted"" title","two
      lines, one comma"\r
      2024-05-01,May 1,Wednesday,late,meh,,,,x\r
      never,May 1,Wednesday,9:00,meh,,,,x\r
      """
    let path = try diary.folder("d", ["daylio_export.csv": table]) + "/daylio_export.csv"
    let (plan, imported, lines) = try await diary.bring(path)
    expectEqual(plan.format, .daylio)
    expectEqual(imported.added.count, 3)
    let entry = try require(imported.added.first { $0.title == "강가" })
    expectEqual(entry.content, "Fog\nand **rain**")
    expectEqual(entry.tags, ["walk", "gym & more"])
    expectEqual(entry.date.description, "2024-05-03T08:30:00+01:00")
    let other = try require(imported.added.first { $0.title == #"A "quoted" title"# })
    expectEqual(other.content, "two\nlines, one comma")
    expectEqual(other.details.mood, "good")
    let carried = other.unknownMembers.first { $0.name == "daylio" }?.value
    expectEqual(carried?["scales"]?.string, "sleep 4")
    expectEqual(
      lines,
      [
        "daylio_export.csv, entry 3 of 2024-05-01: “late” isn't a date and was ignored",
        "daylio_export.csv, entry 4: refused, “never” isn't a date",
      ])
    let backup = try diary.folder("b", ["backup.daylio": base64(Self.json)])
    let later = try await diary.bring(backup)
    expectEqual(later.plan.alreadyThere, 1)
    expectEqual(later.outcome.added.count, 2)
  }

  @Test func `a table in a folder of Markdown stays out`() async throws {
    let diary = try Diary()
    let table = "full_date,date,weekday,time,mood,activities,note_title,note\n"
    let path = try diary.folder("v", ["2024-05-03.md": "Fog", "moods.csv": table])
    let (plan, imported, lines) = try await diary.bring(path)
    expectEqual(plan.format, .markdown)
    expectEqual(imported.added.map(\.content), ["Fog"])
    expectEqual(lines, ["moods.csv: left out, no entry uses it"])
  }

  @Test func `a backup that is none is refused`() async throws {
    let diary = try Diary()
    for (text, words) in [
      ("no base64!", "not valid JSON at byte 1"),
      (base64("{}"), "“dayEntries” has the wrong type or value"),
      (base64("[1"), "not valid JSON at byte 2"),
    ] {
      let path = try diary.folder("b\(text.count)", ["backup.daylio": text])
      try await expectEqual(diary.bring(path).lines, ["backup.daylio: refused, \(words)"])
    }
  }
}
