import type {Rule} from '../../machinery/field/rule.js'
import {pod, podWithContainer, podWithSpec} from './rule-examples.js'

/** The rules for pods as a whole, and the oldest of those for containers. */
export const rules: readonly Rule[] = [
  {
    id: 'pod/active-deadline',
    severity: 'error',
    summary: 'activeDeadlineSeconds is between 1 and 2147483647.',
    source: 'core validation ValidatePodSpec',
    example: podWithSpec(`  activeDeadlineSeconds: 0
`),
    fix: 'Leave it out for a pod that may run forever.',
  },
  {
    id: 'pod/container-image',
    severity: 'error',
    summary: 'A container has an image, without white space around its name.',
    source: 'core validation validateContainerCommon, validateContainersOnlyForPod',
    example: pod(`  containers:
    - name: web
`),
    fix: 'Write the `image` to run, with a tag or digest.',
  },
  {
    id: 'pod/container-name',
    severity: 'error',
    summary: 'A container has a name of its own, which is a DNS label.',
    source: 'core validation validateContainerCommon, validateContainers, validateInitContainers',
    example: pod(`  containers:
    - name: web_server
      image: nginx
`),
    fix: 'Write at most 63 small letters, digits and `-`. Containers, init containers and ephemeral containers share their names.',
  },
  {
    id: 'pod/container-port',
    severity: 'error',
    summary: 'Ports have numbers from 1 to 65535, known protocols, and names of their own.',
    source: 'core validation validateContainerPorts',
    example: podWithContainer(`      ports:
        - containerPort: 80800
`),
    fix: 'The protocols are `TCP`, `UDP` and `SCTP`. The name of a port has at most 15 small letters, digits and `-`, with a letter among them.',
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
    fix: 'Write `containers`. Init containers alone make no pod.',
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
    summary: 'Pod-level resources are cpu, memory and huge pages, and suffice for the containers.',
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
    fix: 'Raise `spec.resources.requests` to what the containers ask for together, and `limits` to the largest limit of a container.',
  },
  {
    id: 'pod/resource-claims',
    severity: 'error',
    summary: 'A container uses resource claims that its pod declares, each once.',
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
    fix: 'Mind the capitals.',
  },
]
