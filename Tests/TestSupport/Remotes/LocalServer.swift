import Glibc

/// A server on the loopback interface, stopped on deinit.
package final class LocalServer {
  package let port: Int
  private let program: RunningProgram

  private init(_ path: String, waitsFor word: String, _ arguments: (Int) -> [String]) throws {
    // Another process may take the port in the meantime.
    for _ in 0..<20 {
      let port = try SilentListener().port
      let program = try RunningProgram(path, arguments(port))
      do {
        try program.waitForError(word)
        program.ignoreOutput()
        self.port = port
        self.program = program
        return
      } catch is RunningProgram.TimedOut {
        guard program.errorText.contains("in use") else {
          throw Tool.Failure(description: "\(path): \(program.errorText)")
        }
      }
    }
    throw Tool.Failure(description: "\(path): no free port")
  }

  package func url(_ name: String) -> String { "git://127.0.0.1:\(port)/\(name)" }

  package static func gitDaemon(_ folder: String, takes: Bool = true) throws -> LocalServer {
    try LocalServer(Tool.required("git-daemon"), waitsFor: "Ready to rumble") { port in
      [
        "--listen=127.0.0.1", "--port=\(port)", "--base-path=\(folder)", "--export-all",
        "--verbose",
      ] + (takes ? ["--enable=receive-pack"] : []) + [folder]
    }
  }

  package static func webDAV(_ folder: String) throws -> LocalServer {
    try LocalServer(Tool.required("rclone"), waitsFor: "erver started on") { port in
      ["serve", "webdav", folder, "--addr", "127.0.0.1:\(port)", "--config", "/dev/null"]
    }
  }

  /// - Parameter cache: the folder for its generated key.
  package static func sftp(_ folder: String, cache: String) throws -> LocalServer {
    try LocalServer(Tool.required("rclone"), waitsFor: "erver listening on") { port in
      [
        "serve", "sftp", folder, "--addr", "127.0.0.1:\(port)", "--config", "/dev/null",
        "--cache-dir", cache, "--no-auth",
      ]
    }
  }

  /// True if `make deps` has installed an S3 server.
  package static let hasS3 = access(Checkout.path(".build/test-packages/installed.txt"), F_OK) == 0

  package static func s3() throws -> LocalServer {
    let python = Checkout.path(".build/test-packages/bin/python")
    return try LocalServer(python, waitsFor: "Running on") { port in
      ["-m", "moto.server", "--host", "127.0.0.1", "--port", "\(port)"]
    }
  }

  package static func sshd(_ configuration: String) throws -> LocalServer {
    try LocalServer(Tool.required("sshd"), waitsFor: "Server listening") { port in
      ["-D", "-e", "-f", configuration, "-p", "\(port)"]
    }
  }

  package static func freePort() throws -> Int { try SilentListener().port }
}

/// Accepts connections and never replies.
package final class SilentListener {
  package let port: Int
  private let descriptor: Int32

  package init() throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(descriptor, pointer, size) == 0 && listen(descriptor, 5) == 0
          && getsockname(descriptor, pointer, &size) == 0
      }
    }
    port = Int(UInt16(bigEndian: address.sin_port))
    guard isBound else { throw Tool.Failure(description: "no free port") }
  }

  deinit { close(descriptor) }
}
