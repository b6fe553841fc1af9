import DiaryCore
import Glibc

/// Every benchmark there is.
let benchmarks = [FirstFrame.benchmark, BytesPerKey.benchmark, Idle.benchmark]

/// Measures what is asked for. Returns whether every limit holds.
func measure(_ options: Options) throws -> Bool {
  for name in options.names where !benchmarks.contains(where: { $0.name == name }) {
    throw Options.Unknown(argument: name)
  }
  let diary = try BenchmarkDiary(options)
  let findings = try benchmarks.filter {
    options.names.isEmpty || options.names.contains($0.name)
  }.flatMap { try $0.run(options, diary) }
  print(Table.text(findings), terminator: "")
  if let path = options.json {
    guard let file = fopen(path, "w") else { throw CannotWrite(path: path) }
    let bytes = JSONWriter.bytes(.array(findings.map(\.json))) + [0x0A]
    let isWritten = fwrite(bytes, 1, bytes.count, file) == bytes.count
    guard fclose(file) == 0, isWritten else { throw CannotWrite(path: path) }
  }
  return findings.allSatisfy(\.holds)
}

struct CannotWrite: Error, CustomStringConvertible {
  let path: String
  var description: String { "can't write \(path): \(String(cString: strerror(errno)))" }
}

do {
  let options = try Options(Array(CommandLine.arguments.dropFirst()))
  exit(try measure(options) ? 0 : 1)
} catch {
  let line = Array("benchmarks: \(error)\n".utf8)
  write(STDERR_FILENO, line, line.count)
  exit(1)
}
