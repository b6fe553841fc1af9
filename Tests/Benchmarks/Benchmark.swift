/// Something that must hold, to be measured; by its name on the command line.
struct Benchmark: Sendable {
  let name: String
  let run: @Sendable (Options, BenchmarkDiary) throws -> [Finding]
}
