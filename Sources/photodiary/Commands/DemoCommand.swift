import ArgumentParser
import DiaryCore
import Localization
import System

struct DemoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: localized("Open a sample diary in a temporary folder."),
    discussion: localized(
      id: "discussion.demo",
      """
      Try every key: nothing of your own diary is touched, and nothing stays behind.

      --two makes two copies of it that sync through a folder, as on two machines. The first one \
      opens here; a line says how to open the other in a second terminal. Both stay until you \
      remove them, and how to do that is told at the end.

      Examples:
        photodiary demo
        photodiary demo --two
      """))

  @Flag(help: .localized("Open one of two sample diaries that sync with each other."))
  var two = false

  @OptionGroup var screenOptions: ScreenOptions

  func run() async throws {
    guard Output.isTerminal else { throw CommandError.notATerminal }
    let folder = try TemporaryFolder.make()
    if two { return try await openTwo(below: folder) }
    defer { TemporaryFolder.remove(folder) }
    let dependencies = Dependencies(Folders(within: folder))
    try await DemoDiary(dependencies: dependencies, photos: InstalledFiles.photos).fill()
    let status = try await openDiary(dependencies, screenOptions.choice)
    guard status == 0 else { throw ExitCode(status) }
  }

  /// Opens one of two diaries. Both are kept, unless the user stops before the first one is open.
  private func openTwo(below folder: String) async throws {
    let diaries = TwoDiaries(below: folder)
    do {
      try await diaries.make()
    } catch {
      TemporaryFolder.remove(folder)
      throw error
    }
    diaries.explain()
    guard let prompt = TerminalPrompt(),
      prompt.ask(localized("Press Enter to open the first one here: "), isShown: true) != nil
    else { return TemporaryFolder.remove(folder) }
    let status = try await openDiary(diaries.first, screenOptions.choice)
    diaries.explainEnd()
    guard status == 0 else { throw ExitCode(status) }
  }
}

// MARK: - TwoDiaries

/// The sample diary on two simulated machines, which sync through a folder. All files are below one
/// folder, which is kept until the user removes it.
struct TwoDiaries {
  let folder: String
  let first: Dependencies
  let second: Dependencies

  init(below folder: String) {
    self.folder = folder
    first = Dependencies(Folders(within: folder + "/laptop"))
    second = Dependencies(Folders(within: folder + "/desktop"))
  }

  /// The folder that both machines reach.
  private var shared: String { folder + "/between" }

  /// Fills the first diary, syncs it with the folder, and clones the second one from it.
  ///
  /// - Throws: `CommandError`, `DiaryError` or `SyncError` if a diary can't be created.
  func make() async throws {
    for place in [shared, folder + "/laptop", folder + "/desktop"] {
      FileSystem.makeFoldersAsCan(place)
    }
    try await DemoDiary(dependencies: first, photos: InstalledFiles.photos).fill()
    let remote = NewRemote(name: "home", address: shared)
    let added = try await first.sync.add(remote) { _ in }
    var copy = remote
    copy.words = added.words
    let result = try await second.sync.clone(copy) { _ in }
    if let error = added.result.error ?? result.error { throw CommandError(error) }
    // Renames the devices, as both have the name of this machine.
    try await name(second, "desktop")
    try await name(first, "laptop")
    _ = await second.sync.sync(nil, isDryRun: false) { _ in }
    try writeScript("laptop", of: first)
    try writeScript("desktop", of: second)
  }

  private func name(_ machine: Dependencies, _ name: String) async throws {
    let devices = await machine.sync.state().devices
    guard let device = devices.first(where: \.isThis) else { return }
    try await machine.sync.rename(device: device.id, to: name)
    _ = await machine.sync.sync(nil, isDryRun: false) { _ in }
  }

  /// Prints suggestions, and the command that opens the second diary, on standard error.
  func explain() {
    ErrorLine.report(
      localized("Two copies of the sample diary, as on two machines, sync through \(shared)."))
    ErrorLine.report(localized("Open the second one in another terminal:"))
    Self.report(script("desktop"))
    ErrorLine.report(
      localized(
        """
        Write in either and sync both, with Y and s there or with the lines below. Change one entry \
        in both before you sync: both versions are kept.
        """))
    for name in ["laptop", "desktop"] { Self.report(script(name), "sync") }
  }

