import DiaryCore
import Glibc

/// Runs the selected benchmarks. Returns true if every limit holds.
@MainActor func measure(_ options: Options) async throws -> Bool {
  for name in options.names where !Benchmark.all.contains(where: { $0.name == name }) {
    throw Options.unknown(name)
  }
  let bench = try Workbench(options)
  var names: [String] = []
  var sections: [[Finding]] = []
  for benchmark in Benchmark.all
  where options.names.isEmpty || options.names.contains(benchmark.name) {
    Progress.report(benchmark.name)
    names.append(benchmark.name)
    sections.append(await benchmark.findings(bench))
  }
  let table = Table.text(sections)
  print(table, terminator: "")
  fflush(nil)
  if let path = options.text { try FileWriter.write(table.utf8, to: path) }
  if let path = options.json {
    let findings = zip(names, sections).flatMap { name, findings in
      findings.map { $0.json(benchmark: name) }
    }
    try FileWriter.write(JSONWriter.bytes(.array(findings)) + [0x0A], to: path)
  }
  // Removing the folder takes a while.
  withExtendedLifetime(bench) { Progress.report("removing what was made") }
  return sections.joined().allSatisfy(\.holds)
}

do {
  let options = try Options(Array(CommandLine.arguments.dropFirst()))
  exit(try await measure(options) ? 0 : 1)
} catch {
  Progress.report("benchmarks: \(error)")
  exit(1)
}
