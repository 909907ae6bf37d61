#!/bin/sh
# ZoneCoach
# SPDX-License-Identifier: Apache-2.0
#
# Feeds damaged and made-up files to the FIT decoder. Usage: Fuzzing/run.sh [SECONDS]
# Works in .fuzz (not kept); an input that crashes the decoder ends up there as crash-*. Make it small with
#   .fuzz/fit-decoder -minimize_crash=1 -exact_artifact_path=Tests/Fixtures/fit/NAME.fit .fuzz/crash-…
# and keep it, unless its bytes are those of somebody's file: a test decodes everything in that folder.
set -eu
cd "$(dirname "$0")/.."
seconds=${1:-60}
sanitize=${SANITIZE:-fuzzer}
limit=512
case $sanitize in *address*) limit=2048 ;; esac
work=.fuzz
mkdir -p "$work/corpus" "$work/seeds"

# One module after the other, as the package has them; -O, with all checks that a release build has. Pointers check
# nothing there: SANITIZE=fuzzer,address does, at a quarter of the speed.
compile() { swiftc -O -g -swift-version 6 -enable-upcoming-feature MemberImportVisibility -enable-upcoming-feature InternalImportsByDefault -sanitize="$sanitize" -parse-as-library -package-name zonecoach -I "$work" "$@"; }
for module in Workouts WorkoutFiles; do
  find "Sources/$module" -name '*.swift' | sort > "$work/$module.files"
  compile -whole-module-optimization -module-name "$module" -emit-module -emit-module-path "$work/$module.swiftmodule" \
    -emit-object -o "$work/$module.o" $(cat "$work/$module.files")
done
compile -module-name FITDecoderFuzz -o "$work/fit-decoder" Fuzzing/FITDecoder/*.swift "$work/Workouts.o" "$work/WorkoutFiles.o" -lm

# Seeds: what the project keeps, and small real files where the corpus is at hand.
find Tests/Fixtures/fit -type f -exec cp {} "$work/seeds/" \;
corpus=${ZONECOACH_CORPUS:-../shared/corpus}
if [ -d "$corpus/fit" ]; then find "$corpus/fit" -type f -size -45k -exec cp {} "$work/seeds/" \;; fi

# Swift would print its own backtrace instead of letting the fuzzer keep the input.
export SWIFT_BACKTRACE=enable=no
exec "$work/fit-decoder" -max_total_time="$seconds" -max_len=65536 -timeout=1 -rss_limit_mb="$limit" -print_final_stats=1 \
  -artifact_prefix="$work/" "$work/corpus" "$work/seeds"
