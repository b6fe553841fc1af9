import DiaryCore
import TestSupport
import Testing

@testable import Interchange

@Suite("Import of other apps' JSON") struct OtherAppsImportTests {
  static let diarium = #"""
    [{"date":"2025-06-09T19:03:39.1234567","heading":"강가","html":"<p>Fog &amp; <b>rain</b></p>",
    "tags":["walk"],"people":["Ada"],"rating":4,"location":[35.1,129.0],"weather":"☀️ 20 °C","sun":""},
    {"date":"2025-06-10T07:00:00","heading":"","html":"<h1>Title</h1><p>x</p>"},
    {"date":"never","heading":"","html":"x"},{"heading":"","html":"no date"},
    {"date":"2025-06-11T07:00:00","heading":"","html":""},7]
    """#

  static let miniDiary = #"""
    {"metadata":{"application":"Mini Diary","version":"3.3.0","dateUpdated":"x"},"entries":{
    "2024-01-01":{"dateUpdated":"Sun Feb 15 2026 15:15:14 GMT+0100","title":"새해","text":"* **a**"},
    "2024-01-02":{"dateUpdated":"2024-01-03T00:00:00Z","title":"","text":"b"},
    "2024-01-32":{"title":"","text":"c"},"2024-01-03":{"title":"","text":""},"2024-01-04":null}}
    """#

  @Test func `imports JSON and texts of Diarium`() async throws {
    let zip = ZipWriter([
      "Diarium.json": Self.diarium, "media/2025-06-09_190339123/b.jpg": "photo b",
      "media/2025-06-09_190339123/a.m4a": "sound", "media/2025-06-12_070000000/c.jpg": "photo c",
    ])
    let entries = try await Diary().expectImport(
      zip.bytes, named: "Diarium_export.zip", .diarium,
      """
      = 2025-06-09T19:03:39+01:00 강가
      tags walk, Ada | mood 4/5 | weather ☀️ 20 °C | photos b.jpg | files a.m4a
      Fog & **rain**
      = 2025-06-10T07:00:00+01:00 Title
      x
      ! Diarium.json, entry 3: refused, “never” isn't a date
      ! Diarium.json, entry 4: refused, it has no date
      ! Diarium.json, entry 5 of 2025-06-11: refused, the entry is empty
      ! Diarium.json, entry 6: refused, not a JSON object
      ! media/2025-06-12_070000000/c.jpg: left out, no entry uses it
      """)
    let carried = try require(entries.first?.carried(.diarium))
    expect(carried["location"]?.array?.count == 2 && carried["sun"] == nil)
    expectNil(entries.first?.withoutPositions.carried(.diarium)?["location"])
    // Each time in Diarium's texts begins an entry.
    try await Diary().expectImport(
      of: [
        "Diarium_2021-10-24.txt":
          "nedeľa 24. októbra 2021\n— 11:37 —\nhey,\n\nyou\n— 9:05 pm —\nlate\n— 9:05 pm —\nagain\n",
        "Diarium_2021-10-25.txt": "pondelok 25. októbra 2021\n\nno time\n",
        "Diarium_2021-13-25.txt": "x",
      ], .diarium,
      """
      = 2021-10-24T11:37:00+01:00
      hey,

