import {configKey, dns1123Label, dns1123Subdomain} from '../../../../src/machinery/meta/names.js'
import type {Body} from '../../../helpers/builders.js'
import {check, containerErrors, podErrors} from '../../../helpers/pod-errors.js'

const volumes = [
  {name: 'files', emptyDir: {}}, {name: 'disk', persistentVolumeClaim: {claimName: 'd'}},
  {name: 'made', ephemeral: {volumeClaimTemplate: {spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '1'}}}}}},
]

const errorsOf = (fields: Body): string[] => containerErrors(fields, {volumes})

describe('env of a container', () => {
  const ref = (valueFrom: Body, value?: string): Body => ({env: [{name: 'A', ...value !== undefined && {value}, valueFrom}]})
  const from = 'env[0].valueFrom'
  const name = "a valid environment variable name must consist only of printable ASCII characters other than '='"
  const fields = '"metadata.name", "metadata.namespace", "metadata.uid", "spec.nodeName", "spec.serviceAccountName", "status.hostIP", "status.hostIPs", "status.podIP", "status.podIPs"'
  const labelKey = 'name part must be non-empty'
  const bytes = "only divisor's values 1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, 1Ei are supported with the"

  check({
    'names that shells do not accept': [{env: [{name: '1 a.-'}, {name: '..'}]}],
    'no name': [{env: [{}]}, 'env[0].name: Required value'],
    'names with an equals sign or non-ASCII characters': [{env: [{name: 'a=b'}, {name: 'ä'}]}, `env[0].name: Invalid value: "a=b": ${name}`, `env[1].name: Invalid value: "ä": ${name}`],
    'an empty valueFrom': [ref({}), `${from}: Invalid value: "": must specify one of: \`fieldRef\`, \`resourceFieldRef\`, \`configMapKeyRef\`, \`secretKeyRef\` or \`fileKeyRef\``],
    'two sources': [
      ref({fieldRef: {fieldPath: 'metadata.name'}, secretKeyRef: {name: 's', key: 'k'}}), `${from}: Invalid value: "": may not have more than one field specified at a time`,
    ],
    'a source together with a value': [ref({secretKeyRef: {name: 's', key: 'k'}}, 'v'), `${from}: Invalid value: "": may not be specified when \`value\` is not empty`],
    'a configMapKeyRef without name and key': [
      ref({configMapKeyRef: {}}), `${from}.configMapKeyRef.name: Invalid value: "": ${dns1123Subdomain('').join()}`, `${from}.configMapKeyRef.key: Required value`,
    ],
    'an invalid key in secretKeyRef': [ref({secretKeyRef: {name: 's', key: '..'}}), `${from}.secretKeyRef.key: Invalid value: "..": ${configKey('..').join()}`],
    'fieldRefs to fields, labels and annotations': [{env: ['metadata.name', 'spec.host', "metadata.labels['a']", "metadata.annotations['A.b/C']"].map((fieldPath) => ({name: 'A', valueFrom: {fieldRef: {fieldPath}}}))}],
    'a fieldRef without fieldPath': [ref({fieldRef: {}}), `${from}.fieldRef.fieldPath: Required value`],
    'a fieldRef with an unsupported apiVersion': [ref({fieldRef: {apiVersion: 'v2', fieldPath: 'x'}}), `${from}.fieldRef.fieldPath: Invalid value: "x": error converting fieldPath: unsupported pod version: v2`],
    'a fieldRef to an unknown field': [ref({fieldRef: {fieldPath: 'spec.x'}}), `${from}.fieldRef.fieldPath: Invalid value: "spec.x": error converting fieldPath: field label not supported: spec.x`],
    'a fieldRef to a field that only volumes support': [ref({fieldRef: {fieldPath: 'metadata.labels'}}), `${from}.fieldRef.fieldPath: Unsupported value: "metadata.labels": supported values: ${fields}`],
    'a fieldRef with a subscript of a field that is not a map': [
      ref({fieldRef: {fieldPath: "spec.x['a']"}}), `${from}.fieldRef.fieldPath: Invalid value: "spec.x['a']": error converting fieldPath: field label does not support subscript: spec.x['a']`,
    ],
    'a fieldPath that begins with a bracket': [ref({fieldRef: {fieldPath: "['a']"}}), `${from}.fieldRef.fieldPath: Invalid value: "['a']": error converting fieldPath: field label not supported: ['a']`],
    'a fieldRef with an empty label key': [
      ref({fieldRef: {fieldPath: "metadata.labels['']"}}), `${from}.fieldRef: Invalid value: "": ${labelKey}`,
      `${from}.fieldRef: Invalid value: "": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', `
        + "regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
    ],
    'resourceFieldRefs with divisors': [{env: [
      {resource: 'limits.cpu', divisor: '1m'}, {resource: 'requests.memory', divisor: '1Mi'}, {resource: 'limits.hugepages-2Mi'}, {resource: 'limits.cpu', divisor: '0', containerName: 'x'},
    ].map((resourceFieldRef) => ({name: 'A', valueFrom: {resourceFieldRef}}))}],
    'a resourceFieldRef without resource': [ref({resourceFieldRef: {}}), `${from}.resourceFieldRef.resource: Required value`],
    'a resourceFieldRef to an unknown resource, without checking the divisor': [
      ref({resourceFieldRef: {resource: 'cpu<', divisor: '7'}}), `${from}.resourceFieldRef.resource: Unsupported value: "cpu<": supported values: `
        + '"limits.cpu", "limits.ephemeral-storage", "limits.memory", "requests.cpu", "requests.ephemeral-storage", "requests.memory"',
    ],
    'divisors that the resource does not support': [{env: [['limits.cpu', '2'], ['limits.memory', '1m'], ['requests.ephemeral-storage', '2'], ['requests.hugepages-1Gi', '2']]
      .map(([resource, divisor]) => ({name: 'A', valueFrom: {resourceFieldRef: {resource, divisor}}}))},
    `${from}.resourceFieldRef.divisor: Invalid value: "limits.cpu": only divisor's values 1m and 1 are supported with the cpu resource`,
    `env[1].valueFrom.resourceFieldRef.divisor: Invalid value: "limits.memory": ${bytes} memory resource`,
    `env[2].valueFrom.resourceFieldRef.divisor: Invalid value: "requests.ephemeral-storage": ${bytes} local ephemeral storage resource`,
    `env[3].valueFrom.resourceFieldRef.divisor: Invalid value: "requests.hugepages-1Gi": ${bytes} hugepages resource`],
    'a fileKeyRef to an emptyDir volume': [ref({fileKeyRef: {volumeName: 'files', path: 'a', key: 'K'}})],
    'an empty fileKeyRef': [
      ref({fileKeyRef: {}}), `${from}.fileKeyRef.key: Required value`, `${from}.fileKeyRef.volumeName: Required value`, `${from}.fileKeyRef.path: Required value`,
      `spec.containers[0].${from}.fileKeyRef.volumeName: Not found: ""`.replace('spec.containers[0].', ''),
    ],
    'a fileKeyRef to a volume other than emptyDir': [
      ref({fileKeyRef: {volumeName: 'disk', path: '../a', key: 'K'}}), `${from}.fileKeyRef.path: Invalid value: "../a": must not contain '..'`,
      `${from}.fileKeyRef.volumeName: Invalid value: "disk": referenced volume must be of type emptyDir`,
    ],
  }, errorsOf)
})

