#!/bin/sh
# Extracts audit logs with GNU parallel, on all cores: extract.sh EXTRACTS LOG...
# Writes an extract of each log to the folder EXTRACTS. To use other machines, set options of parallel: PARALLEL='--sshloginfile hosts'.
set -eu
extracts=$1
shift
mkdir -p "$extracts"
parallel --halt soon,fail=1 kadm events {} -o "canonical=$extracts/{/.}.events.gz" ::: "$@"
