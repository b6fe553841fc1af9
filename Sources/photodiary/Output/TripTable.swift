import DiaryCore
import TerminalUI

/// Trips as a table without a heading: their days, how much they have, and where they went.
struct TripTable {
  let trips: [Trip]

  func write(to output: inout Output) throws {
    let rows = trips.map { trip in
      [
        trip.length == 1
          ? "\(trip.days.lowerBound)" : "\(trip.days.lowerBound)..\(trip.days.upperBound)",
        CountWords.entries(trip.entries), CountWords.photos(trip.photos),
      ]
    }
    let widths = (0..<3).map { column in rows.map { TextWidth.columns($0[column]) }.max() ?? 0 }
    for (row, trip) in zip(rows, trips) {
      let cells = zip(row, widths).map { $0.padded(to: $1) }
      try output.line((cells + [trip.title]).joined(separator: "  "))
    }
  }
}
