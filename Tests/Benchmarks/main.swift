import Glibc

/// Every benchmark there is.
let benchmarks = [FirstFrame.benchmark]

do {
  let options = try Options(Array(CommandLine.arguments.dropFirst()))
  for name in options.names where !benchmarks.contains(where: { $0.name == name }) {
    throw Options.Unknown(argument: name)
  }
  for benchmark in benchmarks where options.names.isEmpty || options.names.contains(benchmark.name)
  {
    try benchmark.run(options)
  }
} catch {
  let line = Array("benchmarks: \(error)\n".utf8)
  write(STDERR_FILENO, line, line.count)
  exit(1)
}
