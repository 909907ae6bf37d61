// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import WorkoutFiles

/// Archives made to exhaust their reader. Each is refused within a second.
@Suite(.serialized) struct ArchiveBombTests {
  /// Reads all of an archive and returns why it was refused.
  private func refusal(_ bytes: [UInt8], limits: ArchiveLimits = ArchiveLimits()) throws -> String? {
    let start = threadSeconds()
    defer { #expect(threadSeconds() - start < 1) }
    do {
      _ = try ArchiveTests.contents(WorkoutArchive.open(bytes: bytes, limits: limits))
      return nil
    } catch let error as FileError {
      return error.code.rawValue
    }
  }

  private static let zeros = [UInt8](repeating: 0, count: 200 << 20)

  @Test func `a few kilobytes that unpack to hundreds of megabytes`() throws {
    let fit = PackedFiles.fitLike() + Self.zeros
    for format in [PackedFiles.Format.zip, .gzip, .tarGzip] {
      #expect(try refusal(PackedFiles.pack([("a.fit", fit)], as: format)) == "archive-bomb", "\(format)")
    }
  }

  @Test func `a bomb inside an archive, twice`() throws {
    let inner = PackedFiles.pack([("a.fit", PackedFiles.fitLike() + Self.zeros)])
    let outer = PackedFiles.pack([("b.zip", inner)])
    #expect(try refusal(outer) == "archive-bomb")
    #expect(
      try refusal(PackedFiles.pack([("c.fit.gz", PackedFiles.pack([("b.zip", outer)], as: .gzip))])) == "archive-bomb")
  }

  @Test func `a bomb among what is left out`() throws {
    // In a stream without a list of members the bytes have to be unpacked to get past them.
    #expect(try refusal(PackedFiles.pack([("a.txt", Self.zeros), ("b.fit", [1])], as: .tarGzip)) == "archive-bomb")
    let inner = PackedFiles.pack([("a.txt", Self.zeros), ("b.fit", PackedFiles.fitLike())])
    #expect(try refusal(PackedFiles.pack([("c.zip", inner)])) == "archive-bomb")
  }

  @Test func `a document that never ends`() throws {
    let document = ArchiveTests.health.dropLast(15) + Array(repeating: UInt8(ascii: " "), count: 150 << 20)
    #expect(try refusal(PackedFiles.pack([("export.xml", Array(document))])) == "archive-bomb")
  }

  @Test func `many members, each of them harmless`() throws {
    let fit = PackedFiles.fitLike() + Self.zeros.prefix(20 << 20)
    #expect(try refusal(PackedFiles.pack((0..<20).map { ("\($0).fit", fit) })) == "archive-bomb")
  }

  @Test func `members that lie over one another`() throws {
    // All are one place in the file; it is read once.
    let bytes = PackedFiles.overlapping(count: 60_000, size: 32 << 20)
    let contents = try ArchiveTests.contents(WorkoutArchive.open(bytes: bytes))
    #expect(contents.count == 1)
    #expect(try refusal(bytes) == nil)
  }

  @Test func `more members than anybody has`() throws {
    var limits = ArchiveLimits()
    limits.memberCount = 100
    let files = (0..<101).map { (name: "\($0).fit", bytes: ArchiveTests.fit) }
    #expect(try refusal(PackedFiles.pack(files), limits: limits) == "archive-bomb")
    #expect(try refusal(PackedFiles.pack([("a.zip", PackedFiles.pack(files))]), limits: limits) == "archive-bomb")
    // Empty ones weigh nothing each.
    #expect(try ArchiveTests.contents(WorkoutArchive.open(bytes: PackedFiles.empty(count: 20_000))).count == 20_000)
    #expect(try refusal(PackedFiles.empty(count: 150_000)) == "archive-bomb")
    // A list of members alone that takes more memory than all of a sound archive.
    #expect(try refusal(PackedFiles.overlapping(count: 400_000, size: 10)) == "archive-bomb")
  }

  @Test func `archives inside archives without end are followed no further than the limit`() throws {
    var bytes = PackedFiles.pack([("a.fit", ArchiveTests.fit)])
    for _ in 0..<10 { bytes = PackedFiles.pack([("x.zip", bytes), ("y.zip", bytes)]) }
    let contents = try ArchiveTests.contents(WorkoutArchive.open(bytes: bytes))
    #expect(contents.count == 16)
    #expect(contents.allSatisfy { $0.hasSuffix("nested-too-deep") })
  }

  @Test func `a workout file larger than any is left out and the rest is read`() throws {
    var limits = ArchiveLimits()
    limits.workoutBytes = 1000
    let archive = try WorkoutArchive.open(
      bytes: PackedFiles.pack([
        ("a.fit", ArchiveTests.fit + Array(repeating: 7, count: 2000)), ("b.fit", ArchiveTests.fit),
      ]),
      limits: limits)
    #expect(try ArchiveTests.contents(archive) == ["a.fit: too-large", "b.fit: workout 16"])
  }
}
