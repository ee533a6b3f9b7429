import type {Rule} from '../../machinery/field/rule.js'
import {pod, podWithContainer, podWithSpec} from '../shared/pod-examples.js'

/** The rules for pods, and some of those for containers. */
export const rules: readonly Rule[] = [
  {
    id: 'pod/active-deadline',
    severity: 'error',
    summary: 'activeDeadlineSeconds is between 1 and 2147483647.',
    source: 'core validation ValidatePodSpec',
    example: podWithSpec(`  activeDeadlineSeconds: 0
`),
    fix: 'Remove it for a pod without a time limit.',
  },
  {
    id: 'pod/container-image',
    severity: 'error',
    summary: 'A container has an image, without leading or trailing white space.',
    source: 'core validation validateContainerCommon, validateContainersOnlyForPod',
    example: pod(`  containers:
    - name: web
`),
    fix: 'Write the `image` to run, with a tag or digest.',
  },
  {
    id: 'pod/container-name',
    severity: 'error',
    summary: 'The name of a container is unique and a DNS label.',
    source: 'core validation validateContainerCommon, validateContainers, validateInitContainers',
    example: pod(`  containers:
    - name: web_server
      image: nginx
`),
    fix: 'Write at most 63 lowercase letters, digits and `-`. Names are unique among all containers, init containers and ephemeral containers of a pod.',
  },
  {
    id: 'pod/container-port',
    severity: 'error',
    summary: 'Ports have numbers from 1 to 65535, known protocols and unique names.',
    source: 'core validation validateContainerPorts',
    example: podWithContainer(`      ports:
        - containerPort: 80800
`),
    fix: 'The protocols are `TCP`, `UDP` and `SCTP`. The name of a port has at most 15 lowercase letters, digits and `-`, and at least one letter.',
  },
  {
    id: 'pod/containers',
    severity: 'error',
    summary: 'A pod has at least one container.',
    source: 'core validation validateContainers',
    example: pod(`  initContainers:
    - name: setup
      image: busybox
`),
    fix: 'Write `containers`. Init containers are not enough.',
  },
  {
    id: 'pod/ephemeral-containers',
    severity: 'error',
    summary: 'A new pod has no ephemeral containers.',
    source: 'core validation ValidatePodCreate; for running pods validateEphemeralContainers',
    example: podWithContainer(`  ephemeralContainers:
    - name: debug
      image: busybox
`),
    fix: 'Add them to the running pod with `kubectl debug`. They have no resources, ports or probes.',
  },
  {
    id: 'pod/pod-level-resources',
    severity: 'error',
    summary: 'Pod-level resources are cpu, memory and huge pages, and cover the containers.',
    source: 'core validation validatePodResources, validatePodResourceConsistency',
    example: pod(`  resources:
    limits: {memory: 1Gi}
    requests: {memory: 512Mi}
  containers:
    - name: web
      image: nginx
      resources:
        requests: {memory: 768Mi}
`),
    fix: 'Raise `spec.resources.requests` to the sum of the requests of containers, and `limits` to the largest limit of a container.',
  },
  {
    id: 'pod/resource-claims',
    severity: 'error',
    summary: 'A container uses each resource claim once, and only claims that its pod declares.',
    source: 'core validation validateResourceClaimNames',
    example: pod(`  containers:
    - name: web
      image: nginx
      resources:
        claims: [{name: gpu}]
`),
    fix: 'Declare the claim in `spec.resourceClaims`.',
  },
  {
    id: 'pod/restart-policy',
    severity: 'error',
    summary: 'restartPolicy is Always, OnFailure or Never.',
    source: 'core validation validateRestartPolicy',
    example: podWithSpec(`  restartPolicy: always
`),
    fix: 'Check the capitalization.',
  },
]
