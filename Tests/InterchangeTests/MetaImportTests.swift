import DiaryCore
import TestSupport
import Testing

@testable import Interchange

@Suite("Import of Instagram's and Facebook's downloads")
struct MetaImportTests {
  /// As these downloads write a text: a character for each byte.
  private static func misread(_ text: String) -> String {
    String(String.UnicodeScalarView(text.utf8.map { Unicode.Scalar($0) }))
  }

  private static func json(_ value: JSONValue) -> String {
    String(decoding: JSONWriter.bytes(value), as: UTF8.self)
  }

  @Test func `imports posts of Instagram as they were written`() async throws {
    for text in ["강가 – fog 🌫", "café", "plain", ""] {
      expectEqual(MisreadText.mended(Self.misread(text)), text)
    }
    // What never came from bytes stays.
    for text in ["강가", "\u{E9}", "a\u{FF}"] { expectEqual(MisreadText.mended(text), text) }
    // Instagram's posts and stories have words, times, photos and films.
    let diary = try Diary()
    let posts: JSONValue = .array([
      [
        "media": .array([
          [
            "uri": "media/posts/202405/1.jpg", "creation_timestamp": .integer(1_714_723_200),
            "title": "",
            "media_metadata": [
              "photo_metadata": [
                "exif_data": .array([["latitude": .number("35.1"), "longitude": .number("129")]])
              ]
            ],
          ],
          [
            "uri": "media/posts/202405/2.mp4", "creation_timestamp": .integer(1_714_723_200),
            "title": "",
          ], ["uri": "media/posts/202405/gone.jpg", "title": ""],
        ]), "title": .string(Self.misread("강가\nfog #walk")),
        "creation_timestamp": .integer(1_714_723_300),
      ],
      [
        "media": .array([
          [
            "uri": "media/posts/202405/3.jpg", "creation_timestamp": .integer(1_714_809_600),
            "title": .string(Self.misread("한 장")),
          ]
        ])
      ], ["media": .array([]), "title": "no date"], .integer(3),
    ])
    let path = try diary.folder(
      "instagram",
      [
        "your_instagram_activity/content/posts_1.json": Self.json(posts),
        "your_instagram_activity/content/stories.json": Self.json([
          "ig_stories": .array([
            [
              "uri": "media/stories/202405/4.jpg", "creation_timestamp": .integer(1_714_900_000),
              "title": "",
            ]
          ])
        ]), "your_instagram_activity/messages/message_1.json": "{}",
        "media/posts/202405/1.jpg": "photo 1", "media/posts/202405/2.mp4": "film",
        "media/posts/202405/3.jpg": "photo 3", "media/stories/202405/4.jpg": "photo 4",
      ])
    let (plan, imported, lines) = try await diary.bring(path)
    expectEqual(plan.format, .instagram)
    expectEqual(imported.added.count, 3)
    let entry = try require(imported.added.first)
    expectEqual(entry.content, "강가\nfog #walk")
    expectEqual(entry.photos.map(\.name), ["1.jpg"])
    expectEqual(entry.attachments.map(\.name), ["2.mp4"])
    expectEqual(entry.date.description, "2024-05-03T09:01:40+01:00")
    let carried = entry.withoutPositions.unknownMembers.first { $0.name == "instagram" }?.value
    let medium = carried?["media"]?.array?.first
    expect(medium?["name"]?.string == "1.jpg" && medium?["latitude"] == nil)
    try expectEqual(imported.added.at(1).content, "한 장")
    try expectEqual(imported.added.at(1).photos.map(\.name), ["3.jpg"])
    try expectEqual(imported.added.at(2).photos.map(\.name), ["4.jpg"])
    let posted = "your_instagram_activity/content/posts_1.json, entry"
    expectEqual(
      lines,
      [
        "\(posted) 1 of 2024-05-03: its photo gone.jpg isn't there",
        "\(posted) 3: refused, it has no date", "\(posted) 4: refused, not a JSON object",
        "your_instagram_activity/messages/message_1.json: left out, no entry uses it",
      ])
    try await expectEqual(diary.bring(path).plan.alreadyThere, 3)
  }

