/** The fix of `kadm lint --fix` for a field in its old place. */
type FieldMove =
  /** Renames it in the same map. */
  | 'rename'
  /** Moves it into a map next to it: `metadata.name`. */
  | 'into'
  /** Makes its value, or a field of its value, the value of another field. */
  | 'unwrap'
  /** Removes it. */
  | 'remove'

/** A former field of an API type, or one in a design document, and its replacement. */
export interface FormerField {
  readonly from: string
  /** Its current path, relative to the map that contains it: `spec`, `metadata.name`. Absent for a removed field. */
  readonly to?: string
  readonly hint: string
  /** Absent if only a person can decide how to fix it. */
  readonly move?: FieldMove
  /** The value of the current field, if the value moves as a whole. */
  readonly value?: FormerValue
}

/** The value of a former field, as the current field has it. */
interface FormerValue {
  /** The field of the old value that contains the new value. */
  readonly through?: string
  /** Its current type, by the name of its table. */
  readonly type: string
}

const renamed = (from: string, to: string): FormerField => ({from, to, move: 'rename', hint: `write "${to}"`})

const moved = (from: string, to: string): FormerField => ({from, to, move: 'into', hint: `write it as ${to}`})

const suggested = (from: string, to: string, hint: string): FormerField => ({from, to, hint})

const removed = (from: string, hint: string): FormerField => ({from, move: 'remove', hint: `leave it out: ${hint}`})

const setByServer = (from: string): FormerField => removed(from, 'the API server sets it')

/** All objects before v1beta3 (pkg/api/v1beta1 `TypeMeta`). */
const objectFields: readonly FormerField[] = [
  moved('id', 'metadata.name'), moved('namespace', 'metadata.namespace'), moved('labels', 'metadata.labels'),
  moved('annotations', 'metadata.annotations'), moved('generateName', 'metadata.generateName'),
  setByServer('uid'), setByServer('creationTimestamp'), setByServer('deletionTimestamp'), setByServer('resourceVersion'), setByServer('selfLink'),
]

const podState: FormerValue = {through: 'manifest', type: 'core/v1.PodSpec'}

const desiredPod: FormerField = {from: 'desiredState', to: 'spec', move: 'unwrap', hint: 'write "spec", with the content of "manifest"', value: podState}

const desired = (type: string): FormerField => ({from: 'desiredState', to: 'spec', move: 'unwrap', hint: 'write "spec"', value: {type}})

/** By the Go names of the types (by default from pkg/api/v1beta1 types.go and conversion.go of Kubernetes 0.18). */
const fieldsByType: Readonly<Record<string, readonly FormerField[]>> = {
  Pod: [
    desiredPod, setByServer('currentState'), moved('nodeSelector', 'spec.nodeSelector'),
    suggested('serviceAccount', 'spec.serviceAccountName', 'write it as spec.serviceAccountName'),
  ],
  ReplicationController: [desired('core/v1.ReplicationControllerSpec'), setByServer('currentState')],
  ReplicationControllerSpec: [
    renamed('replicaSelector', 'selector'),
    {from: 'podTemplate', to: 'template', move: 'unwrap', hint: 'write "template"', value: {type: 'core/v1.PodTemplateSpec'}},
  ],
  PodTemplateSpec: [
    desiredPod, moved('labels', 'metadata.labels'), moved('annotations', 'metadata.annotations'), moved('nodeSelector', 'spec.nodeSelector'),
    suggested('serviceAccount', 'spec.serviceAccountName', 'write it as spec.serviceAccountName'),
  ],
  PodSpec: [
    removed('version', 'the manifest of a pod has no separate version'), removed('id', 'the name of the pod is metadata.name'), removed('uuid', 'the API server sets metadata.uid'),
    // pkg/api/v1beta3 `PodSpec`
    suggested('host', 'nodeName', 'v1beta3 has the name of the node here: write it as nodeName'),
  ],
  Container: [
    suggested('cpu', 'resources.limits.cpu', 'write it in "resources", under limits or requests; v1beta1 has the limit here, in thousandths of a core: cpu: 100 is "cpu: 100m" today'),
    suggested('memory', 'resources.limits.memory', 'write it in "resources", under limits or requests; v1beta1 has the limit here, in bytes'),
    renamed('entrypoint', 'command'), moved('privileged', 'securityContext.privileged'), moved('capabilities', 'securityContext.capabilities'),
  ],
  VolumeMount: [suggested('path', 'mountPath', 'v1beta1 has the place in the container here: write it as mountPath'), removed('mountType', 'all mounts are of one type')],
  EnvVar: [renamed('key', 'name')],
  Volume: [
    {from: 'source', hint: 'write its content next to the name of the volume: emptyDir: {}; hostDir is hostPath today, and persistentDisk gcePersistentDisk'},
  ],
  Service: [
    ...['port', 'protocol', 'portName', 'containerPort'].map((from) => suggested(from, 'spec.ports', 'write spec.ports: [{port: 80, targetPort: 8080}], which has containerPort as targetPort')),
    moved('selector', 'spec.selector'), moved('ports', 'spec.ports'), moved('sessionAffinity', 'spec.sessionAffinity'), moved('type', 'spec.type'),
    suggested('portalIP', 'spec.clusterIP', 'write it as spec.clusterIP'), suggested('publicIPs', 'spec.externalIPs', 'write it as spec.externalIPs'),
    suggested('createExternalLoadBalancer', 'spec.type', 'write spec.type: LoadBalancer'),
  ],
  // pkg/api/v1beta3 `ServiceSpec`
  ServiceSpec: [
    renamed('portalIP', 'clusterIP'), renamed('publicIPs', 'externalIPs'), renamed('deprecatedPublicIPs', 'externalIPs'),
    suggested('createExternalLoadBalancer', 'type', 'write type: LoadBalancer'),
  ],
  ServicePort: [renamed('containerPort', 'targetPort')],
  ObjectMeta: [
    // kubernetes/kubernetes #72972 and #79504
    removed('initializers', 'initializers went with Kubernetes 1.16; admission webhooks and policies do their work'),
  ],
  // The design document of LimitRanger: its Salt configuration, and the columns of its tables.
  LimitRangeItem: [
    renamed('defaultRequests', 'defaultRequest'), renamed('LimitRequestRatio', 'maxLimitRequestRatio'),
    suggested('Resource', 'max', 'name the resource as a key of min, max, default and so on: max: {cpu: "1"}'),
  ],
  // The columns of the table in the design document of EventRateLimit.
  Limit: [renamed('RequestBurst', 'burst'), renamed('RequestRefillRate', 'qps')],
}

const topLevel: ReadonlyMap<string, FormerField> = new Map(objectFields.map((field) => [field.from, field]))

const byType: ReadonlyMap<string, ReadonlyMap<string, FormerField>> =
  new Map(Object.entries(fieldsByType).map(([type, fields]) => [type, new Map(fields.map((field) => [field.from, field]))]))

/** A field that its type does not have. */
export interface UnknownField {
  readonly name: string
  /** The Go name of the type, without its package. */
  readonly struct: string
  /** The fields that the type has. */
  readonly known: readonly string[]
}

/** Returns the former field, or the field of a design document, with the name of an unknown one; undefined if there is none. */
export function formerField({name, struct, known}: UnknownField): FormerField | undefined {
  const own = byType.get(struct)?.get(name)
  return own ?? (known.includes('metadata') && known.includes('kind') ? topLevel.get(name) : undefined)
}
