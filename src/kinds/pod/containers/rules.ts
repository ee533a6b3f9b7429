import type {Rule} from '../../../machinery/field/rule.js'
import {pod, podWithContainer, podWithSpec} from '../rule-examples.js'

/** The rules for the containers of a pod. */
export const rules: readonly Rule[] = [
  {
    id: 'pod/claim-declaration',
    severity: 'error',
    summary: 'A resource claim has a name of its own, and is made from a claim or a template.',
    source: 'core validation validatePodResourceClaims',
    example: podWithSpec(`  resourceClaims:
    - name: gpu
`),
    fix: 'Write either `resourceClaimName` or `resourceClaimTemplateName`.',
  },
  {
    id: 'pod/env-file',
    severity: 'error',
    summary: 'A variable from a file names an emptyDir volume, a path in it and a key.',
    source: 'core validation validateFileKeySelector, validateFileKeyRefVolumes',
    example: podWithContainer(`      env:
        - name: TOKEN
          valueFrom:
            fileKeyRef: {volumeName: config, path: app.env, key: TOKEN}
`),
    fix: 'Add the volume to `spec.volumes`, with `emptyDir: {}` for its source.',
  },
  {
    id: 'pod/env-from',
    severity: 'error',
    summary: 'Variables come from one ConfigMap or one Secret an entry.',
    source: 'core validation ValidateEnvFrom',
    example: podWithContainer(`      envFrom:
        - prefix: APP_
`),
    fix: 'Write `configMapRef` or `secretRef`, each as an entry of its own.',
  },
  {
    id: 'pod/env-name',
    severity: 'error',
    summary: 'The name of a variable is printable ASCII without an equals sign.',
    source: 'core validation ValidateEnv, ValidateEnvFrom',
    example: podWithContainer(`      env:
        - name: MODE=fast
`),
    fix: 'Write the name alone; the value stands in `value`.',
  },
  {
    id: 'pod/env-value',
    severity: 'error',
    summary: 'A variable has its value from one source, which is named in full.',
    source: 'core validation validateEnvVarValueFrom',
    example: podWithContainer(`      env:
        - name: PASSWORD
          value: guess
          valueFrom:
            secretKeyRef: {name: web, key: password}
`),
    fix: 'Write `value` or `valueFrom`, with one source in it.',
  },
  {
    id: 'pod/field-ref',
    severity: 'error',
    summary: 'A reference to a field of the pod names one that can be shown there.',
    source: 'core validation validateObjectFieldSelector',
    example: podWithContainer(`      env:
        - name: NODE
          valueFrom:
            fieldRef: {fieldPath: spec.node}
`),
    fix: "Variables can show `metadata.name`, `metadata.namespace`, `spec.nodeName`, `status.podIP` and a few more fields, and single labels as `metadata.labels['app']`.",
  },
  {
    id: 'pod/host-port',
    severity: 'error',
    summary: 'A port of the host is used once; in its network it is the port of the container.',
    source: 'core validation checkHostPortConflicts, validatePodHostNetworkDeps',
    example: podWithContainer(`      ports:
        - {containerPort: 80, hostPort: 8080}
        - {containerPort: 81, hostPort: 8080}
`),
    fix: 'Choose another `hostPort`, or leave it out: Services need none.',
  },
  {
    id: 'pod/image-pull-policy',
    severity: 'error',
    summary: 'imagePullPolicy is Always, IfNotPresent or Never.',
    source: 'core validation validatePullPolicy',
    example: podWithContainer(`      imagePullPolicy: OnChange
`),
    fix: 'Leave it out: it is `Always` for the tag `latest` and `IfNotPresent` for all others.',
  },
  {
    id: 'pod/init-container',
    severity: 'error',
    summary: 'An init container has no probes and no lifecycle, unless it is a sidecar.',
    source: 'core validation validateInitContainers',
    example: pod(`  initContainers:
    - name: setup
      image: busybox
      readinessProbe:
        exec: {command: [test, -f, /done]}
  containers:
    - name: web
      image: nginx
`),
    fix: 'Take them out, or set `restartPolicy: Always` for one that runs beside the containers.',
  },
  {
    id: 'pod/lifecycle',
    severity: 'error',
    summary: 'A hook does one thing, which is described in full.',
    source: 'core validation validateLifecycle, validateHandler',
    example: podWithContainer(`      lifecycle:
        preStop:
          sleep: {seconds: 60}
`),
    fix: 'Write one of `exec`, `httpGet`, `tcpSocket` and `sleep`; a sleep is no longer than `terminationGracePeriodSeconds`.',
  },
  {
    id: 'pod/probe',
    severity: 'error',
    summary: 'A probe does one thing, with times and thresholds that make sense.',
    source: 'core validation validateProbe, validateLivenessProbe, validateReadinessProbe',
    example: podWithContainer(`      livenessProbe:
        httpGet: {path: /healthz, port: 8080}
        successThreshold: 2
`),
    fix: 'Write one of `exec`, `httpGet`, `tcpSocket` and `grpc`. Liveness and startup probes succeed at once: their `successThreshold` is 1.',
  },
  {
    id: 'pod/resize-policy',
    severity: 'error',
    summary: 'A resize policy is for cpu or memory, each once, and a known one.',
    source: 'core validation validateResizePolicy',
    example: podWithContainer(`      resizePolicy:
        - {resourceName: storage, restartPolicy: NotRequired}
`),
    fix: 'Write `cpu` or `memory` with `NotRequired` or `RestartContainer`.',
  },
  {
    id: 'pod/resource-field-ref',
    severity: 'error',
    summary: 'A reference to requests or limits names a resource and a unit that fits it.',
    source: 'core validation validateContainerResourceFieldSelector',
    example: podWithContainer(`      env:
        - name: CPUS
          valueFrom:
            resourceFieldRef: {resource: cpu}
`),
    fix: 'Write `limits.cpu`, `requests.memory` and the like; in a volume, `containerName` too.',
  },
  {
    id: 'pod/restart-rules',
    severity: 'error',
    summary: 'Rules for restarts have a policy beside them, an action and exit codes.',
    source: 'core validation validateContainerRestartPolicy',
    example: podWithContainer(`      restartPolicyRules:
        - action: Restart
          exitCodes: {operator: In, values: [42]}
`),
    fix: 'Write `restartPolicy` for all exit codes that the rules do not name.',
  },
  {
    id: 'pod/termination-message-policy',
    severity: 'error',
    summary: 'terminationMessagePolicy is File or FallbackToLogsOnError.',
    source: 'core validation validateContainerCommon',
    example: podWithContainer(`      terminationMessagePolicy: Logs
`),
    fix: 'Leave it out for `File`, or write `FallbackToLogsOnError`.',
  },
  {
    id: 'pod/volume-device',
    severity: 'error',
    summary: 'A block device of a container is a claim of the pod, under a path of its own.',
    source: 'core validation ValidateVolumeDevices',
    example: pod(`  volumes:
    - name: data
      emptyDir: {}
  containers:
    - name: web
      image: nginx
      volumeDevices:
        - {name: data, devicePath: /dev/xvda}
`),
    fix: 'Only a `persistentVolumeClaim` or `ephemeral` volume can be a device; others are mounted.',
  },
  {
    id: 'pod/volume-mount',
    severity: 'error',
    summary: 'A volume is mounted under a path of its own, in ways that go together.',
    source: 'core validation ValidateVolumeMounts',
    example: pod(`  volumes:
    - name: data
      emptyDir: {}
  containers:
    - name: web
      image: nginx
      volumeMounts:
        - {name: data, mountPath: /data, subPath: ../etc}
`),
    fix: 'Mount each volume under another path; a `subPath` leads down from the top of the volume.',
  },
  {
    id: 'pod/volume-mount-name',
    severity: 'error',
    summary: 'A container mounts volumes that its pod has.',
    source: 'core validation ValidateVolumeMounts',
    example: podWithContainer(`      volumeMounts:
        - {name: data, mountPath: /data}
`),
    fix: 'Add the volume to `spec.volumes`, or mend the name. A volume in which something is wrong counts for none.',
  },
]
