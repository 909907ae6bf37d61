// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// How many files and sockets this program may have open.
enum Descriptors {
  /// Raises the limit as far as the system allows, at most to `wanted`; returns the limit that holds.
  static func raiseLimit(to wanted: Int) -> Int {
    #if canImport(Glibc)
      let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let files = RLIMIT_NOFILE
    #endif
    var limit = rlimit()
    guard getrlimit(files, &limit) == 0 else { return 1024 }
    if limit.rlim_cur < wanted {
      let before = limit.rlim_cur
      limit.rlim_cur = min(rlim_t(wanted), limit.rlim_max)
      if setrlimit(files, &limit) != 0 { limit.rlim_cur = before }
    }
    return Int(clamping: limit.rlim_cur)
  }
}