describe('envFrom of a container', () => {
  check({
    'a prefix, and a name that ends in a dash': [{envFrom: [{prefix: 'A_', configMapRef: {name: 'a-'}}, {secretRef: {name: 's', optional: true}}]}],
    'invalid prefixes, names and numbers of sources': [
      {envFrom: [{prefix: '=', configMapRef: {}, secretRef: {name: 'S'}}, {}]},
      "envFrom[0].prefix: Invalid value: \"=\": a valid environment variable name must consist only of printable ASCII characters other than '='",
      'envFrom[0].configMapRef.name: Required value', `envFrom[0].secretRef.name: Invalid value: "S": ${dns1123Subdomain('S').join()}`,
      'envFrom: Invalid value: "": may not have more than one field specified at a time', 'envFrom: Invalid value: "": must specify one of: `configMapRef` or `secretRef`',
    ],
  }, errorsOf)
})

describe('volumeMounts of a container', () => {
  const mount = (fields: Body): Body => ({volumeMounts: [{name: 'files', mountPath: '/a', ...fields}]})

  check({
    'several mounts of one volume': [{volumeMounts: [{name: 'files', mountPath: '/a', subPath: 'x'}, {name: 'files', mountPath: '/b', mountPropagation: 'None', recursiveReadOnly: 'Disabled'}]}],
    'an empty mount': [{volumeMounts: [{}]}, 'volumeMounts[0].name: Required value', 'volumeMounts[0].name: Not found: ""', 'volumeMounts[0].mountPath: Required value'],
    'an unknown volume and a duplicate mountPath': [
      {volumeMounts: [{name: 'x', mountPath: '/a'}, {name: 'files', mountPath: '/a'}]}, 'volumeMounts[0].name: Not found: "x"', 'volumeMounts[1].mountPath: Invalid value: "/a": must be unique',
    ],
    'both subPath and subPathExpr with invalid paths, reported without index': [
      mount({subPath: '/x', subPathExpr: '../y'}), 'volumeMounts.subPath: Invalid value: "/x": must be a relative path',
      'volumeMounts[0].subPathExpr: Invalid value: "../y": subPathExpr and subPath are mutually exclusive', "volumeMounts.subPathExpr: Invalid value: \"../y\": must not contain '..'",
    ],
    'an empty mountPropagation': [mount({mountPropagation: ''}), 'volumeMounts.mountPropagation: Unsupported value: "": supported values: "Bidirectional", "HostToContainer", "None"'],
    'bidirectional propagation in an unprivileged container': [mount({mountPropagation: 'Bidirectional'}), 'volumeMounts.mountPropagation: Forbidden: Bidirectional mount propagation is available only to privileged containers'],
    'recursiveReadOnly with readOnly': [mount({readOnly: true, recursiveReadOnly: 'Enabled'})],
    'recursiveReadOnly without readOnly or with propagation': [
      mount({recursiveReadOnly: 'IfPossible', mountPropagation: 'HostToContainer'}), 'volumeMounts.recursiveReadOnly: Forbidden: may only be specified when readOnly is true',
      'volumeMounts.recursiveReadOnly: Forbidden: may only be specified when mountPropagation is None or not specified',
    ],
    'an unknown recursiveReadOnly': [mount({recursiveReadOnly: 'x'}), 'volumeMounts.recursiveReadOnly: Unsupported value: "x": supported values: "Disabled", "Enabled", "IfPossible"'],
  }, errorsOf)
})

