import type {Rule} from '../../machinery/field/rule.js'

const limitRange = (metadata: string): string => `apiVersion: v1
kind: LimitRange
metadata:
${metadata}spec:
  limits:
    - type: Container
      max: {cpu: "1"}
`

/** The rules for the metadata of objects, and for label selectors. */
export const rules: readonly Rule[] = [
  {
    id: 'metadata/annotations',
    severity: 'error',
    summary: 'Keys of annotations are qualified names; all annotations have 256 KiB at most.',
    source: 'apimachinery ValidateAnnotations',
    example: limitRange(`  name: limits
  annotations:
    "on call": team-a
`),
    fix: 'Write a key as a name or `prefix/name`. The name has at most 63 letters, digits, `-`, `_` and `.`; the prefix is a DNS domain. '
      + 'Long texts belong in a ConfigMap.',
  },
  {
    id: 'metadata/finalizers',
    severity: 'error',
    summary: 'Finalizers are qualified names with a slash, or those of Kubernetes.',
    source: 'apimachinery ValidateFinalizers; core validation validateKubeFinalizerName',
    example: limitRange(`  name: limits
  finalizers:
    - cleanup
`),
    fix: 'Put your domain in front: `example.com/cleanup`. `orphan` and `foregroundDeletion` exclude each other.',
  },
  {
    id: 'metadata/generate-name',
    severity: 'error',
    summary: 'A generateName can be the beginning of a name.',
    source: 'apimachinery ValidateObjectMetaWithOpts',
    example: limitRange(`  generateName: Team_
`),
    fix: 'Write small letters, digits and `-`; the API server appends five characters.',
  },
  {
    id: 'metadata/generation',
    severity: 'error',
    summary: 'A generation is not negative.',
    source: 'apimachinery ValidateNonnegativeField',
    example: limitRange(`  name: limits
  generation: -1
`),
    fix: 'Leave it out: the API server counts generations itself.',
  },
  {
    id: 'metadata/label-selector',
    severity: 'error',
    summary: 'Label selectors have valid keys and values, and as many as the operator takes.',
    source: 'apimachinery ValidateLabelSelector',
    example: `apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: data
spec:
  accessModes: [ReadWriteOnce]
  resources:
    requests: {storage: 1Gi}
  selector:
    matchExpressions:
      - {key: tier, operator: in, values: [fast]}
`,
    fix: 'The operators are `In` and `NotIn`, with values, and `Exists` and `DoesNotExist`, without.',
  },
  {
    id: 'metadata/labels',
    severity: 'error',
    summary: 'Labels have qualified names for keys, and short plain texts for values.',
    source: 'apimachinery ValidateLabels',
    example: limitRange(`  name: limits
  labels:
    owner: jane@example.com
`),
    fix: 'Write at most 63 letters, digits, `-`, `_` and `.`; start and end with a letter or digit. Put any other text into an annotation.',
  },
  {
    id: 'metadata/managed-fields',
    severity: 'error',
    summary: 'Field managers have printable names of at most 128 bytes.',
    source: 'apimachinery ValidateManagedFields; the managers of nothing but fields that are in the object do not count',
    example: limitRange(`  name: limits
  managedFields:
    - {manager: "kubectl\\n", operation: Update, apiVersion: v1, fieldsType: FieldsV1, fieldsV1: {"f:status": {}}}
`),
    fix: 'Leave `managedFields` out of manifests: the API server keeps them. `kubectl get -o yaml` does not show them.',
  },
  {
    id: 'metadata/name',
    severity: 'error',
    summary: 'An object has a name: a DNS subdomain, or in some kinds a DNS label.',
    source: 'apimachinery ValidateObjectMetaWithOpts, with the name function of the kind',
    example: limitRange(`  name: Team_Limits
`),
    fix: 'Write small letters, digits, `-` and, in most kinds, `.`; start and end with a letter or digit. Names have at most 253 characters, '
      + 'those of Namespaces, Services and StatefulSets at most 63.',
  },
  {
    id: 'metadata/namespace',
    severity: 'error',
    summary: 'The name of a namespace is a DNS label.',
    source: 'apimachinery ValidateNamespaceName; the API server finds no such namespace',
    example: limitRange(`  name: limits
  namespace: team.dev
`),
    fix: 'Write at most 63 small letters, digits and `-`; start and end with a letter or digit.',
  },
  {
    id: 'metadata/owner-references',
    severity: 'error',
    summary: 'Owners are complete, none is an Event, and at most one is the controller.',
    source: 'apimachinery ValidateOwnerReferences',
    example: limitRange(`  name: limits
  ownerReferences:
    - {apiVersion: apps/v1, kind: Deployment, name: web}
`),
    fix: 'Give `apiVersion`, `kind`, `name` and `uid`, or leave owners to the controllers that set them: a manifest cannot know the uid.',
  },
]
