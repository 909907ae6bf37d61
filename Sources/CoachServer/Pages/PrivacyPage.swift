// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import HealthDatabase
import Workouts

/// What is here, how to take it away, how to be rid of it.
struct PrivacyPage {
  /// What is stored of the athlete.
  var counts: DeletionCounts
  /// How much room it takes.
  var bytes: Int64
  /// The workouts, newest first.
  var entries: [WorkoutEntry]
  /// Whether a copy from before the last restore lies in the data folder.
  var hasCopyBeforeRestore: Bool
  /// What the workouts come from.
  var sources: [SourceSummary]
  /// The programs that may use health data, or ask to.
  var programs: [ProgramPermissions]
  /// The browsers that were let in.
  var browsers: [Access.Browser]
  /// Which of them asks.
  var thisBrowser: String?
  /// What was just deleted, if anything.
  var receipt: DeletionReceipt?

  /// The whole document.
  var html: HTML {
    Frame(title: receipt == nil ? t("Privacy") : t("Deleted · Privacy"), place: .privacy).page(
      """
      <div class="stack"><h1>\(th("Privacy"))</h1>
      <p class="line">\(th("No request leaves this computer."))</p>
      <p class="muted">\(th("There is no account, no cloud and no measuring of what you do. What you bring in lies in one folder on this computer, readable by you alone, and this page answers to this computer alone."))</p>
      \(receipt.map { ReceiptSection(receipt: $0).html })
      <section class="section" aria-labelledby="here-h"><div class="head"><h2 id="here-h">\(th("What is here"))</h2>\(room)</div>
      \(stored)</section>
      \(ProgramsSection(programs: programs).html)
      \(BrowsersSection(browsers: browsers, this: thisBrowser).html)
      <section class="section" aria-labelledby="take-h"><div class="head"><h2 id="take-h">\(th("Take it with you"))</h2></div>\
      <p class="muted prose">\(th("One file with everything: all workouts, all sources, your zones. \(restore) brings it back on any computer. A single workout has its Export on its own page."))</p>\
      <p class="below"><a class="btn" href="/privacy/everything.sqlite" download>\(Icon.data.svg)\(th("Export everything"))</a></p></section>
      \(isEmpty ? "" : DeletionChoices(sources: sources).html)
      \(copies)</div>
      """)
  }

  private var restore: HTML { "<span class=\"nowrap\">\(t("“\("zonecoach restore")”"))</span>" }

  private var isEmpty: Bool { DataWords.rows(counts).isEmpty }

  private var room: HTML? {
    isEmpty ? nil : "<p class=\"small muted num\">\(th("\(DataWords.size(bytes)) on the disk"))</p>"
  }

  private var stored: HTML {
    if isEmpty {
      return "<p class=\"muted num\">\(th("Nothing is stored. The empty database takes \(DataWords.size(bytes))."))</p>"
    }
    var dates = ""
    if let newest = entries.first, let oldest = entries.last {
      let (from, to) = (Dates.monthAndYear(oldest.start), Dates.monthAndYear(newest.start))
      dates = from == to ? from : t("\(from) to \(to)")
    }
    return """
      <table class="stored"><caption>\(dates.isEmpty ? t("Kinds and amounts") : t("Workouts from \(dates)"))</caption>\
      <thead><tr><th scope="col">\(th("Kind"))</th><th scope="col" class="n">\(th("Amount"))</th></tr></thead>\
      <tbody>\(DataWords.table(counts))</tbody></table>
      """
  }

  private var copies: HTML? {
    guard hasCopyBeforeRestore else { return nil }
    return """
      <p class="note">\(Icon.note.svg)<span>\(th("The data folder also holds a copy from before the last restore, “health.sqlite.before-restore”. It is yours to keep or to remove; deleting everything takes it along."))</span></p>
      """
  }
}

/// What was deleted, to look at and to keep.
struct ReceiptSection {
  var receipt: DeletionReceipt

