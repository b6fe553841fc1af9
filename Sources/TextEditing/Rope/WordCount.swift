/// How many words a text has, as a rope of it counts them, without making one.
package enum WordCount {
  /// What stands between white space; a picture without a caption is none.
  package static func words(in text: String) -> Int {
    var text = text
    return text.withUTF8 { TextSummary($0).words }
  }
}
