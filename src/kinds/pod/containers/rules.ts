import type {Rule} from '../../../machinery/field/rule.js'
import {pod, podWithContainer, podWithSpec} from '../../shared/pod-examples.js'

/** The rules for the containers of a pod. */
export const rules: readonly Rule[] = [
  {
    id: 'pod/claim-declaration',
    severity: 'error',
    summary: 'The name of a resource claim is unique, and its source is a claim or a template.',
    source: 'core validation validatePodResourceClaims',
    example: podWithSpec(`  resourceClaims:
    - name: gpu
`),
    fix: 'Write either `resourceClaimName` or `resourceClaimTemplateName`.',
  },
  {
    id: 'pod/env-file',
    severity: 'error',
    summary: 'A fileKeyRef has the name of an emptyDir volume, a path and a key.',
    source: 'core validation validateFileKeySelector, validateFileKeyRefVolumes',
    example: podWithContainer(`      env:
        - name: TOKEN
          valueFrom:
            fileKeyRef: {volumeName: config, path: app.env, key: TOKEN}
`),
    fix: 'Add the volume to `spec.volumes`, with `emptyDir: {}` as its source.',
  },
  {
    id: 'pod/env-from',
    severity: 'error',
    summary: 'Each entry of envFrom has one ConfigMap or one Secret.',
    source: 'core validation ValidateEnvFrom',
    example: podWithContainer(`      envFrom:
        - prefix: APP_
`),
    fix: 'Write `configMapRef` and `secretRef` as separate entries.',
  },
  {
    id: 'pod/env-name',
    severity: 'error',
    summary: 'The name of an environment variable is printable ASCII without an equals sign.',
    source: 'core validation ValidateEnv, ValidateEnvFrom',
    example: podWithContainer(`      env:
        - name: MODE=fast
`),
    fix: 'Write only the name in `name`, and the value in `value`.',
  },
  {
    id: 'pod/env-value',
    severity: 'error',
    summary: 'An environment variable has one source, with all required fields.',
    source: 'core validation validateEnvVarValueFrom',
    example: podWithContainer(`      env:
        - name: PASSWORD
          value: guess
          valueFrom:
            secretKeyRef: {name: web, key: password}
`),
    fix: 'Write `value`, or `valueFrom` with one source.',
  },
  {
    id: 'pod/field-ref',
    severity: 'error',
    summary: 'A fieldRef has the path of a supported field of the pod.',
    source: 'core validation validateObjectFieldSelector',
    example: podWithContainer(`      env:
        - name: NODE
          valueFrom:
            fieldRef: {fieldPath: spec.node}
`),
    fix: "Environment variables support `metadata.name`, `metadata.namespace`, `spec.nodeName`, `status.podIP` and a few more fields, and labels as `metadata.labels['app']`.",
  },
  {
    id: 'pod/host-port',
    severity: 'error',
    summary: 'A hostPort is unique in a pod and, with hostNetwork, equals the containerPort.',
    source: 'core validation checkHostPortConflicts, validatePodHostNetworkDeps',
    example: podWithContainer(`      ports:
        - {containerPort: 80, hostPort: 8080}
        - {containerPort: 81, hostPort: 8080}
`),
    fix: 'Choose another `hostPort`, or remove it: Services do not need it.',
  },
  {
    id: 'pod/image-pull-policy',
    severity: 'error',
    summary: 'imagePullPolicy is Always, IfNotPresent or Never.',
    source: 'core validation validatePullPolicy',
    example: podWithContainer(`      imagePullPolicy: OnChange
`),
    fix: 'Remove it: the default is `Always` for the tag `latest`, and `IfNotPresent` for other tags.',
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
    fix: 'Remove them, or set `restartPolicy: Always` for a sidecar.',
  },
  {
    id: 'pod/lifecycle',
    severity: 'error',
    summary: 'A lifecycle hook has one handler, with all required fields.',
    source: 'core validation validateLifecycle, validateHandler',
    example: podWithContainer(`      lifecycle:
        preStop:
          sleep: {seconds: 60}
`),
    fix: 'Write one of `exec`, `httpGet`, `tcpSocket` and `sleep`. A sleep is at most `terminationGracePeriodSeconds` long.',
  },
  {
    id: 'pod/probe',
    severity: 'error',
    summary: 'A probe has one handler, with times and thresholds in range.',
    source: 'core validation validateProbe, validateLivenessProbe, validateReadinessProbe',
    example: podWithContainer(`      livenessProbe:
        httpGet: {path: /healthz, port: 8080}
        successThreshold: 2
`),
    fix: 'Write one of `exec`, `httpGet`, `tcpSocket` and `grpc`. The `successThreshold` of liveness and startup probes must be 1.',
  },
  {
    id: 'pod/resize-policy',
    severity: 'error',
    summary: 'A resize policy is a known one for cpu or memory, at most one for each.',
    source: 'core validation validateResizePolicy',
    example: podWithContainer(`      resizePolicy:
        - {resourceName: storage, restartPolicy: NotRequired}
`),
    fix: 'Write `cpu` or `memory` with `NotRequired` or `RestartContainer`.',
  },
  {
    id: 'pod/resource-field-ref',
    severity: 'error',
    summary: 'A resourceFieldRef has a known resource and a divisor that it supports.',
    source: 'core validation validateContainerResourceFieldSelector',
    example: podWithContainer(`      env:
        - name: CPUS
          valueFrom:
            resourceFieldRef: {resource: cpu}
`),
    fix: 'Write a resource such as `limits.cpu` or `requests.memory`. In a volume, also write `containerName`.',
  },
  {
    id: 'pod/restart-rules',
    severity: 'error',
    summary: 'Restart rules need a restartPolicy, and each rule an action and exit codes.',
    source: 'core validation validateContainerRestartPolicy',
    example: podWithContainer(`      restartPolicyRules:
        - action: Restart
          exitCodes: {operator: In, values: [42]}
`),
    fix: 'Write `restartPolicy`, which applies to all exit codes without a rule.',
  },
  {
    id: 'pod/termination-message-policy',
    severity: 'error',
    summary: 'terminationMessagePolicy is File or FallbackToLogsOnError.',
    source: 'core validation validateContainerCommon',
    example: podWithContainer(`      terminationMessagePolicy: Logs
`),
    fix: 'Remove it for the default, `File`, or write `FallbackToLogsOnError`.',
  },
  {
    id: 'pod/volume-device',
    severity: 'error',
    summary: 'A block device of a container is a claim of the pod, with a unique path.',
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
    fix: 'Only a `persistentVolumeClaim` or `ephemeral` volume can be a device. Use `volumeMounts` for others.',
  },
  {
    id: 'pod/volume-mount',
    severity: 'error',
    summary: 'A volume mount has a unique path, and options that do not conflict.',
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
    fix: 'Write a different `mountPath` for each mount. A `subPath` is relative to the root of the volume.',
  },
  {
    id: 'pod/volume-mount-name',
    severity: 'error',
    summary: 'A container mounts only volumes of its pod.',
    source: 'core validation ValidateVolumeMounts',
    example: podWithContainer(`      volumeMounts:
        - {name: data, mountPath: /data}
`),
    fix: 'Add the volume to `spec.volumes`, or correct the name. Invalid volumes are ignored.',
  },
]
