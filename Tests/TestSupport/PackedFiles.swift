// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import CArchive

/// Makes archives for tests.
public enum PackedFiles {
  /// Kinds of archives.
  public enum Format: Sendable { case zip, tar, tarGzip, gzip }

  /// Packs files under their names, which are bytes as given.
  public static func pack(_ files: [(name: String, bytes: [UInt8])], as format: Format = .zip, stored: Bool = false)
    -> [UInt8]
  {
    let total = files.reduce(1 << 20) { $0 + $1.bytes.count + $1.bytes.count / 8 + 4096 }
    var output = [UInt8](repeating: 0, count: total)
    var used = 0
    output.withUnsafeMutableBytes { buffer in
      guard let handle = archive_write_new() else { return }
      defer { archive_write_free(handle) }
      switch format {
      case .zip:
        archive_write_set_format_zip(handle)
        archive_write_set_options(handle, stored ? "zip:compression=store" : "zip:compression=deflate")
      case .tar: archive_write_set_format_pax_restricted(handle)
      case .tarGzip:
        archive_write_set_format_pax_restricted(handle)
        archive_write_add_filter_gzip(handle)
      case .gzip:
        archive_write_set_format_raw(handle)
        archive_write_add_filter_gzip(handle)
      }
      archive_write_set_bytes_in_last_block(handle, 1)
      archive_write_open_memory(handle, buffer.baseAddress, buffer.count, &used)
      for file in files {
        let entry = archive_entry_new()
        defer { archive_entry_free(entry) }
        archive_entry_set_pathname(entry, file.name)
        archive_entry_set_size(entry, Int64(file.bytes.count))
        archive_entry_set_filetype(entry, file.name.hasSuffix("/") ? 0o040000 : 0o100000)
        archive_entry_set_perm(entry, 0o644)
        archive_write_header(handle, entry)
        file.bytes.withUnsafeBytes { _ = archive_write_data(handle, $0.baseAddress, $0.count) }
      }
      archive_write_close(handle)
    }
    return Array(output.prefix(used))
  }

  /// The smallest thing that passes for a FIT file by its signature.
  public static func fitLike(_ seed: UInt8 = 0) -> [UInt8] {
    [14, 0x20, 0, 0, 0, 0, 0, 0] + Array(".FIT".utf8) + [0, 0, seed, seed]
  }

  /// A zip with `count` members without a byte, each with a head of its own.
  public static func empty(count: Int) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    var heads: [UInt8] = [], list: [UInt8] = []
    for place in 0..<count {
      let name = Array("\(place)".utf8)
      let facts = number(10, 2) + [UInt8](repeating: 0, count: 20) + number(name.count, 2) + number(0, 2)
      list +=
        [0x50, 0x4B, 1, 2] + number(10, 2) + facts + [UInt8](repeating: 0, count: 10) + number(heads.count, 4) + name
      heads += [0x50, 0x4B, 3, 4] + facts + name
    }
    let few = number(min(count, 0xFFFF), 2)
    return heads + list + [0x50, 0x4B, 5, 6, 0, 0, 0, 0] + few + few + number(list.count, 4) + number(heads.count, 4)
      + [0, 0]
  }

  /// A zip with `count` members that are all the same bytes of the file, which hold `size` zeros.
  public static func overlapping(count: Int, size: Int) -> [UInt8] {
    let one = pack([("a", [UInt8](repeating: 0, count: size))])
    // The list starts where "PK", 1, 2 stands last, and ends with the record of 22 bytes.
    let end = one.count - 22
    var start = end
    while !one[start...].starts(with: [0x50, 0x4B, 1, 2]) { start -= 1 }
    let entry = one[start..<end]
    var zip = Array(one[..<start])
    for _ in 0..<count { zip += entry }
    var record = Array(one[end...])
    func put(_ value: Int, at place: Int, _ count: Int) {
      for i in 0..<count { record[place + i] = UInt8(truncatingIfNeeded: value >> (8 * i)) }
    }
    put(min(count, 0xFFFF), at: 8, 2)
    put(min(count, 0xFFFF), at: 10, 2)
    put(entry.count * count, at: 12, 4)
    return zip + record
  }
}
