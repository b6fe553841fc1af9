import DiaryCore
import TestSupport
import Testing

@testable import Interchange

@Suite("Apple Journal import")
struct AppleJournalImportTests {
  /// As the program writes pages: elements that aren't closed where they should be.
  private static func page(header: String, grid: String = "", _ title: String, _ body: String)
    -> String
  {
    """
    <!DOCTYPE html><html dir="auto"><head><meta http-equiv="Content-Type" content="text/html; \
    charset=UTF-8"><title></title><style>.p1 {}</style></head><body>
    <p class="p1"><span class="s1"><div class='pageContainer'>  <div class="pageHeader">\(header)\
    </div> <div class="assetGrid">\(grid)</div><div class='title'>\(title)</div>\
    <div class='bodyText'></span></p>
    \(body)
    <p class="p1"><span class="s1"></div></div></span></p></body></html>
    """
  }

  @Test func `imports pages with title, text, day, mood, place and photos`() async throws {
    let grid = """
      <div id="S" class="gridItem assetType_stateOfMind"><div class="gridItemOverlayText \
      gridItemOverlayHeader">Sad, Tired</div><img src="../Resources/S.png" class="asset_image"/></div>
      <div id="M" class="gridItem assetType_multiPinMap"><div class="gridItemOverlayFooter">Old \
      Town</div></div>
      <div id="A" class="gridItem assetType_photo"><img src="../Resources/A.heic"/></div>
      <div id="V" class="gridItem assetType_video"><video src="../Resources/V.mov"></video></div>
      """
    try await Diary().expectImport(
      of: [
        "index.html": "<html><a href=\"Entries/2024-11-03_Met.html\">x</a></html>",
        "Entries/2024-11-03_Met.html": Self.page(
          header: "Sunday, 3 November 2024", grid: grid, "We&nbsp;met",
          "<p class=\"p2\"><span>One <b>bold</b>.</span></p>\n<p class=\"p2\"><span>Two.</span></p>"
        ),
        "Entries/Other.html": Self.page(
          header: "Wednesday, January 14, 2026", "", "<p class=\"p3\">Text</p>"),
        "Resources/A.heic": "photo a", "Resources/V.mov": "film", "Resources/S.png": "photo s",
      ], .applejournal,
      """
      = 2024-11-03T00:00:00+01:00 We met
      mood Sad, Tired | place Old Town | photos A.heic | files V.mov
      One **bold**.

      Two.
      = 2026-01-14T00:00:00+01:00
      Text
      ! Resources/S.png: left out, no entry uses it
      """)
    for (header, day) in [
      ("Sunday, 3 November 2024", "2024-11-03"), ("Nov 3, 2024", "2024-11-03"),
      ("2024년 11월 3일 일요일", "2024-11-03"), ("dimanche", nil),
    ] as [(String, String?)] {
      expectEqual(PageDate.read(header)?.day.description, day)
    }
  }
}

@Suite("Diaro import")
struct DiaroImportTests {
  private static let backup = """
    <?xml version="1.0" encoding="UTF-8"?>
    <data version="2">
    <table name="diaro_entries">
    <r><uid>e1</uid><date>1714723200000</date><tz_offset>+09:00</tz_offset><title>강가 &amp; fog</title>
    <text>One &lt;line&gt;\n&#10;Two</text><folder_uid>f1</folder_uid><location_uid>l1</location_uid>
    <tags>,t2,t1,</tags><weather_temperature>19.6</weather_temperature>
    <weather_description>clear sky</weather_description><mood>m1</mood></r>
    <r><uid>e2</uid><date>never</date><title>x</title><text></text></r>
    <r><uid>e3</uid><date>1714809600000</date><title></title><text><![CDATA[a < b]]></text>
    <mood>0</mood><weather_temperature>0</weather_temperature></r>
    </table>
    <table name="diaro_attachments">
    <r><uid>a2</uid><entry_uid>e1</entry_uid><type>photo</type><filename>b.jpg</filename>
    <position>2</position></r>
    <r><uid>a1</uid><entry_uid>e1</entry_uid><type>photo</type><filename>a.jpg</filename>
    <position>1</position></r>
    <r><uid>a3</uid><entry_uid>e3</entry_uid><type>photo</type><filename>gone.jpg</filename></r>
    </table>
    <table name="diaro_folders"><r><uid>f1</uid><title>Travel</title></r></table>
    <table name="diaro_tags"><r><uid>t1</uid><title>river</title></r>
    <r><uid>t2</uid><title>walk</title></r></table>
    <table name="diaro_locations"><r><uid>l1</uid><title></title><address>Busan</address>
    <lat>35.1</lat><lng>129.0</lng></r></table>
    <table name="diaro_moods"><r><uid>m1</uid><title>Happy</title></r></table>
    </data>
    """

  private func files(_ backup: String, _ photos: String...) -> [UInt8] {
    var zip = ZipWriter()
    zip.add("DiaroBackup.xml", backup)
    for name in photos { zip.add("media/photo/\(name).jpg", "photo \(name)") }
    return zip.bytes
  }

