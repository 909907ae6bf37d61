// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

#pragma once
#include <sqlite3.h>

// A macro that casts a number to a function pointer, which Swift does not import.
static inline sqlite3_destructor_type csqlite_transient(void) { return SQLITE_TRANSIENT; }

// A variadic function, which Swift does not call. Keeps SQL from damaging the file on purpose or by accident.
static inline int csqlite_set_defensive(sqlite3 *db) {
  return sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
}