      you
      = 2021-10-24T21:05:00+01:00
      late
      = 2021-10-24T21:05:00+01:00
      again
      = 2021-10-25T00:00:00+01:00
      no time
      ! Diarium_2021-13-25.txt: left out, no entry uses it
      """)
  }

  @Test func `imports Mini Diary's days with titles, texts and modification times`() async throws {
    try await Diary().expectImport(
      Array(Self.miniDiary.utf8), named: "mini-diary.json", .minidiary,
      """
      = 2024-01-01T00:00:00+01:00 새해
      modified 2026-02-15T14:15:14.000Z
      * **a**
      = 2024-01-02T00:00:00+01:00
      modified 2024-01-03T00:00:00.000Z
      b
      ! mini-diary.json, entry 3: refused, “2024-01-32” isn't a date
      ! mini-diary.json, entry 4 of 2024-01-03: refused, the entry is empty
      ! mini-diary.json, entry 5 of 2024-01-04: refused, the entry is empty
      """)
  }

  private static let rich = #"""
    {"root":{"type":"root","children":[
    {"type":"heading","tag":"h2","children":[{"type":"text","text":"Walk","format":0}]},
    {"type":"paragraph","children":[{"type":"text","text":"bold","format":3},{"type":"linebreak"},
    {"type":"text","text":"code","format":16},{"type":"link","url":"https://e.org/",
    "children":[{"type":"text","text":"e"}]}]},
    {"type":"list","listType":"check","children":[{"type":"listitem","checked":true,
    "children":[{"type":"text","text":"milk"}]},{"type":"listitem","children":[{"type":"list",
    "listType":"bullet","children":[{"type":"listitem","children":[{"type":"text","text":"fat"}]}]}]}]},
    {"type":"code","children":[{"type":"code-highlight","text":"a"},{"type":"linebreak"},
    {"type":"code-highlight","text":"b"}]},{"type":"horizontalrule"},{"type":"unknown"}]}}
    """#

  private static func note(_ id: String, _ content: String) -> String {
    #"{"uuid":"\#(id)","content_type":"Note","created_at":"2024-05-03T07:00:00.000Z","#
      + #""updated_at":"2024-05-05T07:00:00.000Z","content":\#(content)}"#
  }

  private static func backup(_ items: [String]) -> [UInt8] {
    Array(#"{"version":"004","items":[\#(items.joined(separator: ","))]}"#.utf8)
  }

  @Test func `imports notes of Standard Notes unless they're encrypted`() async throws {
    let rich = String(decoding: JSONWriter.bytes(.string(Self.rich)), as: UTF8.self)
    let items = [
      Self.note(
        "n1",
        #"""
        {"title":"강가","text":"Fog","starred":true,"appData":{"org.standardnotes.sn":
        {"client_updated_at":"2024-05-04T07:00:00.000Z","pinned":true}}}
        """#), Self.note("n2", #"{"title":"rich","text":\#(rich),"noteType":"super"}"#),
      Self.note("n3", #"{"title":"html","text":"<p>a <b>b</b></p>","noteType":"rich-text"}"#),
      Self.note("n4", #"{"title":"table","text":"{}","noteType":"spreadsheet"}"#),
      Self.note("n5", #"{"title":"gone","text":"x","trashed":true}"#),
      Self.note("n6", #""004:abc""#),
      #"""
      {"uuid":"t1","content_type":"Tag","content":{"title":"busan","references":[
      {"uuid":"n1","content_type":"Note"},{"uuid":"t2","content_type":"Tag"}]}},
      {"uuid":"t2","content_type":"Tag","content":{"title":"trips","references":[
      {"uuid":"t1","content_type":"Tag"}]}},
      {"uuid":"f1","content_type":"File","content":{"name":"p.jpg","references":[
      {"uuid":"n1","content_type":"Note"}]}}
      """#,
    ]
    let file = "Standard Notes Backup and Import File.txt"
    var zip = ZipWriter(["Items/Note/강가-n1.txt": "Fog"])
    zip.add(Array(file.utf8), Self.backup(items))
    // Tags that are their own parents are followed ten times.
    let circle = Array(repeating: "trips/busan", count: 10).joined(separator: "/")
    try await Diary().expectImport(
      zip.bytes, named: "sn.zip", .standardnotes,
      """
      = 2024-05-03T08:00:00+01:00 강가
      tags \(circle) | starred | pinned | modified 2024-05-04T07:00:00.000Z
      Fog
      = 2024-05-03T08:00:00+01:00 rich
      modified 2024-05-05T07:00:00.000Z
      ## Walk

