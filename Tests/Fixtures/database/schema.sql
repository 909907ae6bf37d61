CREATE INDEX anchor_value_by_athlete ON anchor_value (athlete, kind, from_day);

CREATE INDEX change_by_athlete ON change (athlete, anchor);

CREATE INDEX member_by_name ON member (athlete, name);

CREATE INDEX program_workout_by_origin ON program_workout (athlete, origin);

CREATE INDEX program_workout_by_sync ON program_workout (athlete, sync) WHERE sync IS NOT NULL;

CREATE INDEX recording_by_anchor ON recording (athlete, first_anchor);

CREATE INDEX recording_by_start ON recording (athlete, start_ms, end_ms);

CREATE INDEX recording_by_workout ON recording (athlete, workout);

CREATE INDEX sample_block_by_anchor ON sample_block (athlete, type, last_anchor);

CREATE INDEX sample_block_by_collection ON sample_block (athlete, collection) WHERE collection IS NOT NULL;

CREATE INDEX sample_block_by_name ON sample_block (athlete, name_high, name_last) WHERE name_high IS NOT NULL;

CREATE INDEX sample_block_by_origin ON sample_block (athlete, origin);

CREATE INDEX sample_block_by_sync ON sample_block (athlete, sync) WHERE sync IS NOT NULL;

CREATE INDEX sample_block_by_time ON sample_block (athlete, type, last_ms, first_ms);

CREATE INDEX sample_name_by_block ON sample_name (athlete, block);

CREATE INDEX sample_tombstone_by_anchor ON sample_tombstone (athlete, type, last_anchor);

CREATE INDEX series_by_name ON series (athlete, name_high);

CREATE INDEX source_by_archive ON source (athlete, archive_hash) WHERE archive_hash IS NOT NULL;

CREATE INDEX source_by_content ON source (athlete, content_hash) WHERE content_hash IS NOT NULL;

CREATE INDEX source_by_external_id ON source (athlete, external_id) WHERE external_id IS NOT NULL;

CREATE INDEX source_by_identity ON source (athlete, created_ms, serial) WHERE created_ms IS NOT NULL;

CREATE INDEX split_pair_by_other ON split_pair (athlete, other);

CREATE INDEX workout_by_primary ON workout (athlete, primary_recording);

CREATE INDEX workout_by_start ON workout (athlete, start_ms, id);

CREATE INDEX zone_choice_by_athlete ON zone_choice (athlete, quantity, from_day);

CREATE INDEX zone_choice_by_custom_zones ON zone_choice (athlete, custom_zones) WHERE custom_zones IS NOT NULL;

CREATE INDEX zone_choice_by_workout ON zone_choice (athlete, workout) WHERE workout IS NOT NULL;

CREATE INDEX zone_group_by_correction ON zone_group (athlete, correction) WHERE correction IS NOT NULL;

