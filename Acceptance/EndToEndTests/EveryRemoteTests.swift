import AcceptanceSupport
import Glibc
import TestSupport
import Testing

/// One diary on several machines, by the real programs and over every kind of remote that there is.
@Suite("One diary over every kind of remote")
struct EveryRemoteTests {
  /// Three machines, and what they were told by the remote that they share.
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

    /// Has the laptop use the remote. Returns the words.
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
    func sync(_ homes: TestHome...) throws {
      for home in homes {
        let result = try home.run(["sync"])
        expectEqual(result.status, 0, "\(result.errorText)")
        expectEqual(result.errorText, "", "\(result.errorText)")
      }
    }

    /// That all list the same, with the same photos, and all of it is sound.
    func expectSame(_ homes: TestHome...) throws {
      func listing(_ home: TestHome) throws -> String {
        try home.output("list", "--format", "json").replacing(home.store, with: "")
      }
      func photos(_ home: TestHome) throws -> [String: [UInt8]] {
        let files = try home.files(in: home.store).filter { $0.hasPrefix("assets/") }
        return try Dictionary(
          uniqueKeysWithValues: files.map {
            ($0, try TemporaryFolder.bytes(of: "\(home.store)/\($0)"))
          })
      }
      let (expected, bytes) = try (listing(homes.at(0)), photos(homes.at(0)))
      for home in homes.dropFirst() {
        try expectEqual(listing(home), expected)
        try expectEqual(photos(home), bytes)
      }
      for home in homes {
        let result = try home.run(["verify"])
        expectEqual(result.status, 0, "\(result.text)\(result.errorText)")
        expectEqual(result.text, "", "\(result.text)\(result.errorText)")
      }
    }

    /// That age opens every file that its host has, with the keys of the laptop.
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
      // One file of keys an epoch, and one of each under the words.
      expectEqual(rings.count, 2)
      expectEqual(underWords, 2)
      expectGreater(sealed.count, 6)
      let keys = try folder.write(rings.joined(separator: "\n"), to: "keys")
      for (name, bytes) in sealed {
        do { _ = try open(bytes, with: keys) } catch { fail("\(name): \(error)") }
      }
    }

    /// What a host may read: how to read the rest, and of a repository what holds its files together.
    private func isPlain(_ name: String, _ bytes: [UInt8]) -> Bool {
      if bytes.starts(with: "PhotoDiary remote, format ".utf8) { return true }
      guard place.kind.isGit else { return false }
      return name.hasPrefix("commit ") || name.hasPrefix("tree ")
        || String(decoding: bytes, as: UTF8.self).split(separator: "\n").allSatisfy {
          $0.wholeMatch(of: /[0-9a-f]{40} [0-9]+ [0-9a-z\/]+\.age/) != nil
        }
    }
  }

  @Test(arguments: RemoteKind.real)
  func `three machines write at once, one is removed, and the others have the same`(
    kind: RemoteKind
  ) throws {
    let machines = try Machines(kind)
    let (laptop, desktop, phone) = (machines.laptop, machines.desktop, machines.phone)
    try laptop.add("첫눈", "Kept")
    let id = try laptop.output("add", "Soup", "--photo", Checkout.photo("warm-soup.jpg"))
    let words = try machines.addRemote()
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

    // The phone is the one that wrote about the snow.
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
    expectEqual(Set(try desktop.titles()), ["첫눈", "Kept", "Soup", "Fog", "Snow", "After"])
    expect(!(try phone.titles().contains("After")))

    let another = try TestHome(environment: machines.place.environment.mapValues { $0 })
    try machines.clone(to: another, with: newWords)
    try machines.sync(laptop, desktop, another)
    try machines.expectSame(another, laptop, desktop)
    if Tool.path("age") != nil {
      try machines.expectOpenable()
    } else {
      print("\(kind.rawValue): files weren't opened, for age isn't installed")
    }
  }
}
