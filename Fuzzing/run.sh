#!/bin/sh
# ZoneCoach
# SPDX-License-Identifier: Apache-2.0
#
# Feeds damaged and made-up files to a decoder. Usage: Fuzzing/run.sh [SECONDS [fit|tcx|gpx|health|archive|plan]]
# Works in .fuzz (not kept); an input that crashes the decoder ends up there as crash-*. Make it small with
#   .fuzz/fit-decoder -minimize_crash=1 -exact_artifact_path=Tests/Fixtures/fit/NAME.fit .fuzz/fit-crash-…
# and keep it, unless its bytes are those of somebody's file: a test decodes everything in that folder.
set -eu
cd "$(dirname "$0")/.."
seconds=${1:-60}
format=${2:-fit}
case $format in
fit) name=FIT ;;
tcx) name=TCX ;;
gpx) name=GPX ;;
health) name=Health ;;
archive) name=Archive ;;
plan) name=Plan ;;
*)
  echo "Fuzzing/run.sh: no decoder for $format; there are fit, tcx, gpx, health, archive and plan" >&2
  exit 2
  ;;
esac
sanitize=${SANITIZE:-fuzzer}
limit=512
case $sanitize in *address*) limit=2048 ;; esac
work=.fuzz
# The corpus and seeds of FIT are where they always were.
found=$work/corpus seeds=$work/seeds
if [ "$format" != fit ]; then found=$work/corpus-$format seeds=$work/seeds-$format; fi
mkdir -p "$found" "$seeds"

# One module after the other, as the package has them; -O, with all checks that a release build has. Pointers check
# nothing there: SANITIZE=fuzzer,address does, at a quarter of the speed.
compile() { swiftc -O -g -swift-version 6 -enable-upcoming-feature MemberImportVisibility -enable-upcoming-feature InternalImportsByDefault -sanitize="$sanitize" -parse-as-library -package-name zonecoach -I "$work" -I Sources/CExpat -I Sources/CArchive "$@"; }
for module in Workouts WorkoutFiles; do
  find "Sources/$module" -name '*.swift' | sort > "$work/$module.files"
  compile -whole-module-optimization -module-name "$module" -emit-module -emit-module-path "$work/$module.swiftmodule" \
    -emit-object -o "$work/$module.o" $(cat "$work/$module.files")
done
compile -module-name "${name}DecoderFuzz" -o "$work/$format-decoder" "Fuzzing/${name}Decoder"/*.swift Fuzzing/Promises.swift \
  "$work/Workouts.o" "$work/WorkoutFiles.o" -lexpat -larchive -lm

# Seeds: what the project keeps, and small real files where the corpus is at hand.
find "Tests/Fixtures/$format" -type f -exec cp {} "$seeds/" \;
corpus=${ZONECOACH_CORPUS:-../shared/corpus}
case $format in
health) from=apple-health pattern='*.xml' ;;
archive) from=apple-health pattern='*.zip' ;;
plan) from=workouts pattern='*' ;;
*) from=$format pattern='*' ;;
esac
if [ -d "$corpus/$from" ]; then find "$corpus/$from" -type f -name "$pattern" -size -45k -exec cp {} "$seeds/" \;; fi
# Markup is found by its words, not by chance.
dictionary=
if [ -f "Fuzzing/${name}Decoder/words.dict" ]; then dictionary="-dict=Fuzzing/${name}Decoder/words.dict"; fi

# Swift would print its own backtrace instead of letting the fuzzer keep the input.
export SWIFT_BACKTRACE=enable=no
exec "$work/$format-decoder" $dictionary -max_total_time="$seconds" -max_len=65536 -timeout=1 -rss_limit_mb="$limit" -print_final_stats=1 \
  -artifact_prefix="$work/$format-" "$found" "$seeds"
