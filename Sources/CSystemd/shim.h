// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

#ifndef ZONECOACH_CSYSTEMD_H
#define ZONECOACH_CSYSTEMD_H

#include <systemd/sd-bus.h>

#endif
