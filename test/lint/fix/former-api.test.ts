import {expect} from 'chai'

import {fixSources} from '../../../src/lint/fix/fix-sources.js'
import {lint} from '../../../src/lint/lint-all.js'
import {SourceFile} from '../../../src/source/source-file.js'

/** A text with all fixes, and the remaining hints. */
function fixed(text: string): {readonly text: string, readonly left: (string | undefined)[]} {
  const {report, fixed: [source]} = fixSources([new SourceFile('f.yaml', text)], (sources) => lint(sources))
  const errors = report.diagnostics.filter(({severity}) => severity === 'error')
  return {text: source?.after.text ?? text, left: errors.map(({hint}) => hint)}
}

/** Texts with their fixed form, and the remaining hints. */
const cases: Readonly<Record<string, readonly [before: string, after: string, ...left: (string | undefined)[]]>> = {
  'a LimitRange of v1beta1': [
    `{
  "id": "limits",
  "kind": "LimitRange",
  "apiVersion": "v1beta1",
  "labels": {"team": "a"},
  "spec": {"limits": [{"type": "Pod", "max": {"cpu": "2"}}]}
}
`,
    `{
  "metadata": {"name": "limits", "labels": {"team": "a"}},
  "kind": "LimitRange",
  "apiVersion": "v1",
  "spec": {"limits": [{"type": "Pod", "max": {"cpu": "2"}}]}
}
`,
  ],
  'a ResourceQuota of v1beta3': [
    '{"apiVersion": "v1beta3", "kind": "ResourceQuota", "metadata": {"name": "quota"}, "spec": {"hard": {"pods": "10"}}}\n',
    '{"apiVersion": "v1", "kind": "ResourceQuota", "metadata": {"name": "quota"}, "spec": {"hard": {"pods": "10"}}}\n',
  ],
  'a quota in YAML, with its comments': [
    `# the quota of the team
id: quota  # its name
kind: ResourceQuota
# of before 1.0
apiVersion: v1beta1
labels:  # for people
  # who owns it
  team: a
spec:
  hard:
    replicationControllers: "20"  # few
`,
    `# the quota of the team
metadata:
  name: quota  # its name
  labels:  # for people
    # who owns it
    team: a
kind: ResourceQuota
# of before 1.0
apiVersion: v1
spec:
  hard:
    replicationcontrollers: "20"  # few
`,
  ],
  'a pod of v1beta1': [
    `{
  "id": "nginx",
  "kind": "Pod",
  "apiVersion": "v1beta1",
  "desiredState": {
    "manifest": {
      "version": "v1beta1",
      "id": "nginx",
      "containers": [{
        "name": "nginx",
        "image": "nginx",
        "ports": [{"containerPort": 80}]
      }]
    }
  },
  "labels": {"name": "nginx"}
}
`,
    `{
  "metadata": {"name": "nginx", "labels": {"name": "nginx"}},
  "kind": "Pod",
  "apiVersion": "v1",
  "spec": {
    "containers": [{
      "name": "nginx",
      "image": "nginx",
      "ports": [{"containerPort": 80}]
    }]
  }
}
`,
  ],
  'a controller of v1beta1': [
    `id: web
kind: ReplicationController
apiVersion: v1beta1
desiredState:
  replicas: 2
  replicaSelector: {name: web}
  podTemplate:
    desiredState:
      manifest:
        version: v1beta1  # of the manifest
        containers:
          # the only one
          - name: web
            image: nginx
            env: [{key: A, value: b}]
    labels: {name: web}
`,
    `metadata:
  name: web
kind: ReplicationController
apiVersion: v1
spec:
  replicas: 2
  selector: {name: web}
  template:
    spec:
      containers:
        # the only one
        - name: web
          image: nginx
          env: [{name: A, value: b}]
    metadata:
      labels: {name: web}
`,
  ],
  'fields of v1 in old places': [
    'apiVersion: v1\nkind: LimitRange\nmetadata:\n  name: limits\nlabels: {team: a}\nspec:\n  limits:\n    - {type: Container, defaultRequests: {cpu: 100m}}\n',
    'apiVersion: v1\nkind: LimitRange\nmetadata:\n  name: limits\n  labels: {team: a}\nspec:\n  limits:\n    - {type: Container, defaultRequest: {cpu: 100m}}\n',
  ],
  'fields in a map in braces': [
    '{apiVersion: v1, kind: LimitRange, id: limits, spec: {limits: [{type: Container, max: {cpu: 1}}]}}\n',
    '{apiVersion: v1, kind: LimitRange, metadata: {name: limits}, spec: {limits: [{type: Container, max: {cpu: 1}}]}}\n',
  ],
  'initializers': [
    'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\n  initializers:\n    pending: [{name: scheduler}]\nspec:\n  containers: [{name: a, image: b}]\n',
    'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n  containers: [{name: a, image: b}]\n',
  ],
  'items of a list': [
    'apiVersion: v1\nkind: List\nitems:\n- id: a\n  apiVersion: v1beta1\n  kind: LimitRange\n  spec: {limits: [{type: Pod, max: {cpu: 1}}]}\n',
    'apiVersion: v1\nkind: List\nitems:\n- metadata:\n    name: a\n  apiVersion: v1\n  kind: LimitRange\n  spec: {limits: [{type: Pod, max: {cpu: 1}}]}\n',
  ],
  'windows line breaks': [
    'id: quota\r\nkind: ResourceQuota\r\napiVersion: v1beta1\r\nspec: {hard: {pods: 1}}\r\n',
    'metadata:\r\n  name: quota\r\nkind: ResourceQuota\r\napiVersion: v1\r\nspec: {hard: {pods: 1}}\r\n',
  ],
  'no change if the command of a container would change its meaning': [
    'id: web\nkind: Pod\napiVersion: v1beta1\ndesiredState: {manifest: {containers: [{name: a, image: b, command: [c]}]}}\n',
    'metadata:\n  name: web\nkind: Pod\napiVersion: v1beta1\ndesiredState: {manifest: {containers: [{name: a, image: b, command: [c]}]}}\n',
    'write "apiVersion: v1"', 'write "spec", with the content of "manifest"',
  ],
  'no change if both the old and the new field exist': [
    'apiVersion: v1\nkind: LimitRange\nid: a\nmetadata: {name: b}\nspec: {limits: [{type: Pod, max: {cpu: 1}}]}\n',
    'apiVersion: v1\nkind: LimitRange\nid: a\nmetadata: {name: b}\nspec: {limits: [{type: Pod, max: {cpu: 1}}]}\n',
    'write it as metadata.name',
  ],
  'no change if the former field has siblings without a new form': [
    'id: web\nkind: Pod\napiVersion: v1beta1\ndesiredState: {host: a, manifest: {containers: [{name: a, image: b}]}}\n',
    'metadata:\n  name: web\nkind: Pod\napiVersion: v1beta1\ndesiredState: {host: a, manifest: {containers: [{name: a, image: b}]}}\n',
    'write "apiVersion: v1"', 'write "spec", with the content of "manifest"',
  ],
}

describe('fixes of obsolete fields', () => {
  for (const [title, [before, after, ...left]] of Object.entries(cases)) {
    it(title, () => expect(fixed(before)).to.deep.equal({text: after, left}))
  }
})
