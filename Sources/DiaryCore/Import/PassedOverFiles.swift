import Localization

/// Files beside photos that an import of photos leaves where they are.
package struct PassedOverFiles: Hashable, Sendable {
  /// How many of a kind are named one by one.
  private static let mostNamed = 5

  /// Those with text in them, by their paths in the folder. Sorted.
  package var texts: [String]
  /// Films, by their paths in the folder. Sorted.
  package var films: [String]
  /// How many others there are, by the endings of their names: `*.xmp`.
  package var others: [String: Int]

  package init(texts: [String] = [], films: [String] = [], others: [String: Int] = [:]) {
    self.texts = texts
    self.films = films
    self.others = others
  }

  package var isEmpty: Bool { texts.isEmpty && films.isEmpty && others.isEmpty }

  /// What they are, a line each, safe for a terminal; of many alike the first ones and their number.
  package var lines: [String] {
    named(texts) {
      localized("\($0): left out because it's text and only photos are imported here")
    }
      + named(films) {
        localized("\($0): left out because it's a film; add it with `photodiary add --attach`")
      }
      + others.sorted { $0.key < $1.key }.map { name, count in
        localized(
          counting: count, one: "\(name): 1 file left out because it isn't a photo",
          other: "\(name): \(count) files left out because they aren't photos"
        ).printable
      }
  }

  private func named(_ paths: [String], _ words: (String) -> String) -> [String] {
    let lines = paths.prefix(Self.mostNamed).map { words($0).printable }
    let rest = paths.count - lines.count
    return rest > 0 ? lines + [localized("\(rest) more like this.")] : lines
  }
}
