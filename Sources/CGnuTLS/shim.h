// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

#pragma once
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>

// A macro and a variable, which Swift can't use.

/// Makes a key on the curve P-256.
static inline int zc_generate_p256(gnutls_x509_privkey_t key) {
  return gnutls_x509_privkey_generate(key, GNUTLS_PK_ECDSA, GNUTLS_CURVE_TO_BITS(GNUTLS_ECC_CURVE_SECP256R1), 0);
}

/// Frees what the library has made.
static inline void zc_free(void *made) { gnutls_free(made); }
