import DiaryCore
import TestSupport
import Testing

@testable import Interchange

/// Notes of Google Keep and Joplin.
@Suite("Import of notes")
struct NotesImportTests {
  @Test func `imports notes of Google Keep with checkboxes, labels, links, photos and times`()
    async throws
  {
    let zip = ZipWriter([
      "Takeout/Keep/Shopping.json": #"""
      {"color":"RED","isTrashed":false,"isPinned":true,"isArchived":true,"title":"Shopping",
      "listContent":[{"text":"Milk","isChecked":true},{"text":"Bread","isChecked":false}],
      "annotations":[{"url":"https://e.org/a","title":"A [page]","source":"WEBLINK"}],
      "attachments":[{"filePath":"1.jpeg","mimetype":"image/jpeg"},
      {"filePath":"gone.png","mimetype":"image/png"}],"labels":[{"name":"home"}],
      "userEditedTimestampUsec":1714726800000000,"createdTimestampUsec":1714723200000000}
      """#,
      "Takeout/Keep/2019-01-01T00_00_00.000Z.json": #"""
      {"color":"DEFAULT","isTrashed":false,"title":"","textContent":"첫 줄\nsecond",
      "userEditedTimestampUsec":1546300800000000}
      """#,
      "Takeout/Keep/Gone.json":
        #"{"isTrashed":true,"title":"Gone","textContent":"x","userEditedTimestampUsec":1}"#,
      "Takeout/Keep/Shopping.html": "<html></html>", "Takeout/Keep/1.jpg": "photo 1",
      "Takeout/Keep/Labels.txt": "home", "Takeout/archive_browser.html": "<html></html>",
    ])
    try await Diary().expectImport(
      zip.bytes, named: "takeout.zip", .keep,
      """
      = 2019-01-01T01:00:00+01:00
      첫 줄
      second
      = 2024-05-03T09:00:00+01:00 Shopping
      tags home | pinned | photos 1.jpg | modified 2024-05-03T09:00:00.000Z
      - [x] Milk
      - [ ] Bread

      - [A \\[page\\]](https://e.org/a)
      ! Keep/Gone.json: left out, it was deleted there
      ! Keep/Shopping.json: its photo gone.png isn't there
      ! archive_browser.html: left out, no entry uses it
      """)
  }

  private static let note = String(repeating: "a", count: 32)
  private static let photo = String(repeating: "b", count: 32)
  private static let tag = String(repeating: "c", count: 32)
  private static let book = String(repeating: "d", count: 32)
  private static let film = String(repeating: "e", count: 32)

  private static let joplin: [String: String] = [
    "\(note).md": """
    Ein Tag: *am* Meer

    Text ![Meer.jpg](:/\(photo)) und [Film](:/\(film))

    type_: kein Ende

    id: \(note)
    parent_id: \(book)
    created_time: 2024-05-04T08:00:00.000Z
    updated_time: 2024-05-04T09:00:00.000Z
    is_conflict: 0
    latitude: 54.10000000
    longitude: 12.00000000
    altitude: 0.0000
    user_created_time: 2024-05-03T08:00:00.000Z
    user_updated_time: 2024-05-04T09:00:00.000Z
    encryption_applied: 0
    markup_language: 1
    deleted_time: 0
    type_: 1
    """, "\(photo).md": "Meer.jpg\n\nid: \(photo)\nmime: image/jpeg\nfile_extension: jpg\ntype_: 4",
    "\(film).md": "Film.mp4\n\nid: \(film)\nmime: video/mp4\nfile_extension: mp4\ntype_: 4",
    "\(tag).md": "reise\n\nid: \(tag)\nparent_id: \ntype_: 5",
    "\(book).md": "Urlaub\n\nid: \(book)\nparent_id: \ntype_: 2",
    "ffffffffffffffffffffffffffffffff.md":
      "id: ffffffffffffffffffffffffffffffff\nnote_id: \(note)\ntag_id: \(tag)\ntype_: 6",
    "resources/\(photo).jpg": "photo sea", "resources/\(film).mp4": "film",
  ]

  @Test func `imports notes of Joplin, and names those that it can't`() async throws {
    let diary = try Diary()
    for path in [
      try diary.folder.write(TarWriter(Self.joplin).whole, to: "in/notes.jex"),
      try diary.folder("raw", Self.joplin),
    ] {
      try await Diary().expectImport(
        path, .joplin,
        """
        = 2024-05-03T09:00:00+01:00 Ein Tag: *am* Meer
        journal Urlaub | tags reise | photos Meer.jpg | files Film.mp4 | \
        modified 2024-05-04T09:00:00.000Z
        Text ![](photo:1) und [Film](:/\(Self.film))

        type_: kein Ende
        """)
    }
    func note(_ mark: Character, _ lines: String) -> (String, String) {
      let id = String(repeating: mark, count: 32)
      return ("\(id).md", "T\n\nB ![x](:/\(Self.photo))\n\nid: \(id)\n\(lines)\ntype_: 1")
    }
    let time = "created_time: 2024-05-04T08:00:00.000Z"
    func name(_ mark: Character) -> String { String(repeating: mark, count: 32) + ".md" }
    try await Diary().expectImport(
      of: Dictionary(uniqueKeysWithValues: [
        note("1", time), note("2", "encryption_applied: 1"), note("3", "\(time)\nis_conflict: 1"),
        note("4", "created_time: "), (name("5"), "no item"), ("more.pdf", "x"),
      ]), .joplin, show: \.content,
      """
      B ![x](:/\(Self.photo))
      ! \(name("1")): its photo x isn't there
      ! \(name("2")): refused, it's encrypted; export it decrypted
      ! \(name("3")): left out, it was deleted there
      ! \(name("4")): refused, it has no date
      ! \(name("5")): left out, no entry uses it
      ! more.pdf: left out, no entry uses it
      """)
  }
}

@Suite("Logseq import")
struct LogseqImportTests {
  static let page = """
    mood:: good
    tags:: [[walk]], #sea
    title:: 3 May

    - # Morning
    - By the *river*
      id:: 65a0
      collapsed:: true
      second line
    \t- TODO buy [[salt]]
    \t- DONE go
    \t  :LOGBOOK:
    \t  CLOCK: [2024-05-03 Fri 10:00]
    \t  :END:
    \t\t- deeper
    \t\t  more:: kept
    -
    - ![Sea.jpg](../assets/Sea.jpg){:height 300, :width 400} and [doc](../assets/a.pdf)
    - ```
      - no block
      ```
    - ![gone](../assets/gone.jpg) ![](../../outside.jpg) [lost](../assets/lost.pdf)
    """

  @Test func `reads blocks as paragraphs, lists and tasks`() async throws {
    let file = "journals/2024_05_03.md"
    try await Diary().expectImport(
      of: [
        "journals/2024_05_03.md": Self.page, "journals/2024_05_04.md": "-",
        "journals/2024-05-05.md": "- x",
        "journals/notes.md": "- no day", "pages/salt.md": "- a page", "assets/Sea.jpg": "photo sea",
        "assets/a.pdf": "pdf", "logseq/config.edn": "{}",
      ], .logseq,
      """
      = 2024-05-05T00:00:00+01:00
      x
      = 2024-05-03T00:00:00+01:00
      tags walk, sea | mood good | photos Sea.jpg | files a.pdf
      # Morning

      By the *river*
      second line
      - [ ] buy [[salt]]
      - [x] go
        - deeper
          more:: kept

      ![](photo:1) and [doc](../assets/a.pdf)

      ```
      - no block
      ```

      ![gone](../assets/gone.jpg) ![](../../outside.jpg) [lost](../assets/lost.pdf)
      ! \(file): its photo ../assets/gone.jpg isn't there
      ! \(file): its photo ../../outside.jpg is outside the imported folder and wasn't read; kept \
      the link. Copy it into the folder to import it
      ! \(file): its attachment ../assets/lost.pdf isn't there
      ! journals/notes.md: left out, no entry uses it
      ! pages/salt.md: left out, no entry uses it
      """)
    // Tasks at the top are a list, with what is below them.
    expectEqual(
      LogseqPage("- Morning\n- TODO milk\n\t- fat\n- DONE bread\n- Evening\n\t- late").text,
      """
      Morning

      - [ ] milk
        - fat
      - [x] bread

      Evening
      - late
      """)
  }
}
