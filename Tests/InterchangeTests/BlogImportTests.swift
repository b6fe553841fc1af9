import DiaryCore
import TestSupport
import Testing

@testable import Interchange

@Suite("Import of blogs and posts") struct BlogImportTests {
  static func site(_ items: String...) -> String {
    """
    <?xml version="1.0" encoding="UTF-8" ?>
    <rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"
     xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>River notes</title>
    \(items.map { "<item>\($0)</item>" }.joined(separator: "\n"))
    </channel></rss>
    """
  }

  private static func post(
    _ title: String, _ content: String, _ rest: String = "", type: String = "post",
    status: String = "publish", gmt: String = "2014-05-03 00:12:00"
  ) -> String {
    """
    <title>\(title)</title><guid>http://e.org/?p=\(title)</guid>
    <content:encoded><![CDATA[\(content)]]></content:encoded>
    <wp:post_date><![CDATA[2014-05-03 09:12:00]]></wp:post_date><wp:post_date_gmt>\(gmt)</wp:post_date_gmt>
    <wp:post_type>\(type)</wp:post_type><wp:status>\(status)</wp:status>\(rest)
    """
  }

  private static func upload(_ id: Int, _ path: String, of post: Int = 0) -> String {
    """
    <title>x</title><wp:post_id>\(id)</wp:post_id><wp:post_parent>\(post)</wp:post_parent>
    <wp:post_type>attachment</wp:post_type><wp:attachment_url>http://e.org/wp-content/uploads/\(path)</wp:attachment_url>
    """
  }

  @Test func `imports posts, pages and drafts of WordPress`() async throws {
    let photo = #"<img src="http://e.org/wp-content/uploads/2014/05/fog-300x200.jpg" alt="fog" />"#
    let site = Self.site(
      Self.post(
        "Fog &amp;amp; rain",
        """
        [caption id="1" width="300"]<a href="http://e.org/wp-content/uploads/2014/05/fog.jpg">\(photo)</a> The bridge[/caption]
        Nothing to be <b>seen</b>.
        Or heard.

        [gallery] [1 May] <pre>a

        b</pre>
        """,
        """
        <wp:post_id>7</wp:post_id><wp:is_sticky>1</wp:is_sticky>
        <category domain="category" nicename="uncategorized">Uncategorized</category>
        <category domain="category" nicename="trips">Food &amp;amp; trips</category>
        <category domain="post_tag" nicename="sea">바다</category>
        <wp:post_modified_gmt>2014-05-04 00:00:00</wp:post_modified_gmt>
        <wp:comment><wp:comment_content>Hi</wp:comment_content></wp:comment>
        """),
      Self.upload(1, "2014/05/fog.jpg", of: 8), Self.upload(2, "2014/05/sea.jpg", of: 7),
      Self.upload(3, "2014/05/gone.jpg"),
      Self.post(
        "About", "<!-- wp:paragraph -->\n<p>Me.</p>\n<!-- /wp:paragraph -->",
        "<wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>2</wp:meta_value></wp:postmeta>",
        type: "page"),
      Self.post("", "Later.", status: "draft", gmt: "0000-00-00 00:00:00"),
      Self.post("Out", "x", status: "trash"), Self.post("Menu", "x", type: "nav_menu_item"))
    try await Diary().expectImport(
      of: [
        "site.xml": site, "uploads/2014/05/fog.jpg": "photo fog",
        "uploads/2013/05/fog.jpg": "photo other",
      ], .wordpress,
      """
      = 2014-05-03T09:12:00+09:00 Fog & rain
      journal River notes | tags Food & trips, 바다 | pinned | photos fog.jpg | modified 2014-05-04T00:00:00.000Z
      ![](photo:1)

      The bridge

      Nothing to be **seen**.
      Or heard.

      ![](http://e.org/wp-content/uploads/2014/05/sea.jpg)

      \\[1 May\\]

      ```
      a

      b
      ```
      = 2014-05-03T09:12:00+09:00 About
      journal River notes | tags page
      Me.
      = 2014-05-03T09:12:00+01:00
      journal River notes | tags draft
      Later.
      ! site.xml, entry 1 of 2014-05-03: its photo http://e.org/wp-content/uploads/2014/05/sea.jpg isn't on this computer; kept the link
      ! site.xml, entry 7: left out, it was in the trash there
      ! site.xml: 1 item of type “comment” left out
      ! site.xml: 1 item of type “nav_menu_item” left out
      ! site.xml: its attachment http://e.org/wp-content/uploads/2014/05/gone.jpg is missing
      ! uploads/2013/05/fog.jpg: left out, no entry uses it
      """)
  }

