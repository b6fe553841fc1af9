import AcceptanceSupport
import TestSupport
import Testing

@Suite("A diary over every kind of remote") struct EveryRemoteTests {
  /// Three devices and the remote that they share.
  private struct Machines {
    let place: RemotePlace
    let laptop, desktop, phone: TestHome

    init(_ kind: RemoteKind) throws {
      place = try RemotePlace(kind)
      let environment = place.environment.mapValues(Optional.some)
      laptop = try TestHome(environment: environment)
      desktop = try TestHome(environment: environment)
      phone = try TestHome(environment: environment)
    }

    /// Adds the remote to the laptop. Returns the words.
    func addRemote() throws -> String {
      try laptop.output("remote", "add", "home", place.address())
    }

    func clone(to home: TestHome, with words: String) throws {
      try home.output("clone", place.address(), "--recovery-file", "-", input: words)
    }

    /// Syncs at the same time.
    func syncTogether(_ homes: TestHome...) throws {
      let programs = try homes.map { try $0.start(["sync"]) }
      for program in programs {
        try expectEqual(program.waitForEnd(), .status(0), "\(program.errorText)")
      }
    }

    /// Syncs one after the other.
    func sync(_ homes: TestHome...) throws { for home in homes { try home.syncQuietly() } }

    /// Expects the same entries and photos on all, and no faults.
    func expectSame(_ homes: TestHome...) throws {
      func photos(_ home: TestHome) throws -> [String: [UInt8]] {
        let files = try home.files(in: home.store).filter { $0.hasPrefix("assets/") }
        return try Dictionary(
          uniqueKeysWithValues: files.map {
            ($0, try TemporaryFolder.bytes(of: "\(home.store)/\($0)"))
          })
      }
      let (expected, bytes) = try (homes.at(0).listing(), photos(homes.at(0)))
      for home in homes {
        try expectEqual(home.listing(), expected)
        try expectEqual(photos(home), bytes)
        try home.expectSound()
      }
    }

    /// Expects age to open all files of the host with the laptop's keys.
    func expectOpenable() throws {
      let folder = try TemporaryFolder()
      let found = try require(
        try laptop.files(in: laptop.folder.path).first { $0.hasSuffix("/x25519.key") })
      let device = laptop.folder.path(found)
      func open(_ bytes: [UInt8], with key: String) throws -> ProgramResult {
        try Tool.run("age", ["-d", "-i", key, folder.write(bytes, to: "file")])
      }
      var (sealed, rings, underWords): ([(name: String, bytes: [UInt8])], [String], Int) = (
        [], [], 0
      )
      for (name, bytes) in try place.contents() {
        guard bytes.starts(with: "age-encryption.org/v1\n".utf8) else {
          expect(isPlain(name, bytes), "\(name) isn't encrypted")
          continue
        }
        if String(decoding: bytes.prefix(100), as: UTF8.self).contains("\n-> scrypt ") {
          underWords += 1
        } else if let ring = try? open(bytes, with: device) {
          rings.append(ring.text)
        } else {
          sealed.append((name, bytes))
        }
      }
      // Each epoch has a file of keys, and one encrypted with the words.
      expectEqual(rings.count, 2)
      expectEqual(underWords, 2)
      expectGreater(sealed.count, 6)
      let keys = try folder.write(rings.joined(separator: "\n"), to: "keys")
      for (name, bytes) in sealed {
        do { _ = try open(bytes, with: keys) } catch { fail("\(name): \(error)") }
      }
    }

    /// Expects that no file of the host, and no file of a device outside the diary, contains the
    /// texts.
    func expectNowhere(_ texts: [String]) throws {
      let contents = try place.contents()
      expectGreater(contents.count, 5)
      expectGreater(contents.reduce(0) { $0 + $1.bytes.count }, 50_000)
      var found = contents.flatMap { [($0.name, Array($0.name.utf8)), ($0.name, $0.bytes)] }
      for home in [laptop, desktop] {
        for file in try home.files(in: home.folder.path)
        where !file.hasPrefix("data/") && !file.hasPrefix("cache/") {
          found.append((file, try home.folder.read(file)))
        }
      }
      for (name, bytes) in found {
        let text = String(decoding: bytes, as: UTF8.self)
        for (index, canary) in texts.enumerated() where text.contains(canary) {
          fail("text \(index) is in \(name)")
        }
      }
    }

