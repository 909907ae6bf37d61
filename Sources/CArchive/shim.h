// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

#pragma once
#include <archive.h>
#include <archive_entry.h>
#include <locale.h>

// A macro made of shifts, which Swift doesn't import.
static const int LC_CTYPE_MASK_OF_C = LC_CTYPE_MASK;
