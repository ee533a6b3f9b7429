import type {OwnerReference} from '../../machinery/api/meta-v1.js'
import type {JsonObject} from '../../machinery/decode/encode.js'

/** The controller of each kind of owner. */
const controllers: ReadonlyMap<unknown, string> = new Map([
  ['CronJob', 'cronjob-controller'],
  ['DaemonSet', 'daemon-set-controller'],
  ['Deployment', 'deployment-controller'],
  ['Job', 'job-controller'],
  ['ReplicaSet', 'replicaset-controller'],
  ['ReplicationController', 'replication-controller'],
  ['StatefulSet', 'statefulset-controller'],
])

/** The kinds of owners whose objects create the pods. */
const createdOwners: Readonly<Record<string, string>> = {CronJob: 'Job', Deployment: 'ReplicaSet'}

function accountOf(ownerKind: unknown): string | undefined {
  const controller = controllers.get(ownerKind)
  return controller && `system:serviceaccount:kube-system:${controller}`
}

/**
 * Returns the user as which a controller creates an object: the service account of the controller of its owner
 * (kube-controller-manager with --use-service-account-credentials, as kubeadm starts it). Empty for an object without such an owner.
 */
export function controllerUser({metadata}: JsonObject): {readonly user?: string} {
  const {ownerReferences = []} = (metadata ?? {}) as {readonly ownerReferences?: readonly OwnerReference[]}
  const user = accountOf(ownerReferences.find(({controller}) => controller === true)?.kind)
  return user === undefined ? {} : {user}
}

/** Returns the user that creates the pods of a workload; undefined for other kinds. */
export const podCreator = (kind: string): string | undefined => accountOf(createdOwners[kind] ?? kind)