  /// Prints the commands that open the diaries again and remove them.
  func explainEnd() {
    ErrorLine.report(localized("Both diaries are still there. To open them again:"))
    for name in ["laptop", "desktop"] { Self.report(script(name)) }
    ErrorLine.report(localized("When you have seen enough:"))
    Self.report("rm", "-r", ShellWord.quoted(folder))
  }

  /// Prints a command line for the shell.
  private static func report(_ words: String...) {
    ErrorLine.report("  " + words.joined(separator: " "))
  }

  /// Returns the path of the script that runs this program as on that machine.
  private func script(_ name: String) -> String { "\(folder)/\(name).sh" }

  private func writeScript(_ name: String, of machine: Dependencies) throws(CommandError) {
    let folders = machine.folders
    let words = [
      "exec", "env", "XDG_STATE_HOME=" + Path.parent(folders.state),
      "XDG_CACHE_HOME=" + Path.parent(folders.cache), Path.ownProgram ?? "photodiary", "--store",
      folders.store,
    ]
    let text = "#!/bin/sh\n" + words.map(ShellWord.quoted).joined(separator: " ") + " \"$@\"\n"
    let path = script(name)
    do throws(SystemError) {
      try OpenFile(path, .new, mode: 0o700).write(Array(text.utf8))
    } catch {
      throw CommandError(localized("Couldn't write \(path): \(error.words)."))
    }
  }
}

// MARK: - DemoDiary

/// Fills an empty diary with the sample entries.
struct DemoDiary {
  let dependencies: Dependencies
  /// The folder of the sample photos; `nil` to add none.
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

  /// Returns a photo, or `nil` if it isn't installed: the diary looks fine without it.
  private func photo(_ name: String) async -> Photo? {
    guard let photos else { return nil }
    return try? await dependencies.diary.addPhoto(at: "\(photos)/\(name)").photo
  }

  private func day(_ day: DemoEntry.Day) -> CalendarDay {
    let today = LocalTime.today().day
    switch day {
    case .before(let days): return CalendarDay(daysSinceEpoch: today.daysSinceEpoch - Int64(days))
    case .yearsAgo(let years):
      // February 29 may not exist in that year.
      return CalendarDay(year: today.year - years, month: today.month, day: today.day)
        ?? CalendarDay(daysSinceEpoch: today.daysSinceEpoch - Int64(365 * years))
    }
  }
}

// MARK: - Sample entries