CREATE TABLE anchor_value (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  athlete INTEGER NOT NULL REFERENCES athlete (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  sport TEXT,
  from_day INTEGER NOT NULL,
  value REAL NOT NULL,
  provenance TEXT NOT NULL,
  note TEXT,
  entered_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE athlete (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid BLOB NOT NULL UNIQUE CHECK (length(uuid) = 16),
  name TEXT NOT NULL UNIQUE,
  settings TEXT,
  mark_key BLOB CHECK (mark_key IS NULL OR length(mark_key) = 32)
) STRICT;

CREATE TABLE change (
  anchor INTEGER PRIMARY KEY AUTOINCREMENT,
  athlete INTEGER NOT NULL REFERENCES athlete (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  uuid BLOB NOT NULL CHECK (length(uuid) = 16),
  operation TEXT NOT NULL CHECK (operation IN ('insert', 'update', 'delete'))
) STRICT;

CREATE TABLE consent (
  athlete INTEGER NOT NULL REFERENCES athlete (id) ON DELETE CASCADE,
  program TEXT NOT NULL,
  access TEXT NOT NULL CHECK (access IN ('read', 'write')),
  type TEXT NOT NULL,
  is_granted INTEGER CHECK (is_granted IS NULL OR is_granted IN (0, 1)),
  at_ms INTEGER NOT NULL,
  revoked_ms INTEGER,
  from_ms INTEGER,
  PRIMARY KEY (athlete, program, access, type)
) STRICT, WITHOUT ROWID;

CREATE TABLE custom_zones (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  athlete INTEGER NOT NULL REFERENCES athlete (id) ON DELETE CASCADE,
  uuid BLOB NOT NULL UNIQUE CHECK (length(uuid) = 16),
  name TEXT NOT NULL CHECK (name <> ''),
  UNIQUE (athlete, id),
  UNIQUE (athlete, name)
) STRICT;

CREATE TABLE custom_zones_version (
  athlete INTEGER NOT NULL,
  custom_zones INTEGER NOT NULL,
  number INTEGER NOT NULL CHECK (number >= 1),
  from_day INTEGER NOT NULL,
  model TEXT NOT NULL,
  entered_ms INTEGER NOT NULL,
  PRIMARY KEY (athlete, custom_zones, number),
  FOREIGN KEY (athlete, custom_zones) REFERENCES custom_zones (athlete, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE deletion_mark (
  athlete INTEGER NOT NULL REFERENCES athlete (id) ON DELETE CASCADE,
  mark BLOB NOT NULL CHECK (length(mark) = 32),
  deleted_ms INTEGER NOT NULL,
  PRIMARY KEY (athlete, mark)
) STRICT, WITHOUT ROWID;

CREATE TABLE device_zone (
  athlete INTEGER NOT NULL,
  recording INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  leg INTEGER,
  lap INTEGER,
  quantity TEXT NOT NULL,
  durations BLOB,
  bounds BLOB,
  limit_quantity TEXT,
  first_bound_starts_zone_1 INTEGER,
  names TEXT,
  maximum_heart_rate REAL,
  resting_heart_rate REAL,
  threshold_heart_rate REAL,
  functional_threshold_power REAL,
  calculation TEXT,
  PRIMARY KEY (athlete, recording, ordinal),
  FOREIGN KEY (athlete, recording) REFERENCES recording (athlete, id) ON DELETE CASCADE,
  CHECK (leg IS NULL OR lap IS NULL),
  CHECK (durations IS NOT NULL OR bounds IS NOT NULL),
  CHECK ((bounds IS NULL) = (limit_quantity IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE effort (
  athlete INTEGER NOT NULL,
  recording INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  quantity TEXT NOT NULL,
  kind TEXT NOT NULL,
  duration_ms INTEGER NOT NULL CHECK (duration_ms > 0),
  value REAL NOT NULL,
  start_ms INTEGER NOT NULL,
  PRIMARY KEY (athlete, recording, ordinal),
  FOREIGN KEY (athlete, recording) REFERENCES recording (athlete, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE exclusion (
  athlete INTEGER NOT NULL,
  recording INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  quantity TEXT NOT NULL,
  kind TEXT NOT NULL,
  start_ms INTEGER NOT NULL,
  end_ms INTEGER NOT NULL CHECK (start_ms < end_ms),
  made_ms INTEGER NOT NULL,
  PRIMARY KEY (athlete, recording, ordinal),
  FOREIGN KEY (athlete, recording) REFERENCES recording (athlete, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE histogram (
  athlete INTEGER NOT NULL,
  recording INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  leg INTEGER,
  quantity TEXT NOT NULL,
  bin_width REAL NOT NULL CHECK (bin_width > 0),
  first_bin INTEGER NOT NULL,
  bins BLOB NOT NULL,
  unknown_ms INTEGER NOT NULL,
  is_exact INTEGER NOT NULL CHECK (is_exact IN (0, 1)),
  PRIMARY KEY (athlete, recording, ordinal),
  FOREIGN KEY (athlete, recording) REFERENCES recording (athlete, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE job (
  athlete INTEGER NOT NULL REFERENCES athlete (id) ON DELETE CASCADE,
  archive_hash BLOB NOT NULL CHECK (length(archive_hash) = 32),
  member TEXT NOT NULL,
  state TEXT NOT NULL,
  detail TEXT,
  updated_ms INTEGER NOT NULL,
  PRIMARY KEY (athlete, archive_hash, member)
) STRICT, WITHOUT ROWID;

CREATE TABLE lap (
  athlete INTEGER NOT NULL,
  recording INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  start_ms INTEGER NOT NULL,
  end_ms INTEGER NOT NULL,
  trigger_kind TEXT NOT NULL,
  intensity TEXT,
  timer_ms INTEGER,
  distance REAL,
  energy REAL,
  average_heart_rate REAL,
  maximum_heart_rate REAL,
  average_power REAL,
  maximum_power REAL,
  ascent REAL,
  PRIMARY KEY (athlete, recording, ordinal),
  FOREIGN KEY (athlete, recording) REFERENCES recording (athlete, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE leg (
  athlete INTEGER NOT NULL,
  recording INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  start_ms INTEGER NOT NULL,
  end_ms INTEGER NOT NULL,
  sport TEXT NOT NULL,
  sub_sport TEXT,
  timer_ms INTEGER,
  distance REAL,
  energy REAL,
  average_heart_rate REAL,
  maximum_heart_rate REAL,
  average_power REAL,
  maximum_power REAL,
  ascent REAL,
  PRIMARY KEY (athlete, recording, ordinal),
  FOREIGN KEY (athlete, recording) REFERENCES recording (athlete, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE member (
  athlete INTEGER NOT NULL REFERENCES athlete (id) ON DELETE CASCADE,
  collection BLOB NOT NULL CHECK (length(collection) = 16),
  kind TEXT NOT NULL,
  name BLOB NOT NULL CHECK (length(name) = 16),
  part BLOB CHECK (part IS NULL OR length(part) = 16),
  PRIMARY KEY (athlete, collection, kind, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE migration (name TEXT NOT NULL PRIMARY KEY, applied_ms INTEGER NOT NULL) STRICT;

CREATE TABLE origin (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  athlete INTEGER NOT NULL REFERENCES athlete (id) ON DELETE CASCADE,
  program TEXT NOT NULL,
  details TEXT NOT NULL,
  UNIQUE (athlete, id),
  UNIQUE (athlete, program, details)
) STRICT;

CREATE TABLE pause (
  athlete INTEGER NOT NULL,
  recording INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  start_ms INTEGER NOT NULL,
  end_ms INTEGER NOT NULL,
  kind TEXT NOT NULL,
  PRIMARY KEY (athlete, recording, ordinal),
  FOREIGN KEY (athlete, recording) REFERENCES recording (athlete, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE plan (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  athlete INTEGER NOT NULL REFERENCES athlete (id) ON DELETE CASCADE,
  uuid BLOB NOT NULL UNIQUE CHECK (length(uuid) = 16),
  name TEXT NOT NULL CHECK (name <> ''),
  document TEXT NOT NULL,
  changed_ms INTEGER NOT NULL,
  UNIQUE (athlete, name)
) STRICT;

CREATE TABLE problem (
  athlete INTEGER NOT NULL,
  recording INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  code TEXT NOT NULL,
  message TEXT NOT NULL,
  byte_offset INTEGER,
  PRIMARY KEY (athlete, recording, ordinal),
  FOREIGN KEY (athlete, recording) REFERENCES recording (athlete, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE program_workout (
  athlete INTEGER NOT NULL,
  recording INTEGER NOT NULL,
  origin INTEGER NOT NULL,
  collection BLOB NOT NULL CHECK (length(collection) = 16),
  sync TEXT,
  sync_version REAL,
  document BLOB NOT NULL,
  PRIMARY KEY (athlete, recording),
  FOREIGN KEY (athlete, recording) REFERENCES recording (athlete, id) ON DELETE CASCADE,
  FOREIGN KEY (athlete, origin) REFERENCES origin (athlete, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE receipt (
  athlete INTEGER NOT NULL REFERENCES athlete (id) ON DELETE CASCADE,
  hash BLOB NOT NULL CHECK (length(hash) = 32),
  PRIMARY KEY (athlete, hash)
) STRICT, WITHOUT ROWID;

CREATE TABLE recording (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  athlete INTEGER NOT NULL,
  workout INTEGER NOT NULL,
  uuid BLOB NOT NULL UNIQUE CHECK (length(uuid) = 16),
  start_ms INTEGER NOT NULL,
  end_ms INTEGER NOT NULL,
  utc_offset INTEGER,
  sport TEXT NOT NULL,
  sub_sport TEXT,
  name TEXT,
  is_smart INTEGER NOT NULL CHECK (is_smart IN (0, 1)),
  has_device INTEGER NOT NULL CHECK (has_device IN (0, 1)),
  manufacturer TEXT,
  product TEXT,
  serial INTEGER,
  software TEXT,
  device_sensor TEXT,
  active_ms INTEGER NOT NULL,
  distance REAL,
  energy REAL,
  age REAL,
  resting_heart_rate REAL,
  maximum_heart_rate REAL,
  threshold_heart_rate REAL,
  functional_threshold_power REAL,
  first_anchor INTEGER NOT NULL,
  is_copy INTEGER NOT NULL CHECK (is_copy IN (0, 1)),
  CHECK (start_ms <= end_ms),
  UNIQUE (athlete, id),
  FOREIGN KEY (athlete, workout) REFERENCES workout (athlete, id) ON DELETE CASCADE
) STRICT;

CREATE TABLE sample_block (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  athlete INTEGER NOT NULL REFERENCES athlete (id) ON DELETE CASCADE,
  type TEXT NOT NULL,
  origin INTEGER NOT NULL,
  unit TEXT,
  collection BLOB CHECK (collection IS NULL OR length(collection) = 16),
  metadata TEXT,
  sync TEXT,
  sync_version REAL,
  first_anchor INTEGER NOT NULL,
  last_anchor INTEGER NOT NULL,
  first_ms INTEGER NOT NULL,
  last_ms INTEGER NOT NULL,
  value_count INTEGER NOT NULL CHECK (value_count BETWEEN 1 AND 16384),
  name_high INTEGER,
  name_first INTEGER,
  name_last INTEGER,
  anchors BLOB,
  starts BLOB NOT NULL,
  ends BLOB,
  value_payload BLOB,
  names BLOB NOT NULL,
  CHECK (first_anchor <= last_anchor),
  CHECK (first_ms <= last_ms),
  UNIQUE (athlete, id),
  FOREIGN KEY (athlete, origin) REFERENCES origin (athlete, id)
) STRICT;

CREATE TABLE sample_name (
  athlete INTEGER NOT NULL,
  name BLOB NOT NULL CHECK (length(name) = 16),
  block INTEGER NOT NULL,
  PRIMARY KEY (athlete, name),
  FOREIGN KEY (athlete, block) REFERENCES sample_block (athlete, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE sample_tombstone (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  athlete INTEGER NOT NULL REFERENCES athlete (id) ON DELETE CASCADE,
  type TEXT NOT NULL,
  program TEXT,
  first_anchor INTEGER NOT NULL,
  last_anchor INTEGER NOT NULL,
  value_count INTEGER NOT NULL CHECK (value_count BETWEEN 1 AND 16384),
  deleted_ms INTEGER NOT NULL,
  sync TEXT,
  sync_version REAL,
  names BLOB NOT NULL
) STRICT;

CREATE TABLE sensor (
  athlete INTEGER NOT NULL,
  recording INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  manufacturer TEXT,
  product TEXT,
  serial INTEGER,
  software TEXT,
  sensor TEXT,
  PRIMARY KEY (athlete, recording, ordinal),
  FOREIGN KEY (athlete, recording) REFERENCES recording (athlete, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE series (
  athlete INTEGER NOT NULL,
  recording INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  quantity TEXT NOT NULL,
  sensor TEXT NOT NULL,
  source_name TEXT,
  path TEXT NOT NULL,
  resolution REAL,
  value_count INTEGER NOT NULL,
  times_of INTEGER CHECK (times_of IS NULL OR times_of < ordinal),
  name_high INTEGER NOT NULL,
  PRIMARY KEY (athlete, recording, ordinal),
  FOREIGN KEY (athlete, recording) REFERENCES recording (athlete, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE series_chunk (
  id INTEGER PRIMARY KEY,
  athlete INTEGER NOT NULL,
  recording INTEGER NOT NULL,
  series INTEGER NOT NULL,
  number INTEGER NOT NULL,
  first_ms INTEGER NOT NULL,
  last_ms INTEGER NOT NULL,
  value_count INTEGER NOT NULL CHECK (value_count BETWEEN 1 AND 16384),
  time_payload BLOB,
  value_payload BLOB NOT NULL,
  UNIQUE (athlete, recording, series, number),
  FOREIGN KEY (athlete, recording, series) REFERENCES series (athlete, recording, ordinal) ON DELETE CASCADE
) STRICT;

CREATE TABLE session (
  athlete INTEGER NOT NULL REFERENCES athlete (id) ON DELETE CASCADE,
  program TEXT NOT NULL,
  uuid BLOB NOT NULL CHECK (length(uuid) = 16),
  changed_ms INTEGER NOT NULL,
  state BLOB NOT NULL,
  PRIMARY KEY (athlete, program, uuid)
) STRICT, WITHOUT ROWID;

CREATE TABLE source (
  athlete INTEGER NOT NULL,
  recording INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  format TEXT NOT NULL,
  file_name TEXT,
  byte_count INTEGER,
  content_hash BLOB CHECK (content_hash IS NULL OR length(content_hash) = 32),
  archive_hash BLOB CHECK (archive_hash IS NULL OR length(archive_hash) = 32),
  imported_ms INTEGER NOT NULL,
  external_id TEXT,
  manufacturer TEXT,
  product TEXT,
  serial INTEGER,
  created_ms INTEGER,
  session INTEGER,
  match_reason TEXT,
  PRIMARY KEY (athlete, recording, ordinal),
  FOREIGN KEY (athlete, recording) REFERENCES recording (athlete, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE split_pair (
  athlete INTEGER NOT NULL,
  recording INTEGER NOT NULL,
  other INTEGER NOT NULL,
  PRIMARY KEY (athlete, recording, other),
  FOREIGN KEY (athlete, recording) REFERENCES recording (athlete, id) ON DELETE CASCADE,
  FOREIGN KEY (athlete, other) REFERENCES recording (athlete, id) ON DELETE CASCADE,
  CHECK (recording < other)
) STRICT, WITHOUT ROWID;

CREATE TABLE tombstone (
  athlete INTEGER NOT NULL REFERENCES athlete (id) ON DELETE CASCADE,
  uuid BLOB NOT NULL CHECK (length(uuid) = 16),
  kind TEXT NOT NULL,
  deleted_ms INTEGER NOT NULL,
  anchor INTEGER NOT NULL,
  PRIMARY KEY (athlete, uuid)
) STRICT, WITHOUT ROWID;

CREATE TABLE workout (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  athlete INTEGER NOT NULL REFERENCES athlete (id) ON DELETE CASCADE,
  uuid BLOB NOT NULL UNIQUE CHECK (length(uuid) = 16),
  created_ms INTEGER NOT NULL,
  changed_ms INTEGER NOT NULL,
  title_override TEXT,
  sport_override TEXT,
  primary_recording INTEGER,
  start_ms INTEGER NOT NULL,
  end_ms INTEGER NOT NULL,
  utc_offset INTEGER,
  sport TEXT NOT NULL,
  sub_sport TEXT,
  name TEXT,
  recording_count INTEGER NOT NULL,
  card_version INTEGER,
  card BLOB,
  CHECK (start_ms <= end_ms),
  CHECK ((card IS NULL) = (card_version IS NULL)),
  UNIQUE (athlete, id),
  FOREIGN KEY (athlete, primary_recording) REFERENCES recording (athlete, id) DEFERRABLE INITIALLY DEFERRED
) STRICT;

CREATE TABLE zone_choice (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  athlete INTEGER NOT NULL REFERENCES athlete (id) ON DELETE CASCADE,
  quantity TEXT NOT NULL,
  sport TEXT,
  from_day INTEGER NOT NULL,
  through_day INTEGER CHECK (through_day IS NULL OR from_day <= through_day),
  workout INTEGER,
  model TEXT,
  custom_zones INTEGER,
  entered_ms INTEGER NOT NULL,
  CHECK (model IS NULL OR custom_zones IS NULL),
  FOREIGN KEY (athlete, workout) REFERENCES workout (athlete, id) ON DELETE CASCADE,
  FOREIGN KEY (athlete, custom_zones) REFERENCES custom_zones (athlete, id) ON DELETE CASCADE
) STRICT;

CREATE TABLE zone_correction (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  athlete INTEGER NOT NULL REFERENCES athlete (id) ON DELETE CASCADE,
  made_ms INTEGER NOT NULL,
  note TEXT NOT NULL,
  UNIQUE (athlete, id)
) STRICT;

CREATE TABLE zone_group (
  athlete INTEGER NOT NULL,
  recording INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  correction INTEGER,
  leg INTEGER,
  quantity TEXT NOT NULL,
  source TEXT NOT NULL,
  scheme TEXT,
  provenance TEXT NOT NULL,
  boundaries BLOB NOT NULL,
  names TEXT NOT NULL,
  first_number INTEGER NOT NULL,
  anchors TEXT NOT NULL,
  algorithm_version INTEGER NOT NULL,
  durations BLOB NOT NULL,
  unknown_ms INTEGER NOT NULL,
  PRIMARY KEY (athlete, recording, ordinal),
  FOREIGN KEY (athlete, recording) REFERENCES recording (athlete, id) ON DELETE CASCADE,
  FOREIGN KEY (athlete, correction) REFERENCES zone_correction (athlete, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
