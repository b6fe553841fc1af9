import CSpawn
import Glibc

/// A program on a pseudo-terminal controlled by the test.
package final class PseudoTerminal {
  package private(set) var bytes: [UInt8] = []
  package var pid: Int32 { child.pid }
  package var hasEnded: Bool { child.checkEnd() != nil }

  private var master: Int32
  private let path: String
  private let child: ChildProcess
  private var isClosed = false

  package init(
    program: String, arguments: [String] = [], environment: [String: String],
    folder: String? = nil, columns: Int = 80, rows: Int = 24,
    pixels: (width: Int, height: Int) = (0, 0)
  ) throws {
    var master: Int32 = -1
    var slave: Int32 = -1
    var path = [CChar](repeating: 0, count: 128)
    guard openpty(&master, &slave, &path, nil, nil) == 0 else {
      throw SpawnError(program: "openpty", number: errno)
    }
    self.master = master
    // Only the program may hold it, or its exit would go unnoticed.
    defer { close(slave) }
    pd_resize_terminal(
      master, Int32(columns), Int32(rows), Int32(pixels.width), Int32(pixels.height))
    _ = fcntl(master, F_SETFL, O_NONBLOCK)
    _ = fcntl(master, F_SETFD, FD_CLOEXEC)
    do {
      self.path = path.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
      child = try ChildProcess(
        program, arguments, environment: environment, folder: folder, .terminal(self.path))
    } catch {
      close(master)
      throw error
    }
  }

  deinit { hangUp() }

  /// Waits for output. Returns `false` if none arrived in time, or the program has closed it.
  @discardableResult package func read(until deadline: ContinuousClock.Instant) -> Bool {
    guard !isClosed else { return false }
    let ready = wait([(master, POLLIN)], until: deadline)
    return !ready.isEmpty && pull()
  }

  /// Writes to the program while reading from it. Returns `false` if it didn't read everything.
  @discardableResult package func write(
    _ bytes: some Collection<UInt8>, until deadline: ContinuousClock.Instant = Patience.deadline
  ) -> Bool {
    var rest = Array(bytes)[...]
    while !rest.isEmpty, !isClosed {
      let ready = wait([(master, POLLIN | POLLOUT)], until: deadline)
      guard let events = ready.first else { return false }
      if events & POLLIN != 0 { pull() }
      if events & POLLOUT != 0 {
        let count = rest.withUnsafeBytes { Glibc.write(master, $0.baseAddress, $0.count) }
        if count > 0 { rest = rest.dropFirst(count) }
      } else if events & POLLIN == 0 {
        return false
      }
    }
    return rest.isEmpty
  }

  /// Fills the terminal's buffer, so that the program's next write blocks.
  package func fill() {
    let writer = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard writer >= 0 else { return }
    defer { close(writer) }
    let dots = [UInt8](repeating: UInt8(ascii: "."), count: 64)
    while Glibc.write(writer, dots, dots.count) > 0 {}
    while Glibc.write(writer, dots, 1) > 0 {}
  }

  /// Waits for the program's end without reading its output.
  package func waitForEndWithoutReading(until deadline: ContinuousClock.Instant) -> ProgramEnd? {
    if let end = child.checkEnd() { return end }
    _ = wait([(child.descriptor, POLLIN)], until: deadline)
    return child.checkEnd()
  }

  package func resize(columns: Int, rows: Int, pixels: (width: Int, height: Int) = (0, 0)) {
    pd_resize_terminal(
      master, Int32(columns), Int32(rows), Int32(pixels.width), Int32(pixels.height))
  }

  package func signal(_ number: Int32) { kill(child.pid, number) }

  package func hangUp() {
    guard !isClosed else { return }
    isClosed = true
    close(master)
  }

  /// Waits for the program's end and reads its output. Returns `nil` if it still runs.
  package func waitForEnd(until deadline: ContinuousClock.Instant) -> ProgramEnd? {
    while true {
      if let end = child.checkEnd() {
        while !isClosed, pull() {}
        return end
      }
      let watched = [(child.descriptor, POLLIN)] + (isClosed ? [] : [(master, POLLIN)])
      let ready = wait(watched, until: deadline)
      if ready.isEmpty { return child.checkEnd() }
      // The program has closed the terminal, so only its exit is left to wait for.
      if ready.count > 1, ready[1] != 0, !pull() {
        _ = wait([(child.descriptor, POLLIN)], until: deadline)
      }
    }
  }

  /// True if the program has read all input and waits for more.
  var isAtRest: Bool {
    if hasEnded { return true }
    let slave = open(path, O_RDONLY | O_NOCTTY | O_CLOEXEC)
    var unread: Int32 = 0
    if slave >= 0 {
      unread = pd_unread(slave)
      close(slave)
    }
    return unread == 0 && TestSupport.isAtRest(child.pid)
  }

  /// True if the program's first thread, which draws, is running.
  var isDrawing: Bool {
    !hasEnded && ["R", "D"].contains(processFields("/proc/\(child.pid)/stat")?.first)
  }

  /// The program's CPU time in clock ticks (10 ms).
  package func cpuTicks() -> Int? { child.cpuTicks() }

  /// Reads available output. Returns `false` if there is none.
  @discardableResult private func pull() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = Glibc.read(master, &buffer, buffer.count)
    guard count > 0 else { return false }
    bytes += buffer[..<count]
    return true
  }
}