describe('volumeDevices of a container', () => {
  check({
    'a claim and an ephemeral volume': [{volumeDevices: [{name: 'disk', devicePath: '/dev/a'}, {name: 'made', devicePath: '/dev/b'}]}],
    'an empty device': [{volumeDevices: [{}]}, 'volumeDevices[0].name: Required value', 'volumeDevices[0].name: Not found: ""', 'volumeDevices[0].devicePath: Required value'],
    'a volume of another type': [
      {volumeDevices: [{name: 'files', devicePath: '/a'}]}, 'volumeDevices[0].name: Invalid value: "files": can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode',
    ],
    'duplicate names and paths': [
      {volumeDevices: [{name: 'disk', devicePath: '/a'}, {name: 'disk', devicePath: '/a'}]},
      'volumeDevices[1].name: Invalid value: "disk": must be unique', 'volumeDevices[1].devicePath: Invalid value: "/a": must be unique',
    ],
    'duplicate paths with "..", without reporting the duplicate': [
      {volumeDevices: [{name: 'disk', devicePath: '/../a'}, {name: 'made', devicePath: '/../a'}]}, "volumeDevices[0].devicePath: Invalid value: \"/../a\": can not contain backsteps ('..')",
      "volumeDevices[1].devicePath: Invalid value: \"/../a\": can not contain backsteps ('..')",
    ],
    'a volume and a path that volumeMounts uses too': [
      {volumeMounts: [{name: 'disk', mountPath: '/a'}], volumeDevices: [{name: 'disk', devicePath: '/a'}]},
      'volumeMounts[0].name: Invalid value: "disk": must not already exist in volumeDevices',
      'volumeMounts[0].mountPath: Invalid value: "/a": must not already exist as a path in volumeDevices',
      'volumeDevices[0].name: Invalid value: "disk": must not already exist in volumeMounts', 'volumeDevices[0].devicePath: Invalid value: "/a": must not already exist as a path in volumeMounts',
    ],
  }, errorsOf)
})