  @Test func `imports entries with their details, and no entities`() async throws {
    try await Diary().expectImport(
      files(Self.backup, "a", "b", "unused"), named: "Diaro.zip", .diaro,
      """
      = 2024-05-03T17:00:00+09:00 강가 & fog
      journal Travel | tags walk, river | mood Happy | place Busan | weather clear sky, 20°C | \
      photos a.jpg, b.jpg
      One <line>

      Two
      = 2024-05-04T09:00:00+01:00
      a < b
      ! DiaroBackup.xml, entry 2: refused, “never” isn't a date
      ! DiaroBackup.xml, entry 3 of 2024-05-04: its photo gone.jpg isn't there
      ! media/photo/unused.jpg: left out, no entry uses it
      """)
    let laughs = """
      <!DOCTYPE data [<!ENTITY a "haha"><!ENTITY b "&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>
      <data><table name="diaro_entries"><r><uid>e</uid><date>1714723200000</date>
      <title>t</title><text>x &b; &f; y</text></r></table></data>
      """
    try await Diary().expectImport(
      files(laughs), named: "laughs.zip", .diaro, show: \.content, "x   y")
    let deep = "<data>diaro_" + String(repeating: "<a>", count: 10_000)
    try await Diary().expectImport(
      files(deep), named: "deep.zip", .diaro,
      "! DiaroBackup.xml: refused, its HTML or XML is too tangled to read")
  }
}

@Suite("Daylio import")
struct DaylioImportTests {
  static let table = """
    \u{FEFF}full_date,date,weekday,time,mood,activities,scales,note_title,note\r
    2024-05-03,May 3,Friday,8:30\u{202F}AM,피곤,"walk | gym & more",,강가,"Fog<br>and <b>rain</b>"\r
    2024-05-02,May 2,Thursday,22:05,good,,sleep 4,"A ""quoted"" title","two
    lines, one comma"\r
    2024-05-01,May 1,Wednesday,late,meh,,,,x\r
    never,May 1,Wednesday,9:00,meh,,,,x\r
    """

  static let json = #"""
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

  @Test func `imports a backup and a table once, and refuses other files`() async throws {
    let zip = ZipWriter([
      "backup.daylio": base64(Self.json), "assets/photos/2024/5/c1": "photo 1",
      "assets/audios/2024/5/c2": "sound", "assets/photos/2024/5/unused": "photo 3",
    ])
    // A day with a mood alone is called after it.
    try await Diary().expectImport(
      zip.bytes, named: "backup_2024_05.daylio", .daylio,
      """
      = 2024-05-03T08:30:00+09:00 강가
      tags walk, gym & more | mood 피곤 | photos IMG_1.jpg | files voice.m4a
      Fog
      and **rain**
      = 2024-05-03T09:10:00+09:00 rad
      tags walk | mood rad
      = 2024-05-03T09:10:00+09:00
      a < b
      c
      ! backup.daylio, entry 1 of 2024-05-03: its photo gone isn't there
      ! backup.daylio, entry 3: refused, it has no date
      ! backup.daylio: 1 goal left out
      ! assets/photos/2024/5/unused: left out, no entry uses it
      """)
    // A table imports the same, and no entry is imported from both.
    let diary = try Diary()
    let path = try diary.folder("d", ["daylio_export.csv": Self.table]) + "/daylio_export.csv"
    let entries = try await diary.expectImport(
      path, .daylio,
      """
      = 2024-05-03T08:30:00+01:00 강가
      tags walk, gym & more | mood 피곤
      Fog
      and **rain**
      = 2024-05-02T22:05:00+01:00 A "quoted" title
      mood good
      two
      lines, one comma
      = 2024-05-01T00:00:00+01:00
      mood meh
      x
      ! daylio_export.csv, entry 3 of 2024-05-01: “late” isn't a date and was ignored
      ! daylio_export.csv, entry 4: refused, “never” isn't a date
      """)
    try expectEqual(entries.at(1).carried(.daylio)?["scales"]?.string, "sleep 4")
    let later = try await diary.imported(diary.folder("b", ["backup.daylio": base64(Self.json)]))
    expect((later.plan.alreadyThere, later.outcome.added.count) == (1, 2))
    try await Diary().expectImport(
      of: [
        "2024-05-03.md": "Fog",
        "moods.csv": "full_date,date,weekday,time,mood,activities,note_title,note\n",
      ], .markdown, show: \.content, "Fog\n! moods.csv: left out, no entry uses it")
    for (text, problem) in [
      ("no base64!", "not valid JSON at byte 1"),
      (base64("{}"), "“dayEntries” has the wrong type or value"),
      (base64("[1"), "not valid JSON at byte 2"),
    ] {
      try await Diary().expectImport(
        of: ["backup.daylio": text], .daylio, "! backup.daylio: refused, \(problem)")
    }
  }
}