    /// Returns `true` for the format note and a repository's own objects.
    private func isPlain(_ name: String, _ bytes: [UInt8]) -> Bool {
      if bytes.starts(with: "PhotoDiary remote, format ".utf8) { return true }
      guard place.kind.isGit else { return false }
      return name.hasPrefix("commit ") || name.hasPrefix("tree ")
        || String(decoding: bytes, as: UTF8.self).split(separator: "\n").allSatisfy {
          $0.wholeMatch(of: /[0-9a-f]{40} [0-9]+ [0-9a-z\/]+\.age/) != nil
        }
    }
  }

  private static let kinds = [RemoteKind.folder, .gitPath, .gitSSH, .ssh, .rcloneFolder]
    .filter { $0.missing == nil }

  @Test(arguments: kinds)
  func `three devices write, one is removed, and no host sees a word`(kind: RemoteKind) throws {
    let machines = try Machines(kind)
    let (laptop, desktop, phone) = (machines.laptop, machines.desktop, machines.phone)
    try laptop.add("첫눈", "Kept")
    let id = try laptop.output("add", "Soup", "--photo", Checkout.photo("warm-soup.jpg"))
    let (texts, files) = ((0..<13).map { _ in randomText() }, try TemporaryFolder())
    _ = try laptop.addEntry(of: texts, files: files)
    let words = try machines.addRemote()
    try laptop.output("delete", laptop.output("add", texts[4]))
    for home in [desktop, phone] { try machines.clone(to: home, with: words) }
    try machines.expectSame(laptop, desktop, phone)

    try laptop.output("edit", id, "--content", "The laptop's.")
    try desktop.output("edit", id, "--content", "The desktop's.")
    try desktop.output("add", "Fog", "--photo", Checkout.photo("river-fog.jpg"))
    try phone.output("add", "Snow", "--photo", Checkout.photo("first-snow.jpg"))
    try machines.syncTogether(laptop, desktop, phone)
    try machines.sync(laptop, desktop, phone)
    try machines.expectSame(laptop, desktop, phone)
    let history = try JSON.parse(phone.output("history", id, "--format", "json")).array ?? []
    expectEqual(
      Set(
        history.filter { $0["head"] == .bool(true) }.compactMap { $0["entry"]?["content"]?.string }),
      ["The laptop's.", "The desktop's."])

    // The phone is removed.
    let removed = try require(
      try JSON.parse(phone.output("device", "list", "--format", "json")).array?
        .first { $0["this"] == .bool(true) }?["id"]?.string)
    let newWords = try laptop.output("device", "remove", removed)
    try laptop.output("add", "After")
    try phone.output("add", "From the removed one")
    try machines.syncTogether(laptop, desktop)
    try expectEqual(phone.run(["sync"]).status, 1)
    try machines.sync(laptop, desktop)
    try machines.expectSame(laptop, desktop)
    expectEqual(
      Set(try desktop.titles()), ["첫눈", "Kept", "Soup", "Fog", "Snow", "After", texts[4]])
    expect(!(try phone.titles().contains("After")))

    let another = try TestHome(environment: machines.place.environment.mapValues { $0 })
    try machines.clone(to: another, with: newWords)
    try machines.sync(laptop, desktop, another)
    try machines.expectSame(another, laptop, desktop)
    try machines.expectNowhere(texts)
    if Tool.path("age") != nil {
      try machines.expectOpenable()
    } else {
      print("\(kind.rawValue): files weren't opened, for age isn't installed")
    }
  }
}

extension TestHome {
  /// Adds an entry with a different text in each field, the first thirteen. Returns its ID.
  func addEntry(of texts: [String], files: TemporaryFolder, _ options: String...) throws -> String {
    let photo = try files.write(DatedPhoto.bytes(texts[0]), to: texts[1] + ".jpg")
    let file = try files.write(texts[2], to: texts[3] + ".txt")
    let id = try output(
      [
        "add", texts[4], "--content", texts[5], "--photo", photo, "--attach", file, "--tag",
        "t" + texts[6], "--journal", texts[7], "--mood", texts[8], "--place", texts[9],
        "--weather", texts[10],
      ] + options)
    let entry = try JSON.parse(output(["show", id, "--format", "json"] + options))
    let asset = try require(entry["photos"]?.array?.first?["asset"]?.string)
    try output(["edit", id, "--content", "\(texts[11]) ![\(texts[12])](photo:\(asset))"] + options)
    return id
  }
}