describe('probes and lifecycle hooks of a container', () => {
  const liveness = (fields: Body): Body => ({livenessProbe: fields})
  const stop = (fields: Body): Body => ({lifecycle: {preStop: fields}})
  const tcp = {tcpSocket: {port: 80}}

  check({
    'all types of probes and hooks': [{
      livenessProbe: {httpGet: {port: 'http', httpHeaders: [{name: 'X-A', value: 'b'}]}}, readinessProbe: {...tcp, successThreshold: 3}, startupProbe: {grpc: {port: 80}},
      lifecycle: {postStart: {exec: {command: ['a']}}, preStop: {sleep: {seconds: 30}}},
    }],
    'a probe and a hook without handler': [{...liveness({}), ...stop({})}, 'lifecycle.preStop: Required value: must specify a handler type', 'livenessProbe: Required value: must specify a handler type'],
    'a probe with more than one handler': [
      liveness({exec: {}, ...tcp, grpc: {}}), 'livenessProbe.exec.command: Required value', 'livenessProbe.tcpSocket: Forbidden: may not specify more than 1 handler type',
      'livenessProbe.grpc: Forbidden: may not specify more than 1 handler type',
    ],
    'an HTTP probe with an invalid port, scheme and header': [
      liveness({httpGet: {scheme: 'http', httpHeaders: [{name: 'a b', value: ''}]}}), 'livenessProbe.httpGet.port: Invalid value: 0: must be between 1 and 65535, inclusive',
      'livenessProbe.httpGet.scheme: Unsupported value: "http": supported values: "HTTP", "HTTPS"', 'livenessProbe.httpGet.httpHeaders: Invalid value: "a b": '
        + "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')",
    ],
    'a port number in quotes': [liveness({tcpSocket: {port: '80'}}), 'livenessProbe.tcpSocket.port: Invalid value: "80": must contain at least one letter (a-z)'],
    'negative numbers in a probe': [
      liveness({
        ...tcp, initialDelaySeconds: -1, timeoutSeconds: -2, periodSeconds: -3, successThreshold: -4, failureThreshold: -5, terminationGracePeriodSeconds: 0,
      }),
      ...[['initialDelaySeconds', -1], ['timeoutSeconds', -2], ['periodSeconds', -3], ['successThreshold', -4], ['failureThreshold', -5]]
        .map(([field, value]) => `livenessProbe.${field}: Invalid value: ${value}: must be greater than or equal to 0`),
      'livenessProbe.terminationGracePeriodSeconds: Invalid value: 0: must be greater than 0', 'livenessProbe.successThreshold: Invalid value: -4: must be 1',
    ],
    'terminationGracePeriodSeconds of a readiness probe': [{readinessProbe: {...tcp, terminationGracePeriodSeconds: 5}}, 'readinessProbe.terminationGracePeriodSeconds: Invalid value: 5: must not be set for readinessProbes'],
    'successThreshold 2 of a startup probe': [{startupProbe: {...tcp, successThreshold: 2}}, 'startupProbe.successThreshold: Invalid value: 2: must be 1'],
    'a sleep longer than the grace period of the pod': [stop({sleep: {seconds: 31}}), 'lifecycle.preStop.sleep: Invalid value: 31: must be non-negative and less than terminationGracePeriodSeconds (30)'],
  }, errorsOf)
})

