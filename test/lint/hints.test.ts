import {expect} from 'chai'

import {lintText} from '../helpers/lint-text.js'

/** The hints for a text, each once. */
const hintsOf = (text: string): (string | undefined)[] => [...new Set(lintText(text).map(({hint}) => hint))]

const pod = (container: string, spec = ''): string =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {${spec}containers: [{name: web, image: nginx, ${container}}]}\n`

const item = (fields: string): string => `apiVersion: v1\nkind: LimitRange\nmetadata: {name: a}\nspec: {limits: [{${fields}}]}\n`

const quota = (spec: string): string => `apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: a}\nspec: {${spec}}\n`

const claim = (spec: string): string =>
  `apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: a}\nspec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1}}, ${spec}}\n`

type Cases = Readonly<Record<string, readonly [text: string, ...hints: (string | undefined)[]]>>

const none = undefined

function check(cases: Cases): void {
  for (const [title, [text, ...hints]] of Object.entries(cases)) {
    it(title, () => expect(hintsOf(text)).to.deep.equal(hints))
  }
}

describe('hints', () => {
  describe('suggest a field name', () => check({
    'defaultRequests': [item('type: Container, defaultRequests: {cpu: 1}'), 'write "defaultRequest"'],
    'Max': [item('type: Container, Max: {cpu: 1}'), 'write "max"'],
    'defaultrequest': [item('type: Container, defaultrequest: {cpu: 1}'), 'write "defaultRequest"'],
    'limit': [item('type: Container}]}\nspecs: {limits: [{type: Container'), 'write "spec"'],
    'imagePullPolice': [pod('imagePullPolice: Always'), 'write "imagePullPolicy"'],
    'no similar field': [item('type: Container, somethingElse: 1'), none],
  }))

  describe('suggest a quantity', () => {
    const texts = {
      '1K': '1k', '5g': '5G', '1T b': undefined, '1 Gi': '1Gi', '1gib': '1Gi', '1gi': '1Gi', '128mi': '128Mi',
      '64KiB': '64Ki', '"1.5 "': undefined, '2 cores': '2', '100 m': '100m', '1x': undefined, '1.2.3': undefined, 'lots': undefined,
    }
    for (const [text, meant] of Object.entries(texts)) {
      const isValid = text === '"1.5 "'
      it(text, () => expect(hintsOf(item(`type: Container, max: {cpu: ${text}}`))).to.deep.equal(isValid ? [] : [meant && `write "${meant}"`]))
    }
  })

  describe('suggest both quantities for a unit with B', () => {
    const texts = {
      '1KB': ['1k', '1000', '1Ki', '1024'], '1GB': ['1G', '1000^3', '1Gi', '1024^3'], '512mb': ['512M', '1000^2', '512Mi', '1024^2'], '2tb': ['2T', '1000^4', '2Ti', '1024^4'],
      '" 1 GB "': ['1G', '1000^3', '1Gi', '1024^3'], '-1GB': ['-1G', '1000^3', '-1Gi', '1024^3'], '1.5Gb': ['1.5G', '1000^3', '1.5Gi', '1024^3'],
    }
    for (const [text, [decimal, thousands, binary, powers]] of Object.entries(texts)) {
      const hint = `write "${decimal}" (${thousands} bytes each) or "${binary}" (${powers} bytes each)`
      it(text, () => expect(hintsOf(item(`type: Container, max: {cpu: ${text}}`))).to.deep.equal([hint]))
    }
  })

  describe('suggest quotes', () => check({
    'image: 3': [pod('image: 3').replace('image: nginx, ', ''), 'quote it: "3"'],
    'a label': [item('type: Container').replace('name: a', 'name: a, labels: {v: 1.10, on: off}'), 'quote it: "1.10"', 'quote it: "on"', 'quote it: "off"'],
    'a hexadecimal number': [pod('env: [{name: a, value: 0x1F}]'), 'quote it: "0x1F"'],
    'a YAML 1.1 boolean': [pod('env: [{name: a, value: Yes}]'), 'quote it: "Yes"'],
    'containerPort: "80"': [pod('ports: [{containerPort: "80"}]'), 'write 80 without quotes'],
    'containerPort: http': [pod('ports: [{containerPort: http}]'), none],
    'containerPort: 80.5': [pod('ports: [{containerPort: 80.5}]'), none],
    'hostNetwork: "True"': [pod('stdin: false', 'hostNetwork: "True", '), 'write true without quotes'],
    'hostNetwork: maybe': [pod('stdin: false', 'hostNetwork: maybe, '), none],
    'a map instead of a string': [pod('image: {name: nginx}').replace('image: nginx, ', ''), none],
  }))

  describe('suggest a list', () => check({
    'args: -v': [pod('args: -v'), 'a list is required here: write [-v]'],
    'command in quotes': [pod('command: "sleep 1"'), 'a list is required here: write ["sleep 1"]'],
    'a block scalar': [pod('stdin: true').replace('}]}', '}]}').replace('containers: [{name: web, image: nginx, stdin: true}]}', '').replace('spec: {', 'spec:\n  containers: |\n    - name: web\n'), none],
    'an item without its dash': [item('type: Container').replace('[{', '{').replace('}]', '}'), 'a list is required here: put "- " in front of its first item'],
  }))

  describe('suggest a kind and its version', () => check({
    'kind: limitrange': [item('type: Pod').replace('LimitRange', 'limitrange'), 'write "LimitRange"'],
    'kind: limitRange': [item('type: Pod').replace('LimitRange', 'limitRange'), 'write "kind: LimitRange"'],
    'kind: Deployment of v1': ['apiVersion: v1\nkind: Deployment\n', 'write "apiVersion: apps/v1"'],
    'no kind': ['apiVersion: v1\nmetadata: {name: a}\n', 'write a kind such as "Pod"'],
    'Kind': ['apiVersion: v1\nKind: Pod\n', 'write "kind"'],
  }))

  describe('suggest a value', () => check({
    'type: container': [item('type: container'), 'write "Container"'],
    'type: Pods': [item('type: Pods'), 'write "Pod"'],
    'type: Node': [item('type: Node'), none],
    'no type': [item('max: {cpu: 1}'), none],
    'CPU in a LimitRange': [item('type: Pod, max: {CPU: 1}'), 'write "cpu"'],
    'storage in a LimitRange': [item('type: Pod, max: {storage: 1}'), none],
    'cpus of a container': [pod('resources: {limits: {cpus: 1}}'), 'write "cpu"'],
    'request.cpu in a quota': [quota('hard: {request.cpu: 1}'), 'write "requests.cpu"'],
    'storage in a quota': [quota('hard: {storage: 1}'), none],
    'restartPolicy: always': [pod('stdin: false', 'restartPolicy: always, '), 'write "Always"'],
    'restartPolicy: Sometimes': [pod('stdin: false', 'restartPolicy: Sometimes, '), none],
    'protocol: tcp': [pod('ports: [{containerPort: 80, protocol: tcp}]'), 'write "TCP"'],
    'podManagementPolicy: parallel': [
      'apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: a}\nspec: {podManagementPolicy: parallel, selector: {matchLabels: {a: b}}, '
        + 'template: {metadata: {labels: {a: b}}, spec: {containers: [{name: a, image: b}]}}}\n',
      'write "Parallel"',
    ],
    'volumeMode: FileSystem': [claim('volumeMode: FileSystem'), 'write "Filesystem"'],
    'operator: in': [claim('selector: {matchExpressions: [{key: a, operator: in, values: [b]}]}'), 'write "In"'],
    'a key like an operator': [claim('selector: {matchLabels: {in-: b}}'), none],
    'operator: exists of a scope': [quota('scopeSelector: {matchExpressions: [{scopeName: BestEffort, operator: exists}]}'), 'write "Exists"'],
    'operator: In of a scope without values': [quota('scopeSelector: {matchExpressions: [{scopeName: BestEffort, operator: In, values: [a]}]}'), none],
    'a number out of range': [pod('ports: [{containerPort: 80800}]'), none],
  }))
})