  var html: HTML {
    let state =
      receipt.isComplete
      ? t("The bytes are gone from the database and from its log.")
      : t("The rows are gone. Another program holds the database open; the bytes go as soon as it lets go.")
    let number = String(receipt.request.prefix(8))
    let verify: HTML = "<span class=\"nowrap\">\(t("“\("zonecoach delete --verify")”"))</span>"
    return """
      <section class="card stack receipt" aria-labelledby="receipt-h" id="receipt"><h2 id="receipt-h">\(th("Deleted. Your receipt"))</h2>\
      <p role="status">\(state)</p>\
      <table class="stored"><caption>\(th("Receipt \(number), \(Dates.full(receipt.completed))"))</caption>\
      <thead><tr><th scope="col">\(th("Kind"))</th><th scope="col" class="n">\(th("Deleted"))</th></tr></thead><tbody>\(DataWords.table(receipt.counts))</tbody></table>\
      <p><a class="btn" href="/privacy/receipts/\(receipt.request)" download>\(Icon.data.svg)\(th("Save receipt"))</a></p>\
      <p class="caption">\(th("It holds counts and times, no health value. Only its hash is kept here, so save it if you want it; \(verify) checks it later."))</p></section>
      """
  }
}

/// Amounts of data in words.
enum DataWords {
  /// The kinds of which there are some.
  static func rows(_ counts: DeletionCounts) -> [(kind: String, amount: String)] {
    let all: [(String, Int)] = [
      (t("Workouts"), counts.workouts), (t("Recordings"), counts.recordings),
      (t("Files they came from"), counts.sources),
      (t("Values in their curves"), counts.values), (t("Legs"), counts.legs), (t("Laps"), counts.laps),
      (t("Pauses"), counts.pauses), (t("Sensors"), counts.sensors), (t("Zone totals of devices"), counts.deviceZones),
      (t("Notes about files"), counts.problems), (t("Times in zone, computed"), counts.zoneGroups),
      (t("Times at value, computed"), counts.histograms), (t("Rows of the list, computed"), counts.cards),
      (t("Pairs you took apart"), counts.splitPairs), (t("Consents"), counts.consents),
      (t("Notes about imports"), counts.jobs),
      (t("Best efforts, computed"), counts.efforts), (t("Stretches you left out"), counts.exclusions),
      (t("Your numbers"), counts.anchors), (t("Your choices of zones"), counts.zoneChoices),
      (t("Samples that programs saved"), counts.samples), (t("Sessions of programs"), counts.sessions),
      (t("Your own zones"), counts.customZones), (t("Your corrections of zones"), counts.zoneCorrections),
      (t("Your plans"), counts.plans), (t("Your settings"), counts.settings),
      (t("Marks of deleted files"), counts.deletionMarks),
    ]
    return all.filter { $0.1 > 0 }.map { ($0.0, amount($0.1)) }
  }

  /// The rows of a table.
  static func table(_ counts: DeletionCounts) -> [HTML] {
    rows(counts).map { "<tr><th scope=\"row\">\($0.kind)</th><td class=\"n\">\($0.amount)</td></tr>" }
  }

  /// A count that can be read out: `412`, `12,961`, `1.2 million`.
  static func amount(_ count: Int) -> String {
    guard count >= 1_000_000 else { return Format.whole(Double(count)) }
    return Format.large(count)
  }

  /// Bytes: `612 KB`, `12.3 MB`, `1.4 GB`.
  static func size(_ bytes: Int64) -> String {
    switch bytes {
    case ..<1_000_000: "\(max(1, Int((Double(bytes) / 1000).rounded()))) KB"
    case ..<1_000_000_000: "\(Format.decimals(Double(bytes) / 1e6, 1)) MB"
    default: "\(Format.decimals(Double(bytes) / 1e9, 1)) GB"
    }
  }
}