  @Test func `Facebook's posts have words, links, places and photos, and albums bring the others`()
    async throws
  {
    let diary = try Diary()
    func photo(_ name: String, _ words: String = "", at time: Int = 1_714_723_200) -> JSONValue {
      [
        "uri": .string("your_facebook_activity/posts/media/\(name)"),
        "creation_timestamp": .integer(time), "description": .string(Self.misread(words)),
      ]
    }
    let posts: JSONValue = .array([
      [
        "timestamp": .integer(1_714_723_200), "title": "Ada added a photo.",
        "data": .array([
          ["post": .string(Self.misread("강가"))], ["update_timestamp": .integer(1_714_730_000)],
        ]), "tags": .array([["name": .string(Self.misread("민아"))]]),
        "attachments": .array([
          [
            "data": .array([
              ["media": photo("1.jpg", "강가")], ["media": photo("2.jpg", "a\nb")],
              ["external_context": ["url": "https://e.org/", "name": "A [page]"]],
              [
                "place": [
                  "name": .string(Self.misread("부산")),
                  "coordinate": ["latitude": .number("35.1"), "longitude": .number("129")],
                ]
              ],
            ])
          ]
        ]),
      ],
      [
        "timestamp": .integer(1_714_723_200), "title": "Ada is feeling happy.",
        "data": .array([["backdated_timestamp": .integer(1_000_000_000)]]),
      ], ["timestamp": .integer(1_714_723_200), "data": .array([["post": ""]])],
      ["data": .array([["post": "no date"]])],
    ])
    let folder = "your_facebook_activity/posts"
    let path = try diary.folder(
      "facebook",
      [
        "\(folder)/album/0.json": Self.json([
          "name": .string(Self.misread("여행")), "cover_photo": photo("1.jpg"),
          "photos": .array([
            photo("1.jpg"), photo("4.jpg", at: 1_714_900_100),
            photo("3.jpg", "배", at: 1_714_900_000), ["uri": "no time.jpg"],
          ]),
        ]), "\(folder)/your_posts__check_ins__photos_and_videos_1.json": Self.json(posts),
        "\(folder)/media/1.jpg": "photo 1", "\(folder)/media/2.jpg": "photo 2",
        "\(folder)/media/3.jpg": "photo 3", "\(folder)/media/4.jpg": "photo 4",
        "friends.json": "{}",
      ])
    let (plan, imported, lines) = try await diary.bring(path)
    expectEqual(plan.format, .facebook)
    expectEqual(imported.added.count, 3)
    let entry = try require(imported.added.first)
    expectEqual(entry.content, "강가\n\n[A \\[page\\]](https://e.org/)")
    expectEqual(entry.photos.map(\.caption), ["", "a b"])
    expectEqual(entry.tags, ["민아"])
    expectEqual(entry.details, EntryDetails(place: "부산"))
    expectEqual(entry.modified.seconds, 1_714_730_000)
    let mood = try imported.added.at(1)
    expectEqual(mood.content, "Ada is feeling happy.")
    expectEqual(mood.date.day.year, 2001)
    let album = try imported.added.at(2)
    expectEqual(album.title, "여행")
    expectEqual(album.photos.map(\.name), ["3.jpg", "4.jpg"])
    expectEqual(album.photos.map(\.caption), ["배", ""])
    let posted = "\(folder)/your_posts__check_ins__photos_and_videos_1.json, entry"
    expectEqual(
      lines,
      [
        "\(posted) 3 of 2024-05-03: refused, the entry is empty",
        "\(posted) 4: refused, it has no date", "friends.json: left out, no entry uses it",
      ])
    try await expectEqual(diary.bring(path).plan.alreadyThere, 3)
  }
}
