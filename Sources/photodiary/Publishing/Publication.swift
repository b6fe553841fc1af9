import DiaryCore
import DiaryStore
import Sync
import System

/// A journal, or all of a diary, that everybody may read at an address.
struct Publication: Hashable, Sendable {
  /// What its readers see as its title.
  let name: String
  /// The folder of the diary that it is of.
  let store: String
  /// As `PublicAddress` has it.
  var address: String
  /// `nil` for all journals.
  let journal: String?
  /// Whether it tells where photos were taken, and by which camera.
  var keepsLocation: Bool
  /// Where its pages are on the web, if that is known.
  var web: String?
  /// Its id, once it is public.
  var diary: String?
  /// What the diary was like when it was brought up to date last.
  var source: String?
  /// When that was.
  var updated: Timestamp?
  /// The photos and attachments there, by those in the diary that they were made of.
  var assets: [AssetID: AssetID] = [:]

  /// What others follow it by.
  var followed: String { diary.map { "\(address)#\($0)" } ?? address }

  /// What is public of the diary. Locking a journal hides it on the screens; it takes nothing back.
  var query: EntryQuery {
    var query = EntryQuery(journal.map { .journal($0) } ?? .all)
    query.includesHidden = true
    return query
  }
}

extension Publication {
  private init?(name: String, _ json: JSONValue) {
    guard let store = json["store"]?.string, let address = json["address"]?.string else {
      return nil
    }
    self.init(
      name: name, store: store, address: address, journal: json["journal"]?.string,
      keepsLocation: json["location"]?.bool == true, web: json["web"]?.string,
      diary: json["diary"]?.string, source: json["source"]?.string,
      updated: json["updated"]?.string.flatMap { Timestamp($0) })
    for member in json["assets"]?.members ?? [] {
      guard let asset = AssetID(member.name),
        let copy = member.value.string.flatMap({ AssetID($0) })
      else { continue }
      assets[asset] = copy
    }
  }

  private var json: JSONValue {
    [
      "store": .string(store), "address": .string(address), "journal": .optional(journal),
      "location": .bool(keepsLocation), "web": .optional(web), "diary": .optional(diary),
      "source": .optional(source), "updated": .optional(updated?.description),
      "assets": .object(
        assets.sorted { $0.key < $1.key }.map {
          JSONMember($0.key.description, .string($0.value.description))
        }),
    ]
  }

  // MARK: On the disk

  private static let ending = ".json"
  private static func path(of name: String) -> String {
    Path.join(Folders(publication: name).publications, name + ending)
  }

  /// All of this person's, in the order of their names.
  static func all() -> [Publication] {
    let names = (try? FileSystem.names(in: Folders(publication: "").publications)) ?? []
    return names.filter { $0.hasSuffix(ending) }.sorted().compactMap {
      named(String($0.dropLast(ending.count)))
    }
  }

  static func named(_ name: String) -> Publication? {
    guard let file = try? OpenFile.reading(path(of: name)), let bytes = try? file.rest(),
      let json = try? JSONParser.parse(bytes)
    else { return nil }
    return Publication(name: name, json)
  }

  func keep() throws(SystemError) {
    let path = Self.path(of: name)
    try FileSystem.makeFolders(Path.parent(path))
    var writer = JSONWriter(isIndented: true)
    writer.write(json)
    try DurableFile<SystemError>.write(writer.bytes + [0x0A], to: path)
  }

  /// Forgets it, and the copy on this machine. What lies at the address stays.
  func forget() {
    let folders = Folders(publication: name)
    FileSystem.unlink(Self.path(of: name))
    for folder in [
      folders.store, Path.parent(folders.device), Path.parent(folders.site(of: name)),
      Path.join(folders.remotes, StoreLayout(root: folders.store).key),
      Path.join(folders.remoteCache, StoreLayout(root: folders.store).key),
    ] {
      FileSystem.removeTree(folder)
    }
  }
}
