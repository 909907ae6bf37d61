#!/bin/sh
# ZoneCoach
# SPDX-License-Identifier: Apache-2.0
#
# Installs the Debian packages named as arguments, asking apt only for those that are not there.
set -eu

missing=
for package in "$@"; do
  state=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$state" = installed ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

if ! command -v apt-get >/dev/null 2>&1; then
  echo "These packages are needed; install them with your system's package manager:$missing" >&2
  exit 1
fi
if [ "$(id -u)" = 0 ]; then
  as_root=
elif command -v sudo >/dev/null 2>&1; then
  as_root=sudo
else
  echo "These packages are needed; install them as root, then run this again:" >&2
  echo "  apt-get install$missing" >&2
  exit 1
fi
echo "Installing$missing"
# Old package lists often still serve; fetch new ones only if they don't.
# shellcheck disable=SC2086
DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y --no-install-recommends $missing >/dev/null 2>&1 || {
  $as_root apt-get update -q
  DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y --no-install-recommends $missing
}
