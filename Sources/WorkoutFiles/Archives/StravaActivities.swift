// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

/// The list of activities in what Strava hands out (`activities.csv`): what the athlete called each, by file.
///
/// The list is in the athlete's language and has gained columns over the years, several of the same name. Columns are
/// found by their known names, the first of a name first; in an unknown language only the file's column is, by its
/// values. All that is measured is in the files themselves.
public struct StravaActivities: Sendable {
  /// A row of the list.
  public struct Row: Hashable, Sendable {
    /// The number of the activity, which is not that of its file.
    public var id: String?
    /// What the athlete called it.
    public var name: String?
    /// The sport, in the list's words.
    public var type: String?
    /// The sport, where those words are known.
    public var sport: Sport?
    /// What the athlete wrote about it.
    public var description: String?
    /// Whether it was a way to work, if told.
    public var isCommute: Bool?
    /// The file as the list names it (`activities/….fit.gz`), `nil` for an activity that was typed in.
    public var file: String?
  }

  /// The rows in order.
  public let rows: [Row]
  private let places: [String: Int]

  /// Reads the bytes of `activities.csv`; without a header that can be made sense of there are no rows.
  public init(csv bytes: [UInt8]) {
    var table = CSVRows(bytes)
    var rows: [Row] = [], places: [String: Int] = [:]
    if let header = table.next() {
      var columns = Columns(header: header)
      while let fields = table.next() {
        if columns.file == nil {
          columns.file = fields.firstIndex { $0.hasPrefix("activities/") }
        }
        func field(_ column: Int?) -> String? {
          guard let column, column < fields.count, !fields[column].isEmpty else { return nil }
          return fields[column]
        }
        let type = field(columns.type)
        let row = Row(
          id: field(columns.id), name: field(columns.name), type: type, sport: type.flatMap(Self.sport),
          description: field(columns.description), isCommute: field(columns.commute).flatMap(Self.truth),
          file: field(columns.file))
        if let file = row.file { places[file] = rows.count }
        rows.append(row)
      }
    }
    self.rows = rows
    self.places = places
  }

  /// The row that names a file.
  public func row(forFile file: String) -> Row? { places[file].map { rows[$0] } }

  /// Where what is read stands.
  private struct Columns {
    var id: Int?, name: Int?, type: Int?, description: Int?, commute: Int?, file: Int?

    init(header: [String]) {
      func place(_ names: [String]) -> Int? {
        header.firstIndex { cell in names.contains(cell.replacing("\u{2019}", with: "'").lowercased()) }
      }
      id = place([
        "activity id", "id", "aktivitäts-id", "id de l'activité", "id de actividad", "id da atividade", "id attività",
      ])
      name = place([
        "activity name", "name", "name der aktivität", "nom de l'activité", "nombre de la actividad",
        "nome da atividade", "nome attività",
      ])
      type = place([
        "activity type", "type", "aktivitätsart", "type d'activité", "tipo de actividad", "tipo de atividade",
        "tipo di attività",
      ])
      description = place([
        "activity description", "description", "beschreibung der aktivität", "aktivitätsbeschreibung",
        "description de l'activité", "descripción de la actividad",
      ])
      commute = place(["commute", "pendeln", "pendelfahrt", "trajet domicile-travail", "trayecto al trabajo"])
      file = place(["filename", "dateiname", "nom du fichier", "nombre del archivo", "nome do arquivo", "nome file"])
    }
  }

  private static func truth(_ word: String) -> Bool? {
    switch word.lowercased() {
    case "true", "1", "1.0": true
    case "false", "0", "0.0": false
    default: nil
    }
  }

  /// The sport of a type in English, as Strava's list and its interface write them.
  private static func sport(_ type: String) -> Sport? {
    switch type.lowercased().filter({ $0.isLetter }) {
    case "ride", "virtualride", "mountainbikeride", "gravelride", "radfahrt", "fahrt", "sortieàvélo", "vuelta":
      .cycling
    case "ebikeride", "emountainbikeride": Sport(rawValue: "e_biking")
    case "run", "trailrun", "virtualrun", "lauf", "courseàpied", "carrera": .running
    case "swim", "schwimmen", "natation", "natación": .swimming
    case "walk", "spaziergang", "marche", "caminata": .walking
    case "hike", "wanderung", "randonnée", "senderismo": .hiking
    case "rowing", "virtualrow", "rudern", "aviron", "remo": .rowing
    case "workout", "weighttraining", "crossfit", "training": .training
    case "nordicski", "backcountryski": Sport(rawValue: "cross_country_skiing")
    case "alpineski": Sport(rawValue: "alpine_skiing")
    case "snowboard": Sport(rawValue: "snowboarding")
    case "snowshoe": Sport(rawValue: "snowshoeing")
    case "iceskate": Sport(rawValue: "ice_skating")
    case "inlineskate": Sport(rawValue: "inline_skating")
    case "kayaking": Sport(rawValue: "kayaking")
    default: nil
    }
  }
}
