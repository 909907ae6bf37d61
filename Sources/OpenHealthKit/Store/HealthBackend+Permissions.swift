// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthDatabase
import Workouts

extension HealthBackend {
  /// Asks the person for what wasn't asked yet, and waits for the answer.
  ///
  /// In a terminal the question is put there. Otherwise it stands with the permissions of the app, in the page and in
  /// `zonecoach permissions`, and is waited for `patience`; after that the program goes on with nothing granted, and a
  /// later answer counts from then on.
  func ask(toShare: Set<HKSampleType>, read: Set<HKObjectType>, patience: TimeInterval = 120) throws(HKError) {
    try check(toShare, read)
    let request = try self.read { access, athlete in
      let known = Decided(try access.consents(of: athlete, program: program))
      return PermissionRequest(
        program: program, toShare: toShare.filter { known.answer(.write, $0.identifier) == nil },
        read: read.filter { known.answer(.read, $0.identifier) == nil })
    }
    guard !request.toShare.isEmpty || !request.read.isEmpty else { return }
    switch permissions {
    case .granted: try record(request, PermissionAnswer.everything(of: request))
    case .denied: try record(request, PermissionAnswer())
    case .asked(let answer): try record(request, answer(request))
    case nil:
      try record(request, nil)
      if let answer = TerminalQuestion.ask(request) {
        try record(request, answer)
      } else {
        try wait(for: request, patience)
      }
    }
  }

  private func wait(for request: PermissionRequest, _ patience: TimeInterval) throws(HKError) {
    let end = Date().addingTimeInterval(patience)
    while Date() < end {
      let isOpen = try read { access, athlete in
        let known = Decided(try access.consents(of: athlete, program: program))
        return request.toShare.contains { known.answer(.write, $0.identifier) == nil }
          || request.read.contains { known.answer(.read, $0.identifier) == nil }
      }
      if !isOpen { return }
      Thread.sleep(forTimeInterval: 0.1)
    }
  }

  /// Keeps what was asked for and, unless there is none yet, the answer.
  private func record(_ request: PermissionRequest, _ answer: PermissionAnswer?) throws(HKError) {
    try write { access, athlete in
      func keep(_ kind: Consent.Access, _ type: HKObjectType, _ isGranted: Bool?, from: Date? = nil) throws {
        try access.setConsent(
          Consent(
            program: program, access: kind, type: type.identifier, isGranted: isGranted, at: access.now,
            from: from?.instant), of: athlete)
      }
      for type in request.toShare { try keep(.write, type, answer?.toShare.contains(type)) }
      for type in request.read {
        try keep(.read, type, answer?.read.contains(type), from: answer?.readableFrom[type])
      }
    }
    delivery.changed()
  }

  private func check(_ toShare: Set<HKSampleType>, _ read: Set<HKObjectType>) throws(HKError) {
    if let type = toShare.first(where: { $0 is HKCorrelationType }) ?? read.first(where: { $0 is HKCorrelationType }) {
      throw .invalid("\(type.identifier) can't be asked for; ask for the types that it holds.")
    }
  }

  // MARK: what was decided

  /// What a person has answered.
  struct Decided {
    private var answers: [String: Consent] = [:]

    init(_ consents: [Consent]) {
      for consent in consents { answers[consent.access.rawValue + " " + consent.type] = consent }
    }

    private subscript(_ access: Consent.Access, _ type: String) -> Consent? {
      answers[access.rawValue + " " + type]
    }

    /// Whether it is allowed; nil while that isn't answered.
    func answer(_ access: Consent.Access, _ type: String) -> Bool? {
      guard let consent = self[access, type], consent.isGranted != nil else { return nil }
      return consent.isInForce
    }

    func from(_ type: String) -> Instant? { self[.read, type].flatMap { $0.isInForce ? $0.from : nil } }

    /// Whether it was asked for, answered or not.
    func wasAsked(_ access: Consent.Access, _ type: String) -> Bool { self[access, type] != nil }
  }

  func decided() throws(HKError) -> Decided { try read { try decided($0, $1) } }

  /// The same for who is reading already: one access never begins inside of another.
  private func decided(_ access: ReadAccess, _ athlete: AthleteID) throws -> Decided {
    Decided(try access.consents(of: athlete, program: program))
  }

  /// Whether the store of a test says it without asking.
  private var fixed: Bool? {
    switch permissions {
    case .granted: true
    case .denied: false
    default: nil
    }
  }

  func sharing(of type: HKObjectType) throws(HKError) -> HKAuthorizationStatus {
    if let fixed { return fixed ? .sharingAuthorized : .sharingDenied }
    switch try decided().answer(.write, type.identifier) {
    case nil: return .notDetermined
    case true: return .sharingAuthorized
    case false: return .sharingDenied
    }
  }

  func checkSharing(of type: HKSampleType) throws(HKError) {
    switch try sharing(of: type) {
    case .sharingAuthorized: return
    case .sharingDenied: throw HKError(.errorAuthorizationDenied)
    case .notDetermined:
      report(.savedBeforeAsking(type: type.identifier))
      throw HKError(.errorAuthorizationNotDetermined)
    }
  }

  func mayRead(_ type: HKObjectType) -> Bool {
    if let fixed { return fixed }
    return (try? decided().answer(.read, type.identifier)) == true
  }

  /// The same for who is reading already.
  func mayRead(_ type: HKObjectType, _ access: ReadAccess, _ athlete: AthleteID) -> Bool {
    if let fixed { return fixed }
    return (try? decided(access, athlete).answer(.read, type.identifier)) == true
  }

  /// What of a type shows to this program, for who is reading already.
  func visibility(of type: HKObjectType, _ access: ReadAccess, _ athlete: AthleteID) -> Visibility {
    guard fixed == nil else { return Visibility(program: program, seesOthers: fixed == true, from: -.infinity) }
    let known = try? decided(access, athlete)
    let from = (known?.from(type.identifier)).map { Date(instant: $0).timeIntervalSinceReferenceDate }
    return Visibility(
      program: program, seesOthers: known?.answer(.read, type.identifier) == true, from: from ?? -.infinity)
  }

  /// From when on samples of a type may be read, where the person shows only the recent past.
  func readableFrom(_ type: HKObjectType) -> Date? {
    guard fixed == nil else { return nil }
    return (try? decided().from(type.identifier)).flatMap { $0 }.map(Date.init(instant:))
  }

  /// In strict mode: says that a type is read which the program hasn't asked for.
  func noteReading(_ type: HKObjectType) {
    guard isStrict, fixed == nil, let known = try? decided() else { return }
    if !known.wasAsked(.read, type.identifier) { report(.readBeforeAsking(type: type.identifier)) }
  }

  func requestStatus(
    toShare: Set<HKSampleType>, read: Set<HKObjectType>
  ) throws(HKError) -> HKAuthorizationRequestStatus {
    try check(toShare, read)
    if fixed != nil { return .unnecessary }
    let known = try decided()
    let isKnown =
      toShare.allSatisfy { known.answer(.write, $0.identifier) != nil }
      && read.allSatisfy { known.answer(.read, $0.identifier) != nil }
    return isKnown ? .unnecessary : .shouldRequest
  }
}

extension Date {
  init(instant: Instant) {
    self.init(timeIntervalSince1970: Double(instant.millisecondsSince1970) / 1000)
  }
}
