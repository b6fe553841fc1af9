import DiaryCore

/// Fills an empty diary with the sample entries.
struct DemoDiary {
  let dependencies: Dependencies
  /// The folder of the sample photos, `nil` without one.
  let photos: String?

  func fill() async throws(DiaryError) {
    for entry in DemoEntry.all { _ = try await dependencies.diary.add(try await fields(of: entry)) }
  }

  private func fields(of entry: DemoEntry) async throws(DiaryError) -> EntryFields {
    let text = "\(day(entry.day))T\(entry.time)"
    guard let date = EntryDate(text, localOffset: LocalTime.offset(ofLocal:)) else {
      throw .invalidDate(text)
    }
    var fields = EntryFields(date: date, title: entry.title, tags: entry.tags)
    var lines: [String] = []
    for line in entry.text.split(separator: "\n", omittingEmptySubsequences: false) {
      guard line.hasPrefix("["), let end = line.firstIndex(of: "]") else {
        lines.append(String(line))
        continue
      }
      let name = line[..<end].dropFirst()
      guard var photo = await photo(String(name)) else { continue }
      photo.caption = String(line[end...].dropFirst().trimmed)
      fields.photos.append(photo)
      lines.append(PhotoReference.markdown(photo))
    }
    fields.content = lines.joined(separator: "\n")
    return fields
  }

  /// A photo that can't be had is left out: the diary shows well without.
  private func photo(_ name: String) async -> Photo? {
    guard let photos else { return nil }
    return try? await dependencies.diary.addPhoto(at: "\(photos)/\(name)").photo
  }

  private func day(_ day: DemoEntry.Day) -> CalendarDay {
    let today = LocalTime.today().day
    switch day {
    case .before(let days): return CalendarDay(daysSinceEpoch: today.daysSinceEpoch - Int64(days))
    case .yearsAgo(let years):
      // 29 February has no such day.
      return CalendarDay(year: today.year - years, month: today.month, day: today.day)
        ?? CalendarDay(daysSinceEpoch: today.daysSinceEpoch - Int64(365 * years))
    }
  }
}
