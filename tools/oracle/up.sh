#!/usr/bin/env bash
# up.sh BIN_DIR RUN_DIR: start etcd, kube-apiserver and the quota controller on loopback, with fresh data in RUN_DIR. down.sh RUN_DIR stops them.
# From the environment: PORT=16443 (etcd uses the next two), APISERVER=apiserver (name of the binary), CONTROLLERS=resourcequota-controller,
# DISABLE=ServiceAccount,TaintNodesByCondition (admission plugins), EXTRA= (more flags of the API server).
set -euo pipefail
[ $# -eq 2 ] || { sed -n 2,4p "$0" | cut -c3- >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd); bin=$(realpath "$1"); mkdir -p "$2"; run=$(realpath "$2")
port=${PORT:-16443}; clients=http://127.0.0.1:$((port + 1)); peers=http://127.0.0.1:$((port + 2))
"$here/down.sh" "$run"
cd "$run"; rm -rf data; mkdir -p data certs

# start NAME COMMAND...: run a program in the background, with its log and its process id in RUN_DIR.
start() { local name=$1; shift; nohup "$@" > "$name.log" 2>&1 < /dev/null & echo $! > "$name.pid"; }

# A token of its own for each run: nothing else on this machine can use the server.
[ -s token ] || (umask 077; openssl rand -hex 16 > token)
(umask 077; echo "$(cat token),admin,admin,\"system:masters\"" > tokens.csv; sed "s/PORT/$port/; s/TOKEN/$(cat token)/" "$here/kubeconfig.template" > kubeconfig)
[ -s certs/sa.key ] || openssl genrsa -out certs/sa.key 2048 2> /dev/null

start etcd "$bin/etcd" --data-dir data --listen-client-urls "$clients" --advertise-client-urls "$clients" --listen-peer-urls "$peers" \
  --initial-advertise-peer-urls "$peers" --initial-cluster "default=$peers" --log-level error --unsafe-no-fsync
# shellcheck disable=SC2086 # EXTRA holds several flags
start apiserver "$bin/${APISERVER:-apiserver}" --etcd-servers="$clients" --authorization-mode=AlwaysAllow --token-auth-file=tokens.csv \
  --bind-address=127.0.0.1 --secure-port="$port" --cert-dir=certs --service-account-issuer=https://kubernetes.default.svc \
  --service-account-key-file=certs/sa.key --service-account-signing-key-file=certs/sa.key \
  --disable-admission-plugins="${DISABLE-ServiceAccount,TaintNodesByCondition}" --service-cluster-ip-range=10.0.0.0/16 \
  --service-node-port-range=20000-40000 --max-requests-inflight=0 --max-mutating-requests-inflight=0 --enable-priority-and-fairness=false \
  --event-ttl=10m ${EXTRA:-}

for _ in $(seq 120); do
  kill -0 "$(cat apiserver.pid)" 2> /dev/null || { tail -5 apiserver.log >&2; echo 'up.sh: kube-apiserver ended: see apiserver.log' >&2; "$here/down.sh" "$run"; exit 1; }
  [ "$(kubectl --kubeconfig kubeconfig get --raw /readyz 2> /dev/null)" = ok ] && ready=yes && break
  sleep 1
done
[ "${ready:-}" = yes ] || { echo 'up.sh: kube-apiserver is not ready after two minutes: see apiserver.log' >&2; "$here/down.sh" "$run"; exit 1; }

start kcm "$bin/kcm" --kubeconfig=kubeconfig --controllers="${CONTROLLERS-resourcequota-controller}" --concurrent-resource-quota-syncs=20 \
  --kube-api-qps=500 --kube-api-burst=1000 --secure-port=0 --leader-elect=false --cert-dir=certs
kubectl --kubeconfig kubeconfig create -f "$here/setup.yaml" > /dev/null
echo "KADM_ORACLE=https://127.0.0.1:$port KADM_ORACLE_TOKEN=$(cat token) KADM_ORACLE_PROBE=$bin/probe"
