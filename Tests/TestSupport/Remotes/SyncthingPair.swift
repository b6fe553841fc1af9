import Glibc

/// Two Syncthing processes that sync a folder with each other only.
package final class SyncthingPair {
  private let folder: TemporaryFolder
  private let sides: [Side]
  private var programs: [RunningProgram] = []

  private struct Side {
    let name: String
    let id: String
    let port: Int
  }

  package init() throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    sides = try ["one", "other"].map { name in
      // Without this folder, Syncthing assumes a detached disk.
      try folder.write("", to: "\(name)/diary/.stfolder/none")
      let home = folder.path("\(name)/syncthing")
      try Tool.run("syncthing", ["generate", "--home", home, "--no-default-folder"])
      let id = try Tool.run("syncthing", ["--home", home, "--device-id"]).text
      return Side(
        name: name, id: String(id.prefix { !$0.isNewline }), port: try LocalServer.freePort())
    }
    for side in sides {
      try folder.write(settings(of: side), to: "\(side.name)/syncthing/config.xml")
    }
  }

  deinit { for program in programs { program.send(SIGKILL) } }

  /// Discovery, relays and reports are off.
  private func settings(of side: Side) -> String {
    let devices = sides.map { "<device id=\"\($0.id)\"/>" }.joined()
    let addresses = sides.map {
      "<device id=\"\($0.id)\"><address>tcp://127.0.0.1:\($0.port)</address></device>"
    }.joined(separator: "\n")
    return """
      <configuration version="36">
      <folder id="diary" path="\(folder.path(side.name))/diary" type="sendreceive"
        rescanIntervalS="3600" fsWatcherEnabled="true" fsWatcherDelayS="1">
      \(devices)<maxConflicts>-1</maxConflicts>
      </folder>
      \(addresses)
      <gui enabled="false"/>
      <options>
      <listenAddress>tcp://127.0.0.1:\(side.port)</listenAddress>
      <globalAnnounceEnabled>false</globalAnnounceEnabled>
      <localAnnounceEnabled>false</localAnnounceEnabled>
      <relaysEnabled>false</relaysEnabled>
      <natEnabled>false</natEnabled>
      <reconnectionIntervalS>1</reconnectionIntervalS>
      <startBrowser>false</startBrowser>
      <urAccepted>-1</urAccepted>
      <crashReportingEnabled>false</crashReportingEnabled>
      <autoUpgradeIntervalH>0</autoUpgradeIntervalH>
      </options>
      </configuration>

      """
  }

  package var folders: [String] { sides.map { folder.path("\($0.name)/diary") } }

  package func start() throws {
    programs = try sides.map { side in
      // Without the monitor process, which would restart it.
      try RunningProgram(
        Tool.required("syncthing"),
        ["serve", "--home", folder.path("\(side.name)/syncthing"), "--no-browser"],
        environment: ["STMONITORED": "yes"])
    }
  }

  package func stop() throws {
    for program in programs { program.send(SIGTERM) }
    for program in programs { _ = try program.waitForEnd() }
    programs = []
  }

  /// The files of a folder with their sizes, except unfinished ones.
  package func files(in folder: String) throws -> [String] {
    let found = try Tool.run(
      "find",
      [
        folder, "-ignore_readdir_race", "-type", "f", "-not", "-path", "*/.stfolder/*", "-not",
        "-name", ".syncthing.*.tmp", "-printf", "%P %s\\n",
      ])
    return found.text.split(separator: "\n").map(String.init).sorted()
  }

  /// Waits until both folders contain the same files.
  package func waitUntilAlike() throws {
    let (one, other) = (folders[0], folders[1])
    guard try comesTrue({ try files(in: one) == files(in: other) }) else {
      throw Tool.Failure(description: "\(try files(in: one)) and \(try files(in: other))")
    }
  }
}