extension DemoEntry {
  /// The sample diary: a few weeks in two languages, and a day a year ago.
  static let all = [
    DemoEntry(
      day: .before(0), time: "07:30", title: "강가 산책, 안개",
      text: """
        아침 일찍 강가를 걸었다. 안개가 천천히 걷히고 첫 기차가 다리를 건넜다. 물 위로 오리 두 마리가 \
        소리도 없이 지나갔다.

        [river-fog.jpg] 다리 아래, 일곱 시 반

        돌아오는 길에 빵집에서 따뜻한 식빵을 샀다. 집까지 오는 동안 봉지가 손난로가 되어 주었다.
        """, tags: ["산책", "강"]),
    DemoEntry(
      day: .before(1), time: "21:10", title: "A letter from the north",
      text: """
        Maren wrote, four pages, in the green ink she has used since school. She has moved into the \
        house by the fjord at last. The stove smokes, the neighbor's dog visits every morning at \
        seven, and she says the light in November is *not* sad, only short.

        I will answer by hand. Things to tell her:

        - the plum tree survived the storm
        - I finished the blue scarf
        - yes, I will come in March
        """, tags: ["letters", "friends"]),
    DemoEntry(
      day: .before(3), time: "08:05", title: "첫눈",
      text: """
        커튼을 걷으니 온 동네가 하얗다. 올해 첫눈이다. 아이들은 학교 가기 전에 벌써 눈사람을 하나 만들었는데 \
        코는 당근이 아니라 빨래집게였다.

        [first-snow.jpg] 아무도 밟지 않은 골목

        점심때쯤 거의 다 녹았다. 그래도 첫눈은 첫눈.
        """, tags: ["겨울", "가족"]),
    DemoEntry(
      day: .before(4), time: "19:40", title: "Soup, and two chapters",
      text: """
        Rain all day, so soup: leeks, potatoes, the last of the thyme from the windowsill. It needed \
        an hour and then it was suddenly perfect.

        [warm-soup.jpg] The good bowl

        Read two chapters by the window until I could no longer see the lines, and then sat on for \
        a while without the lamp.

        [window-reading.jpg]
        """, tags: ["food", "reading"]),
    DemoEntry(
      day: .before(6), time: "16:20", title: "",
      text: """
        Fixed the gate. It only took three years and eleven minutes.
        """, tags: ["house"]),
    DemoEntry(
      day: .before(9), time: "22:15", title: "한강, 밤",
      text: """
        퇴근하고 자전거로 잠수교까지 갔다. 바람은 찼지만 강물에 비친 불빛이 너무 예뻐서 한참을 서 있었다.

        [han-river-night.jpg] 반포 쪽에서

        집에 오니 열한 시. 다리가 후들거린다. 내일은 버스를 타야지.
        """, tags: ["강", "자전거"]),
    DemoEntry(
      day: .before(12), time: "18:00", title: "Three ridges",
      text: """
        Up before the sun for once. From the top we counted three ridges, then five, and when the \
        haze thinned out Jun said *seven*, and nobody argued.

        [mountain-ridges.jpg] Seven, if you are generous

        Sandwiches at 1,240 m taste better than anything has a right to. Knees complained the whole \
        way down; I told them it was their idea too.
        """, tags: ["hiking", "friends"]),
    DemoEntry(
      day: .before(16), time: "20:30", title: "엄마의 된장찌개",
      text: """
        엄마한테 전화해서 된장찌개 비법을 물어봤다. 대답은 늘 같다. "그냥 눈대중으로 하면 돼."

        받아 적은 것:

        1. 멸치 육수를 *충분히* 오래
        2. 감자는 일찍, 두부는 늦게
        3. 마지막에 청양고추 하나

        비슷하게는 됐다. 그런데 왜 엄마 것만큼 맛있지 않을까.
        """, tags: ["가족", "음식"]),
    DemoEntry(
      day: .before(21), time: "23:05", title: "What went well",
      text: """
        - The talk. My hands shook for one minute and then forgot to.
        - Someone I don't know stayed behind to say it had helped.
        - Walked home instead of taking the tram.
        """, tags: ["work"]),
    DemoEntry(
      day: .before(27), time: "17:45", title: "The last warm evening",
      text: """
        We took the early train to the coast because the forecast said it was the last warm day, and \
        for once the forecast was right. Shoes off, trousers rolled up, the water cold enough to \
        make us shout.

        [sea-sunset.jpg] Just before it went

        On the way back everybody in the carriage was asleep, sunburnt, with sand in their bags.
        """, tags: ["travel", "sea"]),
    DemoEntry(
      day: .before(34), time: "12:30", title: "도서관",
      text: """
        빌린 책: 『자기 앞의 생』, 『식물의 책』, 그리고 표지만 보고 고른 시집 한 권.

        시집에서 한 줄: "오늘은 어제보다 조금 더 오늘이다."
        """, tags: ["독서"]),
    DemoEntry(
      day: .yearsAgo(1), time: "09:15", title: "매화, and a plum tree of our own",
      text: """
        We planted it today, a stick with roots, really. The man at the nursery promised blossom in \
        the second spring. 할머니 마당에 있던 그 매화나무처럼 자라면 좋겠다.

        [plum-blossom.jpg] 할머니 댁 매화, 그 봄에
        """, tags: ["garden", "가족"]),
  ]
}

/// An entry of the sample diary, before it has a date and photos.
struct DemoEntry: Sendable {
  enum Day: Sendable {
    /// This many days before today.
    case before(Int)
    /// Today's date, this many years ago.
    case yearsAgo(Int)
  }

  let day: Day
  /// The time of day, as `07:30`.
  let time: String
  let title: String
  /// The text. A line `[river-fog.jpg] caption` places that photo.
  let text: String
  var tags: [String] = []
}
