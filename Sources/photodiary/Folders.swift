import ArgumentParser
import DiaryStore
import System
import Text

/// Paths of the program's files, by the XDG Base Directory Specification.
struct Folders: Hashable, Sendable {
  /// The folder of the diary.
  let store: String
  /// The name of a shared diary; `nil` for the user's own.
  let diary: String?
  /// The file with the device's id. Each shared diary has another one, so that no one can see that
  /// the same user writes two of them.
  let device: String
  /// The device's name for others; `nil` for the host's name.
  let deviceName: String?
  /// State that belongs to this machine, such as drafts.
  let state: String
  /// Files that can be recreated.
  let cache: String
  /// The folder of the settings.
  let configuration: String
  /// The user's templates, or the sample's.
  let templates: TemplateFolder
  /// `true` if the user writes in it; `false` for a public copy or a sample.
  private(set) var isOwn = true

  /// Creates the paths of a diary. `store` is the value of `--store`, which precedes
  /// `PHOTODIARY_STORE`; `diary` the name of a shared diary.
  ///
  /// - Throws: `ValidationError` if `store` is empty or both are given; `CommandError` if there is
  ///   no such shared diary.
  init(store: String?, diary: String? = nil) throws {
    if let store, store.isEmpty {
      throw ValidationError(localized("--store needs the name of a folder."))
    }
    if store != nil, diary != nil {
      throw ValidationError(localized("--store and --diary can't be used together."))
    }
    let found = try diary.map { try SharedDiaries.found($0) }
    self.init(store: store ?? Self.personalStore, diary: found)
  }

  /// Creates the paths of a shared diary that may not exist yet.
  init(newDiary name: String) { self.init(store: Self.defaultStore, diary: name) }

  private init(store: String, diary: String?) {
    self.store = diary.map(SharedDiaries.store) ?? store
    self.diary = diary
    let state = Self.folder("XDG_STATE_HOME", ".local/state")
    self.state = state
    device = (diary.map { "\(state)/diaries/\($0)" } ?? state) + "/device"
    deviceName = nil
    cache = Self.folder("XDG_CACHE_HOME", ".cache")
    configuration = Self.folder("XDG_CONFIG_HOME", ".config")
    templates = TemplateFolder(folder: configuration + "/templates")
  }

  /// Creates the paths of a public copy of a journal. Its device has the name of the publication,
  /// so that the host's name isn't published.
  init(publication name: String) {
    store = Self.defaultStore + "-public/" + name
    diary = nil
    state = Self.folder("XDG_STATE_HOME", ".local/state")
    device = "\(state)/publications/\(name)/device"
    deviceName = name
    cache = Self.folder("XDG_CACHE_HOME", ".cache")
    configuration = Self.folder("XDG_CONFIG_HOME", ".config")
    templates = TemplateFolder(folder: configuration + "/templates")
    isOwn = false
  }

  /// Creates paths within one folder, except the settings, for a temporary diary. A program with
  /// `XDG_STATE_HOME` and `XDG_CACHE_HOME` set to the folders in it uses the same ones.
  init(within folder: String) {
    store = folder + "/diary"
    diary = nil
    state = folder + "/state/photodiary"
    device = state + "/device"
    deviceName = nil
    cache = folder + "/cache/photodiary"
    configuration = Self.folder("XDG_CONFIG_HOME", ".config")
    templates = TemplateFolder(folder: folder + "/templates")
    isOwn = false
  }

  /// The folder of the user's own diary, unless `--store` is given.
  static var personalStore: String { Environment["PHOTODIARY_STORE"] ?? defaultStore }

  /// The default folder of the diary.
  static var defaultStore: String { folder("XDG_DATA_HOME", ".local/share") }

  /// The arguments that select this diary, independent of the environment; empty for the default
  /// one.
  var arguments: [String] {
    diary.map { ["--diary", $0] } ?? Self.arguments(selecting: StoreLayout(root: store).root)
  }

  /// Returns the arguments that select the diary in a folder.
  static func arguments(selecting store: String) -> [String] {
    if Path.parent(store) == SharedDiaries.folder { return ["--diary", Path.name(store)] }
    return store == StoreLayout(root: defaultStore).root ? [] : ["--store", store]
  }

  /// The name of the diary's files outside of its folder.
  var key: String { StoreLayout(root: store).key }

