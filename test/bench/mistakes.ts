// Manifests with one mistake each, for the comparison with other tools.

/** A manifest, what is wrong with it, and the command of kadm that looks for it. */
interface Mistake {
  readonly what: string
  readonly command: 'lint' | 'simulate'
  readonly text: string
}

const deployment = (spec: string, container: string): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec:
  ${spec}
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
        - name: app
          image: registry.example/web:1
          ${container}
`

const pod = (container: string): string => `apiVersion: v1
kind: Pod
metadata: {name: web, namespace: shop}
spec: {containers: [{name: app, image: "registry.example/web:1"${container}}]}
`

const documents = (...texts: readonly string[]): string => texts.join('---\n')

/** A manifest without mistakes, which no tool should report. */
export const valid = deployment('replicas: 3', 'resources: {requests: {cpu: 100m}}')

/** Mistakes that a server rejects, or that deny pods. The last one is a matter of good practice, which a server accepts. */
export const mistakes: readonly Mistake[] = [
  {what: 'a misspelt field', command: 'lint', text: deployment('replcas: 3', 'resources: {}')},
  {what: 'a text instead of a number', command: 'lint', text: deployment('replicas: three', 'resources: {}')},
  {what: 'a quantity with a wrong suffix', command: 'lint', text: deployment('replicas: 3', 'resources: {limits: {memory: 256MB}}')},
  {what: 'a request above its limit', command: 'lint', text: deployment('replicas: 3', 'resources: {requests: {cpu: "2"}, limits: {cpu: "1"}}')},
  {what: 'a selector that does not match the template', command: 'lint', text: deployment('replicas: 3', 'resources: {}').replace('labels: {app: web}', 'labels: {app: wbe}')},
  {what: 'a name in capital letters', command: 'lint', text: pod('').replace('name: web', 'name: Web')},
  {
    what: 'a LimitRange with min above max', command: 'lint',
    text: 'apiVersion: v1\nkind: LimitRange\nmetadata: {name: limits}\nspec: {limits: [{type: Container, min: {cpu: "2"}, max: {cpu: "1"}}]}\n',
  },
  {
    what: 'a pod that its LimitRange denies', command: 'simulate',
    text: documents('apiVersion: v1\nkind: LimitRange\nmetadata: {name: limits, namespace: shop}\nspec: {limits: [{type: Container, max: {cpu: "1"}}]}\n', pod(', resources: {limits: {cpu: "2"}}')),
  },
  {
    what: 'a pod that exceeds a quota', command: 'simulate',
    text: documents('apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: team, namespace: shop}\nspec: {hard: {pods: 0}}\n', pod('')),
  },
  {
    what: 'a pod that the Pod Security level of its Namespace denies', command: 'lint',
    text: documents('apiVersion: v1\nkind: Namespace\nmetadata: {name: shop, labels: {pod-security.kubernetes.io/enforce: baseline}}\n', pod(', securityContext: {privileged: true}')),
  },
  {what: 'an image without a version, and no probes: good practice', command: 'lint', text: valid.replace('web:1', 'web:latest')},
]
