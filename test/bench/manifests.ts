/** Numbers of files and documents of the lint benchmark. */
export const lintFiles = 2000
export const documentsPerFile = 3

const containers = (i: number): string => `  containers:
    - name: app
      image: registry.example/app:${i}
      ports:
        - {name: http, containerPort: 8080}
      env:
        - name: LOG_LEVEL
          value: info
        - name: REGION
          value: "eu-${i % 7}"
      resources:
        requests: {cpu: ${100 + i % 400}m, memory: ${64 + i % 64}Mi}
        limits:
          cpu: "1"
          memory: 512Mi
    - name: proxy
      image: "registry.example/proxy:2"
      resources: {limits: {cpu: 200m, memory: 64Mi}}
`

const pod = (i: number): string => `# Pod ${i}
apiVersion: v1
kind: Pod
metadata:
  name: pod-${i}
  labels: {app: web, tier: "${i % 3}"}
spec:
${containers(i)}`

const limitRange = (i: number): string => `apiVersion: v1
kind: LimitRange
metadata:
  name: limits-${i}
  namespace: team-${i}
spec:
  limits:
    - type: Container
      default: {cpu: 500m, memory: 256Mi}
      defaultRequest: {cpu: 100m, memory: 128Mi}
      max: {cpu: "2", memory: 1Gi}
    - type: Pod
      max:
        cpu: ${4 + i % 4}
        memory: 4Gi
`

const claim = (i: number): string => `apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: data-${i}
spec:
  accessModes: [ReadWriteOnce]
  resources:
    requests:
      storage: ${1 + i % 20}Gi
`

/** The text of a file, always the same for the same number. */
export const manifestFile = (i: number): string => [pod(i), limitRange(i), claim(i)].join('---\n')

const quota = (i: number): string => `apiVersion: v1
kind: ResourceQuota
metadata:
  name: quota-${i}
  namespace: team-${i}
spec:
  hard:
    pods: "20"
    requests.cpu: "${8 + i % 8}"
    requests.memory: 16Gi
    limits.cpu: "32"
    limits.memory: 64Gi
    count/deployments.apps: "10"
`

const deployment = (i: number, namespace: string): string => `# Deployment ${i}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web-${i}
  namespace: ${namespace}
  labels: {app: web, tier: "${i % 3}"}
spec:
  replicas: ${1 + i % 5}
  selector:
    matchLabels: {app: web-${i}}
  template:
    metadata:
      labels: {app: web-${i}, tier: "${i % 3}"}
    spec:
${containers(i).replaceAll(/^/gm, '    ').trimEnd()}
`

/** A file with a LimitRange, a ResourceQuota and a Deployment in their namespace. */
export const workloadFile = (i: number): string => [limitRange(i), quota(i), deployment(i, `team-${i}`)].join('---\n')

/** The same manifests, with the Deployment in another namespace than the policies. */
export const apartFile = (i: number): string => [limitRange(i), quota(i), deployment(i, `apps-${i}`)].join('---\n')

/**
 * A Deployment of 3 replicas.
 *
 * @param i its number, which also varies its requests
 * @param memory the memory that a container requests
 * @param rest further YAML of its resources
 */
export const smallDeployment = (i: number, memory: string, rest = ''): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web-${i}}
spec:
  replicas: 3
  selector: {matchLabels: {app: web-${i}}}
  template:
    metadata: {labels: {app: web-${i}}}
    spec:
      containers:
        - {name: app, image: "registry.example/app:1", resources: {requests: {cpu: ${100 + i % 7}m, memory: ${memory}}${rest}}}
`
