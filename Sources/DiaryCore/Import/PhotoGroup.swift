/// Photos that one entry is proposed for, in the order in which they were taken.
package struct PhotoGroup: Hashable, Sendable {
  package private(set) var photos: [FoundPhoto]
  /// What the place of its entry is called, once that was asked for.
  package var place: String?

  /// `nil` without a photo.
  package init?(_ photos: [FoundPhoto]) {
    guard !photos.isEmpty else { return nil }
    self.photos = photos.sorted(by: Self.precedes)
  }

  private init(sorted photos: [FoundPhoto], place: String?) {
    self.photos = photos
    self.place = place
  }

  /// When the first photo was taken, in its own zone.
  package var date: EntryDate { photos[0].date }

  /// Whether the camera dated every photo; else some were dated by their files.
  package var isDated: Bool { photos.allSatisfy(\.isDated) }

  /// The places that the photos name, each once, the most frequent first.
  package var places: [String] { photos.compactMap(\.place).mostFrequentFirst }

  package mutating func merge(_ other: PhotoGroup) {
    photos = (photos + other.photos).sorted(by: Self.precedes)
    place = place ?? other.place
  }

  /// Cuts it before a photo: the photos before it, and those from it on. `nil` when one of the
  /// two would be empty.
  package func split(before index: Int) -> (PhotoGroup, PhotoGroup)? {
    guard index > 0, index < photos.count else { return nil }
    return (
      PhotoGroup(sorted: Array(photos[..<index]), place: place),
      PhotoGroup(sorted: Array(photos[index...]), place: place)
    )
  }

  static func precedes(_ left: FoundPhoto, _ right: FoundPhoto) -> Bool {
    let (first, second) = (left.date.wallClock, right.date.wallClock)
    return first == second ? left.path < right.path : first < second
  }
}

extension PhotoGroup {
  /// The title of its entry: the places that its photos name, `Busan, Ulsan`. Without any there is
  /// none: the date stands beside it anyway.
  package var title: String {
    places.prefix(2).compactMap(\.tidiedPlace).joined(separator: ", ")
  }

  /// What its place tells beside the title, safe for a terminal; "" if nothing more.
  package var placeBesideTitle: String {
    place.flatMap { $0 == title ? nil : $0.printable } ?? ""
  }
}
