#!/usr/bin/env bash
# build.sh BIN_DIR [1.35|1.36|1.37]: build kube-apiserver, kube-controller-manager, etcd and the probe from their published Go modules.
# Of another version than 1.36, only the API server is built: BIN_DIR/apiserver-1.35.
set -euo pipefail
[ $# -ge 1 ] || { sed -n 2,3p "$0" | cut -c3- >&2; exit 2; }
out=$(realpath -m "$1"); minor=${2:-1.36}
cd "$(dirname "$0")"; mkdir -p "$out"
modfile=go.mod; [ "$minor" = 1.36 ] || modfile=go.$minor.mod
[ -f "$modfile" ] || { echo "build.sh: no $modfile: see README.md, \"Another version\"" >&2; exit 2; }
version=$(awk '$1 == "k8s.io/kubernetes" {print $2; exit}' "$modfile")   # v1.36.3

# build PACKAGE FILE: the server reports the version that is linked into it.
build() {
  local at=k8s.io/component-base/version
  go build -modfile="$modfile" -ldflags "-X $at.gitVersion=$version -X $at.gitMajor=1 -X $at.gitMinor=${minor#1.}" -o "$out/$2" "./$1"
}

if [ "$minor" = 1.36 ]; then for package in etcd apiserver kcm probe; do build $package $package; done
else build apiserver "apiserver-$minor"; fi