  static let posts = #"""
    window.YTD.tweets.part0 = [{"tweet":{"id_str":"1","created_at":"Tue Jan 21 00:21:51 +0000 2025",
    "full_text":"Fog &amp; rain https://t.co/a #sea https://t.co/m","entities":{"hashtags":[{"text":"sea"}],
    "urls":[{"url":"https://t.co/a","expanded_url":"https://e.org/x"}]},"extended_entities":{"media":[
    {"url":"https://t.co/m","media_url_https":"https://pbs.twimg.com/media/A.jpg","type":"photo"},
    {"url":"https://t.co/m","media_url_https":"https://pbs.twimg.com/media/B.jpg","type":"photo"},
    {"url":"https://t.co/m","media_url_https":"https://pbs.twimg.com/C.jpg","type":"video","video_info":
    {"variants":[{"url":"https://video.twimg.com/c.mp4?tag=1"}]}}]},"in_reply_to_screen_name":"ada"}},
    {"tweet":{"id_str":"2","created_at":"Tue Jan 21 00:21:52 +0000 2025","full_text":"RT @ada: x"}},
    {"tweet":{"id_str":"3","created_at":"Wed Jan 22 00:21:52 +0000 2025","full_text":"LONG… https://t.co/l"}},
    {"tweet":{"id_str":"4","created_at":"never","full_text":"x"}},{"tweet":{"full_text":"x"}}];
    alert("]")
    """#

  @Test func `imports posts of an archive of X without retweets`() async throws {
    let long = String(repeating: "long ", count: 80)
    let files = [
      "data/tweets.js": Self.posts.replacing("LONG", with: long.prefix(270)),
      "data/tweets-part1.js":
        #"window.YTD.tweets.part1 = [{"id_str":"5","created_at":"2013-03-01 12:00:00 +0000","text":"old"}]"#,
      "data/note-tweet.js":
        #"window.YTD.note_tweet.part0 = [{"noteTweet":{"core":{"text":"\#(long)"}}}]"#,
      "data/deleted-tweets.js": "window.YTD.deleted_tweets.part0 = [ ]",
      "data/tweet-headers.js": "window.YTD.tweet_headers.part0 = [ ]", "assets/a.js": "",
      "Your archive.html": "", "data/tweets_media/1-A.jpg": "photo a",
      "data/tweets_media/1-c.mp4": "film",
      "data/tweets_media/2-R.jpg": "photo r",
    ]
    let entries = try await Diary().expectImport(
      ZipWriter(files).bytes, named: "x.zip", .twitter,
      """
      = 2013-03-01T13:00:00+01:00
      old
      = 2025-01-21T01:21:51+01:00
      tags sea | photos 1-A.jpg | files 1-c.mp4
      Fog & rain https://e.org/x #sea
      = 2025-01-22T01:21:52+01:00
      \(long.trimmed)
      ! data/deleted-tweets.js: left out, it was in the trash there
      ! data/tweets.js, entry 1 of 2025-01-21: its photo B.jpg is missing
      ! data/tweets.js, entry 4: refused, “never” isn't a date
      ! data/tweets.js, entry 5: refused, “id_str” has the wrong type or value
      ! data/tweets.js: 1 item of type “retweet” left out
      ! data/tweet-headers.js: left out, no entry uses it
      """)
    expectEqual(
      entries.last { !$0.photos.isEmpty }?.carried(.twitter)?["in_reply_to_screen_name"]?.string,
      "ada")
  }
}
