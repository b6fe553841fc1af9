import AcceptanceSupport
import Glibc
import TestSupport
import Testing

extension Journeys {
  /// A remote that takes a connection and says nothing is in nobody's way.
  @Suite(.serialized) struct SilentRemote {
    @Test func writingAndLeaving() throws {
      let programs = try TemporaryFolder()
      let ssh = try programs.write(
        """
        #!/bin/sh
        # The host is this machine, until it falls silent.
        if [ -e "$HOME/silent" ]; then echo $$ >"$HOME/process"; exec sleep 1000; fi
        for command; do :; done
        exec sh -c "$command"
        """, to: "ssh")
      expectEqual(chmod(ssh, 0o755), 0)
      let home = try TestHome(environment: [
        "PATH": programs.path + ":/usr/local/bin:/usr/bin:/bin"
      ])
      try home.output("add", "Fog")
      try home.output("remote", "add", "far", "ssh://far.example\(home.folder.path("there"))")
      try expectContains(home.files(in: home.folder.path("there")), "FORMAT.txt")
      try home.folder.write("", to: "silent")
      let session = try home.open()
      let process = home.folder.path("process")
      expect(comesTrue { access(process, F_OK) == 0 })
      session.press(.character("n"))
      try session.waitFor("New entry")
      session.send("Snow")
      session.press(.control("s"))
      try session.waitFor("Added “Snow”.")
      session.press(.character("Y"))
      try session.waitFor("far.example")
      session.press(.character("q"))
      try session.waitForNo("far.example")
      session.press(.enter)
      try session.waitFor("back")
      let words = String(decoding: try home.folder.read(process), as: UTF8.self)
      let number = try require(Int32(words.prefix { $0.isNumber }))
      expectEqual(kill(number, 0), 0, "Something else ended the wait for the remote.")
      session.press(.control("c"))
      try expectEqual(session.waitForEnd(), .status(0))
      expect(comesTrue { kill(number, 0) != 0 && errno == ESRCH })
      try expectEqual(home.titles(), ["Snow", "Fog"])
    }
  }
}
