import DiaryCore
import TestSupport
import Testing

@testable import Interchange

@Suite("Import of Instagram's and Facebook's downloads")
struct MetaImportTests {
  /// A text as these downloads write it: with a character for each byte.
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

  @Test func `imports posts and stories of Instagram as they were written`() async throws {
    for text in ["강가 – fog 🌫", "café", "plain", ""] {
      expectEqual(MisreadText.mended(Self.misread(text)), text)
    }
    // Other texts are unchanged.
    for text in ["강가", "\u{E9}", "a\u{FF}"] { expectEqual(MisreadText.mended(text), text) }
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
      ! \(posted) 1 of 2024-05-03: its photo gone.jpg isn't there
      ! \(posted) 3: refused, it has no date
      ! \(posted) 4: refused, not a JSON object
      ! \(activity)/messages/message_1.json: left out, no entry uses it
      """)
    let carried = try entries.at(0).withoutPositions.carried(.instagram)
    let medium = carried?["media"]?.array?.first
    expect(medium?["name"]?.string == "1.jpg" && medium?["latitude"] == nil)
  }

  private static func photo(_ name: String, _ words: String = "", at time: Int = 1_714_723_200)
    -> String
  {
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

  @Test func `imports Facebook's posts with links, places and photos, and its albums`() async throws
  {
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
