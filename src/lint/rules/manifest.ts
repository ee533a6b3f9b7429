import type {Rule} from '../../machinery/field/rule.js'

/** The rules for checks that kubectl makes before it sends a request. */
export const rules: readonly Rule[] = [
  {
    id: 'manifest/api-version',
    severity: 'error',
    summary: 'An object has an apiVersion: a version, or a group and a version.',
    source: 'kubectl getObjectKind',
    example: `kind: LimitRange
metadata:
  name: limits
spec:
  limits: []
`,
    fix: 'Write `apiVersion: v1`, or `apiVersion: apps/v1` for a kind of the group apps. The name of the field is case-sensitive.',
  },
  {
    id: 'manifest/duplicate-object',
    severity: 'error',
    summary: 'No two objects have the same group, kind, namespace and name.',
    source: 'kubectl create, which fails for the second one (409 AlreadyExists); kubectl apply, which overwrites the first',
    example: `apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
data: {level: info}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
data: {level: debug}
`,
    fix: 'Keep one of them, or give it another name or namespace. Folders of several clusters or stages are [environments](../../environments.md). The exit status is 2: findings about one of them do not apply to the other.',
  },
  {
    id: 'manifest/kind',
    severity: 'error',
    summary: 'An object has a kind, spelt as Kubernetes spells it.',
    source: 'kubectl getObjectKind; apimachinery Scheme.New',
    example: `apiVersion: v1
kind: limitrange
metadata:
  name: limits
spec:
  limits: []
`,
    fix: 'Write the kind with its capitals: `LimitRange`. kubectl also accepts small letters, but the API server does not.',
  },
  {
    id: 'manifest/list-field',
    severity: 'error',
    summary: 'Items of a list have the fields of their kind, and all that are required.',
    source: 'kubectl schemaValidation.ValidateBytes, which checks lists before they are sent',
    example: `apiVersion: v1
kind: List
items:
  - apiVersion: v1
    kind: LimitRange
    metadata:
      name: limits
    spec:
      limits:
        - type: Container
          defaultRequests: {cpu: 100m}
`,
    fix: 'Correct the field that the message names. kubectl sends none of the list until all of it is.',
  },
  {
    id: 'manifest/list-items',
    severity: 'error',
    summary: 'The field `items` of any object is a list of objects.',
    source: 'apimachinery unstructuredJSONScheme.decodeToList; kubectl schemaValidation.ValidateBytes',
    example: `apiVersion: v1
kind: List
items:
  apiVersion: v1
  kind: Namespace
  metadata:
    name: dev
`,
    fix: 'Put `- ` in front of each item. kubectl treats every object with a field `items` as a list, also a ConfigMap.',
  },
  {
    id: 'manifest/metadata',
    severity: 'error',
    summary: 'Values in metadata have the right types: labels and annotations are strings.',
    source: 'cli-runtime metadataValidatingDecoder.Decode',
    example: `apiVersion: v1
kind: Namespace
metadata:
  name: dev
  labels:
    monitored: yes
    release: 1.10
`,
    fix: 'Quote the value. Without quotes, YAML makes a boolean of `yes`, `no`, `on` and `off`, and the number 1.1 of `1.10`.',
  },
  {
    id: 'manifest/namespace-mismatch',
    severity: 'error',
    summary: 'The namespace of an object is that of --namespace.',
    source: 'cli-runtime RequireNamespace',
    example: `apiVersion: v1
kind: LimitRange
metadata:
  name: limits
  namespace: dev
spec:
  limits:
    - type: Container
      max: {cpu: "1"}
`,
    namespace: 'prod',
    fix: 'Leave `metadata.namespace` out of manifests for several namespaces, or leave out the flag.',
  },
  {
    id: 'manifest/nested-list',
    severity: 'error',
    summary: 'A list is not an item of another list.',
    source: 'cli-runtime FlattenListVisitor.Visit',
    example: `apiVersion: v1
kind: List
items:
  - apiVersion: v1
    kind: List
    items: []
`,
    fix: 'Put the items of the inner list into the outer one.',
  },
  {
    id: 'manifest/not-an-object',
    severity: 'error',
    summary: 'A document is a map.',
    source: 'kubectl getObjectKind',
    example: `- apiVersion: v1
  kind: Namespace
  metadata:
    name: dev
`,
    fix: 'Write each object as a separate document, between `---` lines, or put them all into the `items` of a `kind: List`.',
  },
  {
    id: 'manifest/request-size',
    severity: 'error',
    summary: 'An object has at most 3 MiB as JSON.',
    source: 'apiserver handlers limitedReadBody',
    get example() {
      return `apiVersion: example.com/v1\nkind: Archive\nmetadata:\n  name: backup\ndata: ${'x'.repeat(3 * 2 ** 20)}\n`
    },
    fix: 'Keep large data out of the API: in an image, a volume, or a store of objects. A ConfigMap or Secret holds 1 MiB at most.',
  },
  {
    id: 'manifest/server-warning',
    severity: 'info',
    summary: 'The server returns no warnings, which kubectl prints after "Warning:".',
    source: 'the WarningsOnCreate of each kind in pkg/registry',
    example: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  nodeSelector:
    beta.kubernetes.io/os: linux
  containers:
    - name: web
      image: nginx
`,
    fix: 'Follow the message. The object is accepted anyway.',
  },
  {
    id: 'manifest/undeclared-namespace',
    severity: 'info',
    summary: 'If manifests declare namespaces, they declare those of the policies too.',
    source: 'no server check: admission NamespaceLifecycle answers 404 in a namespace that there is not',
    example: `apiVersion: v1
kind: Namespace
metadata:
  name: development
---
apiVersion: v1
kind: LimitRange
metadata:
  name: limits
  namespace: dev
spec:
  limits:
    - type: Container
      max: {cpu: "1"}
`,
    fix: 'Correct the name, or declare the namespace, unless it is created elsewhere.',
  },
  {
    id: 'manifest/unknown-kind',
    severity: 'error',
    summary: 'Kubernetes serves the kind in its apiVersion.',
    source: 'cli-runtime mapper.infoForData',
    example: `apiVersion: extensions/v1beta1
kind: Deployment
metadata:
  name: web
`,
    fix: 'Write the version that serves the kind today; `kubectl api-resources` lists them all. '
      + 'Kinds of groups outside Kubernetes are treated as custom resources and never reported.',
  },
]