  /// Removes a shared diary whose creation failed.
  func forgetDiary() {
    guard diary != nil else { return }
    for folder in [
      store, Path.parent(device), Path.join(remotes, key), Path.join(remoteCache, key),
    ] {
      FileSystem.removeTree(folder)
    }
  }
  var spellingWords: String { configuration + "/words.txt" }
  var settings: SettingsFile { SettingsFile(path: configuration + "/config.toml") }
  /// The user's own writing prompts.
  var prompts: PromptFile { PromptFile(path: configuration + "/prompts.txt") }

  /// The settings file, which is the same for all diaries.
  static var userSettings: SettingsFile {
    SettingsFile(path: folder("XDG_CONFIG_HOME", ".config") + "/config.toml")
  }

  /// The folder where archives are unpacked during an import.
  var unpacked: String { cache + "/unpacked" }
  /// Records of the last import into each diary.
  var imports: String { state + "/imports" }
  /// Files that request open diaries to lock.
  var locks: String { state + "/locks" }
  /// Marks of diaries whose encryption isn't complete.
  var encrypting: String { state + "/encrypting" }
  /// Marks of diaries whose decryption isn't complete.
  var decrypting: String { state + "/decrypting" }
  /// Known key files of each encrypted diary.
  var keyPins: String { state + "/key-pins" }
  /// Positions of each diary's photos.
  var positions: String { cache + "/positions" }
  /// Prints of each diary's photos, which tell similar ones.
  var prints: String { cache + "/prints" }
  /// Words of each diary's photos.
  var photoTexts: String { cache + "/photo-texts" }
  /// Pictures that the picture program has drawn.
  var pictures: String { cache + "/pictures" }
  var drafts: String { state + "/drafts" }
  /// The last view of each diary.
  var views: String { state + "/views" }
  /// Sync state of each diary's remotes.
  var remotes: String { state + "/sync" }
  /// The file with the diary's unread news.
  var newsFile: NewsFile { NewsFile(path: "\(state)/news/\(key).json") }
  /// The publications of all diaries.
  var publications: String { state + "/publications" }
  /// Returns the folder of a publication's site, unless it is written directly to its address.
  func site(of publication: String) -> String { cache + "/publications/\(publication)/site" }
  /// Cached files of remotes, which can be fetched again.
  var remoteCache: String { cache + "/sync" }
  /// The folder of systemd's user units.
  var systemdUnits: String { Path.parent(configuration) + "/systemd/user" }
  var openedCopies: OpenedCopies {
    OpenedCopies(folder: (TemporaryFolder.memory.map { $0 + "/photodiary" } ?? cache) + "/opened")
  }

  private static func folder(_ variable: String, _ fallback: String) -> String {
    // The specification requires to ignore relative paths.
    let base =
      Environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(home)/\(fallback)"
    return base + "/photodiary"
  }

  /// Expands `~` in a path that the user wrote.
  static func expanded(_ path: String) -> String {
    path == "~" || path.hasPrefix("~/") ? home + path.dropFirst() : path
  }

  private static var home: String {
    if let home = Environment["HOME"], home.hasPrefix("/") { return home }
    return CurrentUser.home ?? "/"
  }
}

// MARK: - InstalledFiles

/// Files that are installed with the program, in share/photodiary.
enum InstalledFiles {
  /// Returns the path of an installed file, or of the one in Assets of the checkout that the
  /// program was built in; `nil` if there is none.
  static func path(_ name: String) -> String? {
    guard let program = Path.executable else { return nil }
    var folder = Path.parent(program)
    let installed = Path.parent(folder) + "/share/photodiary/" + name
    if FileSystem.isReadable(installed) { return installed }
    while folder != "/" {
      let path = folder + "/Assets/" + name
      if FileSystem.isReadable(path) { return path }
      folder = Path.parent(folder)
    }
    return nil
  }

  /// The photos of the sample diary.
  static var photos: String? { path("photos") }

  /// The names of places. Without them, positions are suggested as coordinates.
  static var places: String? { path("places.bin") }

  /// The lines of the map. Without them, places are drawn on an empty one.
  static var map: String? { path("map.bin") }

  /// A line that names the files missing for the sample diary; `nil` if there are none.
  static var missingLine: String? {
    let files = [
      (localized("photos"), photos), (localized("place names"), places), (localized("map"), map),
    ]
    let missing = files.filter { $0.1 == nil }.map(\.0).joined(separator: ", ")
    return missing.isEmpty
      ? nil : localized("Not installed with PhotoDiary, so missing here: \(missing).")
  }
}
