import ArgumentParser
import DiaryStore
import Localization
import System

/// Where things stand, by the XDG Base Directory Specification.
struct Folders: Hashable, Sendable {
  /// The diary itself.
  let store: String
  /// What a diary is called that stands beside one's own; `nil` for one's own.
  let diary: String?
  /// The file with the device's id. In a diary beside one's own this machine is another device: nobody sees
  /// by it whose other diary it writes.
  let device: String
  /// What others call this device; `nil` for the host's name.
  let deviceName: String?
  /// The device's id, drafts: what belongs to this machine.
  let state: String
  /// What can be made again.
  let cache: String
  /// The settings.
  let configuration: String
  /// Whether a person writes there: neither a copy for others nor a sample.
  private(set) var isOwn = true

  /// `store` is what the command line says, which goes before `PHOTODIARY_STORE`; a diary beside one's own
  /// is meant by its name.
  init(store: String?, diary: String? = nil) throws {
    if let store, store.isEmpty {
      throw ValidationError(localized("--store needs the name of a folder."))
    }
    if store != nil, diary != nil {
      throw ValidationError(localized("--store and --diary can't be used together."))
    }
    let found = try diary.map { try SharedDiaries.found($0) }
    self.init(store: store ?? Self.ownStore, diary: found)
  }

  /// Those of a diary beside one's own, which may not be there yet.
  init(newDiary name: String) { self.init(store: Self.usualStore, diary: name) }

  private init(store: String, diary: String?) {
    self.store = diary.map(SharedDiaries.store) ?? store
    self.diary = diary
    let state = Self.folder("XDG_STATE_HOME", ".local/state")
    self.state = state
    device = (diary.map { "\(state)/diaries/\($0)" } ?? state) + "/device"
    deviceName = nil
    cache = Self.folder("XDG_CACHE_HOME", ".cache")
    configuration = Self.folder("XDG_CONFIG_HOME", ".config")
  }

  /// Those of a public copy of a journal. What everybody may read doesn't tell the host's name.
  init(publication name: String) {
    store = Self.usualStore + "-public/" + name
    diary = nil
    state = Self.folder("XDG_STATE_HOME", ".local/state")
    device = "\(state)/publications/\(name)/device"
    deviceName = name
    cache = Self.folder("XDG_CACHE_HOME", ".cache")
    configuration = Self.folder("XDG_CONFIG_HOME", ".config")
    isOwn = false
  }

  /// Everything but the settings in one folder, for a diary that is there for a while only. Named by
  /// `XDG_STATE_HOME` and `XDG_CACHE_HOME`, those in it are the same.
  init(within folder: String) {
    store = folder + "/diary"
    diary = nil
    state = folder + "/state/photodiary"
    device = state + "/device"
    deviceName = nil
    cache = folder + "/cache/photodiary"
    configuration = Self.folder("XDG_CONFIG_HOME", ".config")
    isOwn = false
  }

  /// Where one's own diary is, as far as the command line says nothing.
  static var ownStore: String { Environment["PHOTODIARY_STORE"] ?? usualStore }

  /// Where the diary is unless somebody says otherwise.
  static var usualStore: String { folder("XDG_DATA_HOME", ".local/share") }

  /// What means this diary on a command line, whatever the environment says; nothing for the usual one.
  var arguments: [String] {
    if let diary { return ["--diary", diary] }
    return store == Self.usualStore ? [] : ["--store", StoreLayout(root: store).root]
  }

  /// Takes away all of a diary that was begun and couldn't be made.
  func forgetDiary() {
    guard diary != nil else { return }
    let key = StoreLayout(root: store).key
    for folder in [
      store, Path.parent(device), Path.join(remotes, key), Path.join(remoteCache, key),
    ] {
      FileSystem.removeTree(folder)
    }
  }
  var ownWords: String { configuration + "/words.txt" }
  var settings: SettingsFile { SettingsFile(path: configuration + "/config.toml") }
  /// A person's own questions.
  var prompts: PromptFile { PromptFile(path: configuration + "/prompts.txt") }
  var templates: TemplateFolder { TemplateFolder(folder: configuration + "/templates") }

  /// The settings, whatever the diary is.
  static var ownSettings: SettingsFile {
    SettingsFile(path: folder("XDG_CONFIG_HOME", ".config") + "/config.toml")
  }

  /// Where archives are unpacked while they are imported.
  var unpacked: String { cache + "/unpacked" }
  /// What the last import into each diary brought.
  var imports: String { state + "/imports" }
  /// What asks open diaries to lock themselves.
  var locks: String { state + "/locks" }
  /// Which diaries are being encrypted.
  var encrypting: String { state + "/encrypting" }
  /// The key files of each encrypted diary, as this machine knows them.
  var keyPins: String { state + "/key-pins" }
  /// Where each diary's photos were taken.
  var positions: String { cache + "/positions" }
  /// What the picture program has drawn.
  var pictures: String { cache + "/pictures" }
  var drafts: String { state + "/drafts" }
  /// How each diary was left.
  var views: String { state + "/views" }
  /// What is known of each diary's remotes.
  var remotes: String { state + "/sync" }
  /// What others have written in each diary that isn't read yet.
  var news: String { state + "/news" }
  /// What is public of which diary, and where.
  var publications: String { state + "/publications" }
  /// The site of a publication, where it isn't written to its place itself.
  func site(of publication: String) -> String { cache + "/publications/\(publication)/site" }
  /// What remotes need again and can give again.
  var remoteCache: String { cache + "/sync" }
  /// Where systemd looks for what a person starts.
  var systemdUnits: String { Path.parent(configuration) + "/systemd/user" }
  var openedCopies: OpenedCopies {
    OpenedCopies(folder: (TemporaryFolder.memory.map { $0 + "/photodiary" } ?? cache) + "/opened")
  }

  private static func folder(_ variable: String, _ fallback: String) -> String {
    // The specification: a relative path is to be ignored.
    let base =
      Environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(home)/\(fallback)"
    return base + "/photodiary"
  }

  /// The path that a person has written, in which ~ stands for their own folder.
  static func expanded(_ path: String) -> String {
    path == "~" || path.hasPrefix("~/") ? home + path.dropFirst() : path
  }

  private static var home: String {
    if let home = Environment["HOME"], home.hasPrefix("/") { return home }
    return CurrentUser.home ?? "/"
  }
}

// MARK: - InstalledFiles

/// What is installed beside the program, under share/photodiary.
enum InstalledFiles {
  /// The path of a file or folder there, or of the one in Assets of the checkout that the program was built
  /// in; `nil` where there is none.
  static func path(_ name: String) -> String? {
    guard let program = Path.ownProgram else { return nil }
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

  /// The names of places. Without them, positions are proposed as coordinates.
  static var places: String? { path("places.bin") }

  /// The lines of the map. Without them, places stand on an empty one.
  static var map: String? { path("map.bin") }
}

// MARK: - Files

// Files and folders whose failures have words of their own here, wherever they are told.
typealias OpenFile = System.OpenFile<SystemError>
typealias FileSystem = System.FileSystem<SystemError>
