import DiaryCore
import Localization

/// What the list's title bar tells of what others have written and isn't read yet.
enum NewsSign {
  /// `Mina wrote 2 in Family`, `2 new`: the longest form first. None where all is read.
  static func forms(_ app: ScreenContext) -> [String] {
    let total = app.news.reduce(0) { $0 + $1.total }
    guard total > 0 else { return [] }
    let short = CountWords.new(total)
    guard app.news.count == 1, let news = app.news.first else { return [short] }
    return [words(of: news), short]
  }

  /// For those who have it read to them.
  static func spoken(_ app: ScreenContext) -> String? { forms(app).first }

  private static func words(of news: DiaryNews) -> String {
    let count = CountWords.grouped(news.total)
    let name = news.counts.count == 1 ? news.counts[0].name.printable : nil
    return switch (name, news.diary?.printable) {
    case (let name?, let diary?): localized("\(name) wrote \(count) in \(diary)")
    case (let name?, nil): localized("\(name) wrote \(count)")
    case (nil, let diary?): localized("\(count) new in \(diary)")
    case (nil, nil): CountWords.new(news.total)
    }
  }
}