describe('restart and resize policies of a container', () => {
  const rule = {action: 'Restart', exitCodes: {operator: 'In', values: [1]}}

  check({
    'restart rules with a restartPolicy': [{restartPolicy: 'Never', restartPolicyRules: [rule]}],
    'restart rules without a restartPolicy': [{restartPolicyRules: [rule]}, 'restartPolicy: Required value: must specify restartPolicy when restart rules are used'],
    'restart rules that are empty or have unknown values': [
      {restartPolicy: 'Always', restartPolicyRules: [{}, {action: 'Stop', exitCodes: {operator: 'x', values: Array(256).fill(1)}}]},
      'restartPolicyRules[0].action: Unsupported value: "": supported values: "Restart", "RestartAllContainers"', 'restartPolicyRules[0].exitCodes: Required value: must be specified',
      'restartPolicyRules[1].action: Unsupported value: "Stop": supported values: "Restart", "RestartAllContainers"',
      'restartPolicyRules[1].exitCodes.operator: Unsupported value: "x": supported values: "In", "NotIn"', 'restartPolicyRules[1].exitCodes.values: Too many: 256: must have at most 255 items',
    ],
    '21 restart rules': [{restartPolicy: 'Always', restartPolicyRules: Array(21).fill(rule)}, 'restartPolicyRules: Too many: 21: must have at most 20 items'],
    'resize policies for cpu and memory': [{resizePolicy: [{resourceName: 'cpu', restartPolicy: 'NotRequired'}, {resourceName: 'memory', restartPolicy: 'RestartContainer'}]}],
    'resize policies that are empty, unknown or duplicate': [
      {resizePolicy: [{}, {resourceName: 'x', restartPolicy: 'y'}, {resourceName: 'x', restartPolicy: 'NotRequired'}]}, 'resizePolicy: Required value', 'resizePolicy: Required value',
      'resizePolicy: Unsupported value: "x": supported values: "cpu", "memory"', 'resizePolicy: Unsupported value: "y": supported values: "NotRequired", "RestartContainer"',
      'resizePolicy[2]: Duplicate value: "x"', 'resizePolicy: Unsupported value: "x": supported values: "cpu", "memory"',
    ],
    'an unknown terminationMessagePolicy and imagePullPolicy': [
      {terminationMessagePolicy: 'x', imagePullPolicy: 'y'}, 'terminationMessagePolicy: Unsupported value: "x": supported values: "File", "FallbackToLogsOnError"',
      'imagePullPolicy: Unsupported value: "y": supported values: "Always", "IfNotPresent", "Never"',
    ],
  }, errorsOf)

  check({
    'resize policy RestartContainer in a pod with restartPolicy Never': [
      {restartPolicy: 'Never', containers: [{name: 'c', image: 'i', resizePolicy: [{resourceName: 'cpu', restartPolicy: 'RestartContainer'}]}]},
      "spec.containers[0].resizePolicy: Invalid value: \"RestartContainer\": must be 'NotRequired' when pod `restartPolicy` is 'Never'",
    ],
    'restart rules of init containers, reporting only the missing restartPolicy': [
      {initContainers: [{name: 'i', image: 'i', restartPolicyRules: [{}]}]}, 'spec.initContainers[0].restartPolicy: Required value: must specify restartPolicy when restart rules are used',
    ],
    'hooks, probes and RestartContainer in init containers that are not sidecars': [
      {initContainers: [
        {name: 'i', image: 'i', lifecycle: {}, startupProbe: {}, resizePolicy: [{resourceName: 'cpu', restartPolicy: 'RestartContainer'}]},
        {name: 's', image: 'i', restartPolicy: 'Always', lifecycle: {}, resizePolicy: [{resourceName: 'cpu', restartPolicy: 'RestartContainer'}]},
      ]},
      'spec.initContainers[0].lifecycle: Forbidden: may not be set for init containers without restartPolicy=Always',
      'spec.initContainers[0].startupProbe: Forbidden: may not be set for init containers without restartPolicy=Always',
      "spec.initContainers[0].resizePolicy[0].restartPolicy: Invalid value: \"RestartContainer\": must not be set to 'RestartContainer' for non-sidecar initContainers",
    ],
    'subPath in ephemeral containers': [
      {ephemeralContainers: [{name: 'e', image: 'i', volumeMounts: [{name: 'files', mountPath: '/a', subPath: 'x'}]}], volumes},
      'spec.ephemeralContainers[0].volumeMounts[0].subPath: Forbidden: cannot be set for an Ephemeral Container', 'spec.ephemeralContainers: Forbidden: cannot be set on create',
    ],
  }, podErrors)
})