      ***bold***
      `code`[e](https://e.org/)

      - [x] milk
        - fat

      ```
      a
      b
      ```

      ---
      = 2024-05-03T08:00:00+01:00 html
      modified 2024-05-05T07:00:00.000Z
      a **b**
      = 2024-05-03T08:00:00+01:00 table
      modified 2024-05-05T07:00:00.000Z
      ```
      {}
      ```
      ! \(file), entry 1 of 2024-05-03: its attachment p.jpg is missing
      ! \(file), entry 6: refused, it's encrypted; export it decrypted
      ! \(file): left out, it was in the trash there
      """)
    // Boxes have only their state, and files are referred to by ID.
    let boxes = #"""
      {"root":{"type":"root","children":[{"type":"snfile","fileUuid":"f1"},
      {"type":"snfile","fileUuid":"f2"},{"type":"list","listType":"check","children":[
      {"type":"listitem","children":[{"type":"text","text":"milk"}]},
      {"type":"listitem","children":[{"type":"list","listType":"bullet","children":[
      {"type":"listitem","children":[{"type":"text","text":"fat"}]}]}]},
      {"type":"listitem","checked":true,"children":[{"type":"text","text":"bread"}]}]}]}}
      """#
    let text = String(decoding: JSONWriter.bytes(.string(boxes)), as: UTF8.self)
    try await Diary().expectImport(
      Self.backup([
        Self.note("n1", #"{"title":"","text":\#(text),"noteType":"super"}"#),
        #"{"uuid":"f1","content_type":"File","content":{"name":"p.jpg"}}"#,
      ]), named: "B.txt", .standardnotes, show: \.content,
      """
      - [ ] milk
        - fat
      - [x] bread
      ! B.txt, entry 1 of 2024-05-03: its attachment p.jpg is missing
      ! B.txt, entry 1 of 2024-05-03: its attachment f2 is missing
      """)
    let encrypted = (0..<3).map { Self.note("n\($0)", #""004:abc""#) }
    try await Diary().expectImport(
      Self.backup(encrypted), named: "Encrypted.txt", .standardnotes,
      "! Encrypted.txt: refused, it's encrypted; export it decrypted")
  }
}

@Suite("Journey import") struct JourneyImportTests {
  private static let none = "1.7976931348623157E308"

  private static func entry(_ id: String, _ members: String) -> String {
    #"{"id":"\#(id)","date_journal":1714723200000,"timezone":"Asia/Seoul",\#(members)}"#
  }

  @Test func `imports text, times, mood, weather, place, tags, star and photos`() async throws {
    let entries = try await Diary().expectImport(
      of: [
        "1714723200000-abc.json": """
        {"text":"<p dir=\\"auto\\">By the <strong>river </strong></p>\\n<p dir=\\"auto\\">Fog</p>",
        "preview_text":"<p dir=\\"auto\\">By the river</p>","date_modified":1714726800000,
        "date_journal":1714723200000,"id":"1714723200000-abc","address":"Seoul","lat":37.5,
        "lon":127,"mood":4,"label":"","folder":"","sentiment":1.25,"timezone":"Asia/Seoul",
        "favourite":true,"music_title":"Song",
        "weather":{"id":800,"degree_c":19.6,"description":"Clear","icon":"01d","place":"Mapo"},
        "photos":["1714723200000-abc-p.jpg","1714723200000-abc-v.mp4"],"tags":["walk"],
        "type":"html"}
        """, "1714723200000-abc-p.jpg": "photo 1", "1714723200000-abc-v.mp4": "film",
      ], .journey,
      """
      = 2024-05-03T17:00:00+09:00
      tags walk | starred | mood 4/5 | place Seoul | weather Clear, 20°C | \
      photos 1714723200000-abc-p.jpg | files 1714723200000-abc-v.mp4 | \
      modified 2024-05-03T09:00:00.000Z
      By the **river**

      Fog
      """)
    let carried = try require(entries.first?.carried(.journey))
    expect(carried["music_title"]?.string == "Song" && carried["lat"]?.double == 37.5)
    expect(carried["label"] == nil && carried["preview_text"] == nil)
  }

  @Test func `imports files and zips, without empty values or damaged files`() async throws {
    let entries = try await Diary().expectImport(
      of: [
        "a.json": Self.entry(
          "a",
          """
          "text":"<h1>Title of <em>it</em></h1><p>Text</p>","mood":0,"lat":\(Self.none),
          "lon":\(Self.none),"address":"","weather":{"id":-1,"degree_c":\(Self.none),
          "description":"","icon":"","place":""},"photos":[],"tags":[],"type":"html"
          """)
      ], .journey, "= 2024-05-03T17:00:00+09:00 Title of it\nText")
    try expectNil(entries.at(0).carried(.journey)?["lat"])
    let long = String(repeating: "x", count: 5000)
    let zip = ZipWriter([
      "1/1.json": ##"{"id":"1","text":"# Hello\n\n*there* \##(long)","type":"markdown","##
        + ##""dateOfJournal":"2023-10-27T10:00:00.123Z","updatedAt":"2023-10-28T10:00:00Z","##
        + ##""timezone":"Nowhere/Land","location":{"latitude":1,"longitude":2,"name":"Pier"},"##
        + ##""attachments":["a.jpg","gone.jpg"],"tags":["t"]}"##, "1/a.jpg": "photo a",
      "notes.txt": "left",
    ])
    try await Diary().expectImport(
      zip.bytes, named: "journey-1.zip", .journey,
      """
      = 2023-10-27T11:00:00+01:00 Hello
      tags t | place Pier | photos a.jpg | modified 2023-10-28T10:00:00.000Z
      *there* \(long)
      ! 1/1.json: the time zone “Nowhere/Land” is unknown; used the local time zone
      ! 1/1.json: its photo gone.jpg is missing
      ! notes.txt: left out, no entry uses it
      """)
    let tangled = String(repeating: "<div>", count: 1000)
    try await Diary().expectImport(
      of: [
        "a.json": Self.entry("a", #""text":"good","mood":"calm""#),
        "b.json": #"{"id":"b","date_journal":99999999999999999999,"text":"x"}"#,
        "c.json": "{\"date_journal\": 1",
        "d.json": Self.entry("d", #""text":"\#(tangled)","type":"html""#),
        "e.json": #"{"version": 3}"#, "f.json": Self.entry("f", "\"text\": \"\""),
      ], .journey,
      """
      = 2024-05-03T17:00:00+09:00
      mood calm
      good
      ! b.json: refused, “99999999999999999999” isn't a date
      ! c.json: refused, not valid JSON at byte 18
      ! d.json: refused, its HTML or XML is too complex to read
      ! f.json: refused, the entry is empty
      ! e.json: left out, no entry uses it
      """)
  }
}

@Suite("Import of Instagram's and Facebook's downloads") struct MetaImportTests {
  /// Encodes a text like these downloads, with a character for each byte.
  private static func misread(_ text: String) -> String {
    String(String.UnicodeScalarView(text.utf8.map { Unicode.Scalar($0) }))
  }

  static let instagram = misread(
    #"""
    [{"media":[{"uri":"media/posts/202405/1.jpg","creation_timestamp":1714723200,"title":"",
    "media_metadata":{"photo_metadata":{"exif_data":[{"latitude":35.1,"longitude":129}]}}},
    {"uri":"media/posts/202405/2.mp4","creation_timestamp":1714723200,"title":""},
    {"uri":"media/posts/202405/gone.jpg","title":""}],
    "title":"강가\nfog #walk","creation_timestamp":1714723300},
    {"media":[{"uri":"media/posts/202405/3.jpg","creation_timestamp":1714809600,"title":"한 장"}]},
    {"media":[],"title":"no date"},3]
    """#)

  @Test func `imports posts and stories of Instagram with repaired text`() async throws {
    for text in ["강가 – fog 🌫", "café", "plain", ""] {
      expectEqual(Mojibake.repaired(Self.misread(text)), text)
    }
    for text in ["강가", "\u{E9}", "a\u{FF}"] { expectEqual(Mojibake.repaired(text), text) }
    let story = #"{"uri":"media/stories/202405/4.jpg","creation_timestamp":1714900000,"title":""}"#
    let activity = "your_instagram_activity"
    let posted = "\(activity)/content/posts_1.json, entry"
    let entries = try await Diary().expectImport(
      of: [
        "\(activity)/content/posts_1.json": Self.instagram,
        "\(activity)/content/stories.json": #"{"ig_stories":[\#(story)]}"#,
        "\(activity)/messages/message_1.json": "{}", "media/posts/202405/1.jpg": "photo 1",
        "media/posts/202405/2.mp4": "film", "media/posts/202405/3.jpg": "photo 3",
        "media/stories/202405/4.jpg": "photo 4",
      ], .instagram,
      """
      = 2024-05-03T09:01:40+01:00
      photos 1.jpg | files 2.mp4
      강가
      fog #walk
      = 2024-05-04T09:00:00+01:00
      photos 3.jpg
      한 장
      = 2024-05-05T10:06:40+01:00
      photos 4.jpg
      ! \(posted) 1 of 2024-05-03: its photo gone.jpg is missing
      ! \(posted) 3: refused, it has no date
      ! \(posted) 4: refused, not a JSON object
      ! \(activity)/messages/message_1.json: left out, no entry uses it
      """)
    let carried = try entries.at(0).withoutPositions.carried(.instagram)
    let medium = carried?["media"]?.array?.first
    expect(medium?["name"]?.string == "1.jpg" && medium?["latitude"] == nil)
  }

  private static func photo(
    _ name: String, _ words: String = "", at time: Int = 1_714_723_200
  ) -> String {
    #"{"uri":"\#(folder)/media/\#(name)","creation_timestamp":\#(time),"description":"\#(words)"}"#
  }

  private static let folder = "your_facebook_activity/posts"

  static let facebook = misread(
    #"""
    [{"timestamp":1714723200,"title":"Ada added a photo.",
    "data":[{"post":"강가"},{"update_timestamp":1714730000}],"tags":[{"name":"민아"}],
    "attachments":[{"data":[{"media":\#(photo("1.jpg", "강가"))},
    {"media":\#(photo("2.jpg", #"a\nb"#))},
    {"external_context":{"url":"https://e.org/","name":"A [page]"}},
    {"place":{"name":"부산","coordinate":{"latitude":35.1,"longitude":129}}}]}]},
    {"timestamp":1714723200,"title":"Ada is feeling happy.",
    "data":[{"backdated_timestamp":1000000000}]},
    {"timestamp":1714723200,"data":[{"post":""}]},{"data":[{"post":"no date"}]}]
    """#)

  @Test func `imports Facebook's posts and albums`() async throws {
    let album = Self.misread(
      #"""
      {"name":"여행","cover_photo":\#(Self.photo("1.jpg")),"photos":[\#(Self.photo("1.jpg")),
      \#(Self.photo("4.jpg", at: 1_714_900_100)),\#(Self.photo("3.jpg", "배", at: 1_714_900_000)),
      {"uri":"no time.jpg"}]}
      """#)
    let name = "your_posts__check_ins__photos_and_videos_1.json"
    var files = [
      "\(Self.folder)/album/0.json": album, "\(Self.folder)/\(name)": Self.facebook,
      "friends.json": "{}",
    ]
    for number in 1...4 { files["\(Self.folder)/media/\(number).jpg"] = "photo \(number)" }
    let posted = "\(Self.folder)/\(name), entry"
    try await Diary().expectImport(
      of: files, .facebook,
      """
      = 2024-05-03T09:00:00+01:00
      tags 민아 | place 부산 | photos 1.jpg, 2.jpg “a b” | modified 2024-05-03T09:53:20.000Z
      강가

      [A \\[page\\]](https://e.org/)
      = 2001-09-09T02:46:40+01:00
      created 2024-05-03T08:00:00.000Z
      Ada is feeling happy.
      = 2024-05-05T10:06:40+01:00 여행
      photos 3.jpg “배”, 4.jpg
      ! \(posted) 3 of 2024-05-03: refused, the entry is empty
      ! \(posted) 4: refused, it has no date
      ! friends.json: left out, no entry uses it
      """)
  }
}

@Suite("Apple Journal import") struct AppleJournalImportTests {
  /// Writes a page like the app, with some elements left open.
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
      <div class="gridItem assetType_contact">Ada</div><div class="gridItem assetType_contact">Bo</div>
      <div class="gridItem assetType_contact">Cy</div>
      <div id="A" class="gridItem assetType_photo"><img src="../Resources/A.heic"/></div>
      <div id="V" class="gridItem assetType_video"><video src="../Resources/V.mov"></video></div>
      """
    let entries = try await Diary().expectImport(
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
    expectEqual(
      entries.first?.carried(.applejournal)?.members?.map { "\($0.name) \($0.value.string ?? "")" },
      ["contact Ada", "contact 2 Bo", "contact 3 Cy"])
    for (header, day) in [
      ("Sunday, 3 November 2024", "2024-11-03"), ("Nov 3, 2024", "2024-11-03"),
      ("2024년 11월 3일 일요일", "2024-11-03"), ("dimanche", nil),
    ] as [(String, String?)] {
      expectEqual(PartialDate(header, ignoresWords: true)?.day.description, day)
    }
  }
}

@Suite("Diaro import") struct DiaroImportTests {
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

  @Test func `imports entries with their details, without character references`() async throws {
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
      ! DiaroBackup.xml, entry 3 of 2024-05-04: its photo gone.jpg is missing
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
      "! DiaroBackup.xml: refused, its HTML or XML is too complex to read")
  }
}

@Suite("Daylio import") struct DaylioImportTests {
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
    // A day with only a mood has the mood as title.
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
      ! backup.daylio, entry 1 of 2024-05-03: its photo gone is missing
      ! backup.daylio, entry 3: refused, it has no date
      ! backup.daylio: 1 goal left out
      ! assets/photos/2024/5/unused: left out, no entry uses it
      """)
    // A table has the same entries, which aren't imported twice.
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
    expect((later.plan.existing, later.outcome.added.count) == (1, 2))
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
