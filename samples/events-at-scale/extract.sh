#!/bin/sh
# Extracts audit logs with GNU parallel, on all cores: extract.sh EXTRACTS LOG...
# An extract for each log is written to the folder EXTRACTS. Use the options of parallel for other machines: PARALLEL='--sshloginfile hosts'.
set -eu
extracts=$1
shift
mkdir -p "$extracts"
parallel --halt soon,fail=1 kadm events {} -o "canonical=$extracts/{/.}.events.gz" ::: "$@"