describe('host ports of a pod', () => {
  const port = (hostPort: number, fields: Body = {}): Body => ({containerPort: 80, hostPort, ...fields})
  const containers = (...lists: Body[][]): Body[] => lists.map((ports, i) => ({name: `c${i}`, image: 'i', ports}))

  check({
    'the same port on different addresses or protocols': [{containers: containers([port(1), port(1, {hostIP: '1.1.1.1'}), port(1, {protocol: 'UDP'})])}],
    'a duplicate port of two containers': [{containers: containers([port(1)], [port(2), port(1)])}, 'spec.containers[1].ports[1].hostPort: Duplicate value: "TCP//1"'],
    'the same port in two init containers': [{initContainers: containers([port(1)], [port(1)]).map((container, i) => ({...container, name: `i${i}`}))}],
    'a duplicate port in one init container, reported at index 0': [
      {initContainers: [{name: 'a', image: 'i'}, {name: 'b', image: 'i', ports: [port(1), port(1)]}]}, 'spec.initContainers[0].ports[1].hostPort: Duplicate value: "TCP//1"',
    ],
    'a port of a pod with hostNetwork': [{hostNetwork: true, containers: containers([{containerPort: 80}])}],
    'a hostPort of a pod with hostNetwork that differs from containerPort': [
      {hostNetwork: true, containers: containers([port(81)])}, 'spec.containers[0].ports[0].hostPort: Invalid value: 81: must match `containerPort` when `hostNetwork` is true',
    ],
  }, podErrors)
})

describe('resourceClaims of a pod', () => {
  const printed = (name: string, claim: string | null, template: string | null): string =>
    JSON.stringify({Name: name, ResourceClaimName: claim, ResourceClaimTemplateName: template})

  check({
    'a claim and a claim template': [{resourceClaims: [{name: 'a', resourceClaimName: 'x'}, {name: 'b', resourceClaimTemplateName: 'y'}]}],
    'missing, invalid and duplicate names': [
      {resourceClaims: [{resourceClaimName: 'x'}, {name: 'A', resourceClaimName: 'X'}, {name: 'A', resourceClaimTemplateName: ''}]},
      'spec.resourceClaims[0].name: Required value', `spec.resourceClaims[1].name: Invalid value: "A": ${dns1123Label('A').join()}`,
      `spec.resourceClaims[1].resourceClaimName: Invalid value: "X": ${dns1123Subdomain('X').join()}`, 'spec.resourceClaims[2].name: Duplicate value: "A"',
      `spec.resourceClaims[2].resourceClaimTemplateName: Invalid value: "": ${dns1123Subdomain('').join()}`,
    ],
    'neither or both of resourceClaimName and resourceClaimTemplateName': [
      {resourceClaims: [{name: 'a'}, {name: 'b', resourceClaimName: 'x', resourceClaimTemplateName: 'y'}]},
      `spec.resourceClaims[0]: Invalid value: ${printed('a', null, null)}: must specify one of: \`resourceClaimName\`, \`resourceClaimTemplateName\``,
      `spec.resourceClaims[1]: Invalid value: ${printed('b', 'x', 'y')}: at most one of \`resourceClaimName\` or \`resourceClaimTemplateName\` may be specified`,
    ],
  }, podErrors)

  check({
    'claims of a static pod': [{nodeName: 'n', resourceClaims: [{}]}, '[]: Forbidden: static pods do not support resource claims'],
  }, (given) => podErrors(given, {annotations: {'kubernetes.io/config.mirror': ''}}))
})
