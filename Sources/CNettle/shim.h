// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

#pragma once
#include <nettle/hmac.h>
#include <nettle/sha2.h>
