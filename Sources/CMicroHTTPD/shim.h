// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

#pragma once
#include <microhttpd.h>

// Variadic, so Swift can't call it.

/// The pointer that was kept with a connection when it began.
static inline void *zc_context_of_connection(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : 0;
}

/// The socket of a connection, or -1.
static inline int zc_socket_of_connection(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}
