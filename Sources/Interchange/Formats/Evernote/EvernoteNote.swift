import DiaryCore

/// A note as a file that Evernote exported has it.
struct EvernoteNote {
  /// A photo or another file of the note.
  struct Resource {
    /// The MD5 of its bytes, by which the text names it.
    let digest: String
    /// Where the bytes are now.
    let path: String
    let name: String
    let type: MediaType
  }

  struct Task {
    var title = ""
    var isDone = false
  }

  var title = ""
  /// The text in Evernote's kind of XHTML.
  var content = ""
  var created: String?
  var updated: String?
  var tags: [String] = []
  /// What it says of itself besides: where it was written, by whom.
  var attributes: [JSONMember] = []
  var resources: [Resource] = []
  /// The names of those whose bytes aren't there or are no Base64.
  var brokenResources: [String] = []
  var tasks: [Task] = []
  /// Whether its text is longer than any that is read.
  var isTooLong = false
}
