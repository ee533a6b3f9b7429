import {expect} from 'chai'

import {configuredPlugins} from '../../src/configuration/recognize.js'
import {configurationVersions} from '../../src/manifests/former-api/kinds.js'
import {lintText, placed} from '../helpers/lint-text.js'

/** Findings of kadm in a text: `place | message | hint`. */
const messageOf = (text: string): string[] => lintText(text).map((diagnostic) => [placed(diagnostic), diagnostic.message, diagnostic.hint ?? 'no hint'].join(' | '))

const hintsOf = (text: string): (string | undefined)[] => [...new Set(lintText(text).map(({hint}) => hint))]

describe('hints for obsolete forms', () => {
  it('cover the Salt configuration in the LimitRanger design document', () => {
    const text = `apiVersion: "v1"
kind: "LimitRange"
metadata:
  name: "limits"
  namespace: default
spec:
  limits:
    - type: "Container"
      defaultRequests:
        cpu: "100m"
`
    expect(messageOf(text)).to.deep.equal(['9:7 defaultRequests | unknown field "spec.limits[0].defaultRequests" | write "defaultRequest"'])
  })

  it('cover the tables in the design documents', () => {
    expect(messageOf(`apiVersion: v1
kind: LimitRange
metadata: {name: limits}
spec:
  limits:
    - {Type: Container, Resource: cpu, Min: .1, Max: 1, Default: 500m, DefaultRequest: 250m, LimitRequestRatio: 4}
`)).to.deep.equal([
      '6:8 Type | unknown field "spec.limits[0].Type" | write "type"',
      '6:25 Resource | unknown field "spec.limits[0].Resource" | name the resource as a key of min, max, default and so on: max: {cpu: "1"}',
      '6:40 Min | unknown field "spec.limits[0].Min" | write "min"',
      '6:49 Max | unknown field "spec.limits[0].Max" | write "max"',
      '6:57 Default | unknown field "spec.limits[0].Default" | write "default"',
      '6:72 DefaultRequest | unknown field "spec.limits[0].DefaultRequest" | write "defaultRequest"',
      '6:94 LimitRequestRatio | unknown field "spec.limits[0].LimitRequestRatio" | write "maxLimitRequestRatio"',
    ])
    expect(hintsOf('apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: myquota}\nspec: {hard: {memory: 1.5Gb}}\n'))
      .to.deep.equal(['write "1.5G" (1000^3 bytes each) or "1.5Gi" (1024^3 bytes each)'])
    expect(hintsOf('apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: myquota}\nspec: {hard: {replicationControllers: 10}}\n'))
      .to.deep.equal(['write "replicationcontrollers"'])
  })

  const limits = 'limits:\n  - {Type: Server, RequestBurst: 1000, RequestRefillRate: 100}\n'
  const fields = [
    'unknown field "limits[0].Type": the server ignores it | write "type"',
    'unknown field "limits[0].RequestBurst": the server ignores it | write "burst"',
    'unknown field "limits[0].RequestRefillRate": the server ignores it | write "qps"',
  ]
  const group = 'write apiVersion: eventratelimit.admission.k8s.io/v1alpha1 and kind: Configuration'

  for (const [apiVersion, message] of [
    ['', `Object 'apiVersion' is missing | ${group}`],
    ['apiVersion: v1\n', `no kind "Configuration" is registered for version "v1" in scheme "pkg/runtime/scheme.go:111" | ${group}`],
    ['apiVersion: apps/v1\n', `no kind "Configuration" is registered for version "apps/v1" in scheme "pkg/runtime/scheme.go:111" | ${group}`],
    ['apiVersion: eventratelimit/v1alpha1\n', `no kind "Configuration" is registered for version "eventratelimit/v1alpha1" in scheme "pkg/runtime/scheme.go:111" | ${group}`],
  ] as const) {
    it(`cover a Configuration with ${apiVersion.trim() || 'no apiVersion'}`, () => {
      expect(messageOf(`${apiVersion}kind: Configuration\n${limits}`).map((text) => text.replace(/^.*? \| /, ''))).to.deep.equal([message, ...fields])
    })
  }

  describe('for text copied from the design documents', () => {
    const cases: Readonly<Record<string, readonly [text: string, expected: string]>> = {
      'the types of LimitRanger': [
        '// LimitType is a type of object that is limited\ntype LimitType string\n\nconst (\n  // Limit that applies to all pods in a namespace\n  LimitTypePod LimitType = "Pod"\n)\n',
        'invalid object to validate | this is Go; write the object itself: its fields have the names after json: in the Go type',
      ],
      'the types of EventRateLimit': [
        'type Limit struct {\n  QPS int32 `json:"qps"`\n}\n',
        'invalid object to validate | this is Go; write the object itself: its fields have the names after json: in the Go type',
      ],
      'the defaults of LimitRanger': [
        'if LimitRangeItem.Default[resourceName] is undefined \n  if LimitRangeItem.Max[resourceName] is defined\n    LimitRangeItem.Default[resourceName] = LimitRangeItem.Max[resourceName]\n',
        'invalid object to validate | this is pseudocode; there is nothing to write: the API server fills in the defaults of a LimitRange',
      ],
      'the table of LimitRanger': [
        'Type Resource Min Max Default DefaultRequest LimitRequestRatio\nContainer cpu .1 1 500m 250m 4\n',
        'invalid object to validate | this is what kubectl describe prints; write the object itself: kubectl get KIND NAME -o yaml prints it',
      ],
      'the table of EventRateLimit': [
        'Type RequestBurst RequestRefillRate CacheSize\nServer 1000 100\nNamespace 100 10 50\n',
        'invalid object to validate | this is a table; write a Configuration of eventratelimit.admission.k8s.io/v1alpha1, with RequestBurst as burst and RequestRefillRate as qps',
      ],
      'the table of ResourceQuota': [
        '| ResourceName | Description |\n| ------------ | ----------- |\n| cpu | Total cpu usage |\n',
        'this is a table, not YAML | write the object itself: the names of resources are keys of spec.hard in a ResourceQuota, and of min, max and so on in a LimitRange',
      ],
      'output of kubectl describe': [
        'Name: myquota\nResource  Used  Hard\n--------  ----  ----\ncpu 100m  20\nmemory  0 1.5Gb\n',
        'this is what kubectl describe prints, not YAML | write the object itself: kubectl get KIND NAME -o yaml prints it',
      ],
      'output of kubectl describe on one line': [
        'Name: limits Type Resource Min Max ---- -------- --- --- Pod memory 1Mi 1Gi\n',
        'apiVersion not set | this is what kubectl describe prints; write the object itself: kubectl get KIND NAME -o yaml prints it',
      ],
      'shell commands': [
        '$ kubectl namespace myspace\n$ kubectl create -f examples/resourcequota/resource-quota.json\n',
        'invalid object to validate | this is a shell command; write the object itself: kubectl get KIND NAME -o yaml prints it',
      ],
      'a command with a flag': [
        '$ kube-apiserver --admission-control=LimitRanger\n',
        'invalid object to validate | this is a shell command; write the object itself: kubectl get KIND NAME -o yaml prints it',
      ],
      'other text': ['a text\n', 'invalid object to validate | an object is a map with an apiVersion and a kind'],
      'a JavaScript comment': ['// settings\n{"a": 1}\n', 'a colon and a space must follow the key | no hint'],
    }
    for (const [title, [text, expected]] of Object.entries(cases)) {
      it(title, () => expect(lintText(text).map(({message, hint = 'no hint'}) => `${message} | ${hint}`)[0]).to.equal(expected))
    }
  })

  it('are omitted for custom resources of kind Configuration', () => {
    for (const apiVersion of ['serving.knative.dev/v1', 'dapr.io/v1alpha1']) {
      expect(messageOf(`apiVersion: ${apiVersion}\nkind: Configuration\nmetadata: {name: a}\nlimits: [{Type: a}]\n`)).to.deep.equal([])
    }
  })

  it('name the version of every plugin configuration', () => {
    // The file of PodNodeSelector has no kind.
    const newest = configuredPlugins.flatMap(({configuration: {versions: [version]}}) => version ?? [])
    for (const {kind} of newest) {
      expect(configurationVersions(kind)).to.have.members(newest.filter((version) => version.kind === kind).map(({apiVersion}) => apiVersion))
    }
  })

  describe('for devices without a vendor prefix', () => {
    const device = (prefix: string): string => `a device has a qualified name, as its plugin gives it: write "${prefix}nvidia.com/gpu" or "${prefix}amd.com/gpu"`
    const cases: Record<string, [text: string, ...hints: (string | undefined)[]]> = {
      'gpu in a LimitRange': ['apiVersion: v1\nkind: LimitRange\nmetadata: {name: a}\nspec: {limits: [{type: Container, max: {gpu: 1}}]}\n', device('')],
      'gpu in a quota': ['apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: a}\nspec: {hard: {gpu: 1}}\n', device('requests.')],
      'requests.gpu in a quota': ['apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: a}\nspec: {hard: {requests.gpu: 1}}\n', device('requests.')],
      'gpu of a container': ['apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: a, image: a, resources: {limits: {gpu: 1}}}]}\n', device('')],
    }
    for (const [title, [text, ...hints]] of Object.entries(cases)) it(title, () => expect(hintsOf(text)).to.deep.equal(hints))
  })

  it('cover initializers', () => {
    expect(messageOf('apiVersion: v1\nkind: Pod\nmetadata: {name: a, initializers: {pending: [{name: scheduler}]}}\nspec: {containers: [{name: a, image: a}]}\n')).to.deep.equal([
      '3:21 initializers | unknown field "metadata.initializers" | leave it out: initializers went with Kubernetes 1.16; admission webhooks and policies do their work',
    ])
  })

  describe('for removed kinds and versions', () => {
    const cases: Record<string, string> = {
      'apiVersion: v1beta1\nkind: Minion\n': 'write "kind: Node" and "apiVersion: v1"',
      'apiVersion: apps/v1alpha1\nkind: PetSet\n': 'write "kind: StatefulSet" and "apiVersion: apps/v1"',
      'apiVersion: policy/v1beta1\nkind: PodSecurityPolicy\n': 'it went with Kubernetes 1.25: label the namespace for Pod Security admission',
      'apiVersion: v1beta3\nkind: ReplicationController\n': 'write "apiVersion: v1"',
      'kind: LimitRange\n': 'write "apiVersion: v1"',
      'kind: Deployment\n': 'write "apiVersion: apps/v1"',
      'kind: Whatever\n': 'write a version such as "v1" or "apps/v1"',
    }
    for (const [text, hint] of Object.entries(cases)) it(text.trim().replaceAll('\n', ', '), () => expect(lintText(`${text}metadata: {name: a}\n`).find(({ruleId}) => ruleId.startsWith('manifest/'))?.hint).to.equal(hint))
  })
})
