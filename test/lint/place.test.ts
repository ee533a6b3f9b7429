import {expect} from 'chai'

import {lintText, placed, shownIn} from '../helpers/lint-text.js'

/** The distinct positions of all findings. */
const placesOf = (text: string): string[] => [...new Set(lintText(text).map(placed))]

const header = 'apiVersion: v1\nkind: LimitRange\nmetadata: {name: limits}\nspec:\n  limits:\n'

describe('positions of findings', () => {
  describe('decode errors', () => {
    const cases: Readonly<Record<string, readonly [text: string, ...places: string[]]>> = {
      'an unknown field: its name': [`${header}    - type: Pod\n      maxx: {cpu: 1}\n`, '7:7 maxx'],
      'an unknown field of a merged map: its definition': [
        `${header}    - &a {type: Pod, maxx: {}}\n    - <<: *a\n      type: Container\n`, '6:22 maxx',
      ],
      'a scalar: itself': [`${header}    - type: Pod\n      max: {cpu: 1 Gi}\n`, '7:18 1 Gi'],
      'a quoted scalar: with its quotes': [`${header}    - type: Pod\n      max: {cpu: "1x"}\n`, '7:18 "1x"'],
      'an alias of a scalar: the alias': [`${header}    - type: Pod\n      max: {cpu: &a 1x, memory: *a}\n`, '7:21 1x', '7:33 *a'],
      'a map instead of a list: its key': [`${header}    type: Pod\n`, '5:3 limits'],
      'an item of a list: its first line': [`${header}    - - type: Pod\n      - type: Container\n`, '6:7 - type: Pod'],
      'a block scalar: its header': ['apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: |\n  a\n  b\n', '4:7 |'],
      'the last of two equal keys': [`${header}    - type: Pod\n      max: {cpu: 1x}\n      max: {cpu: 2x}\n`, '8:7 max', '8:18 2x'],
      'an item of a List': [
        'apiVersion: v1\nkind: List\nitems:\n  - {apiVersion: v1, kind: Namespace, metadata: {name: a}, spec: {finalizers: [b]}}\n', '4:80 b',
      ],
    }
    for (const [title, [text, ...places]] of Object.entries(cases)) {
      it(title, () => expect(placesOf(text)).to.deep.equal(places))
    }
  })

  describe('values set by defaulting', () => {
    const item = (...lines: string[]): string => `${header}    - type: Container\n${lines.map((line) => `      ${line}\n`).join('')}`

    it('are at the value from which the default was copied', () => {
      expect(shownIn(item('min: {cpu: 600m}', 'default: {cpu: 500m}'))).to.deep.equal([
        '8:22 500m | limit-range/min-not-above-default', '8:22 500m | limit-range/min-not-above-default-request',
      ])
      expect(shownIn(item('max: {hugepages-2Mi: 2Mi}', 'defaultRequest: {hugepages-2Mi: 1Mi}'))).to.deep.equal([
        '8:39 1Mi | limit-range/default-equals-default-request',
      ])
    })

    it('are at the limit for a defaulted request of a pod', () => {
      const text = 'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  resources: {limits: {cpu: 200m}}\n'
        + '  containers: [{name: a, image: b, resources: {requests: {cpu: 500m}}}]\n'
      expect(shownIn(text)).to.deep.equal(['5:15 limits | resources/request-not-above-limit'])
    })

    it('are at the original of two fields that are copied', () => {
      const claim = (field: string): string => 'apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: a}\nspec:\n'
        + `  accessModes: [ReadWriteOnce]\n  resources: {requests: {storage: 1}}\n  ${field}\n`
      const missing = '7:3 dataSource | persistent-volume-claim/data-source'
      const found = '7:25 VolumeSnapshot | persistent-volume-claim/data-source'
      expect(shownIn(claim('dataSourceRef: {kind: VolumeSnapshot, name: a}'))).to.deep.equal([found, found])
      expect(shownIn(claim('dataSource: {kind: PersistentVolumeClaim}'))).to.deep.equal([missing, missing])
    })

    it('are at generateName for a generated name', () => {
      const text = 'apiVersion: v1\nkind: LimitRange\nmetadata: {generateName: "-a-"}\n'
      expect(shownIn(text)).to.deep.equal(['3:26 "-a-" | metadata/generate-name', '3:26 "-a-" | metadata/name'])
      expect(shownIn(text.replace('-a-', 'a.-'))).to.deep.equal(['3:26 "a.-" | metadata/name'])
    })
  })

  describe('values that the server does not identify exactly', () => {
    const metadata = (fields: string): string => `apiVersion: v1\nkind: LimitRange\nmetadata: {name: a, ${fields}}\n`

    const cases: Readonly<Record<string, readonly [text: string, ...places: string[]]>> = {
      'a key of a map': [`${header}    - type: Pod\n      max: {cpu: 1, foo: 1}\n`, '7:21 foo'],
      'a merged key': [`${header}    - type: Pod\n      max: {<<: {foo: 1}, cpu: 1}\n`, '7:18 foo'],
      'a key of a label': [metadata('labels: {app: a, b-: b-}'), '3:38 b-'],
      'a value of a label': [metadata('labels: {app: a, b: "c d"}'), '3:41 "c d"'],
      'a value of two labels: the labels': [metadata('labels: {a: "c d", b: "c d"}'), '3:21 labels'],
      'a finalizer': [metadata('finalizers: [kubernetes, a/b/c]'), '3:46 a/b/c'],
      'one of two finalizers': [metadata('finalizers: [a/b/c, a/b/c]'), '3:21 finalizers'],
      'an owner': [metadata('ownerReferences: [{apiVersion: v1, kind: Pod, name: a, uid: a}, {apiVersion: a/b/c, kind: Pod, name: a, uid: a}]'), '3:98 a/b/c'],
      'an empty field of an owner': [metadata('ownerReferences: [{apiVersion: v1, kind: Pod, name: a, uid: ""}]'), '3:21 ownerReferences'],
      'an access mode of a claim': [
        'apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: a}\nspec: {accessModes: [ReadWriteOnce, RWX], resources: {requests: {storage: 1}}}\n',
        '4:37 RWX',
      ],
      'the size of a claim': [
        'apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: a}\nspec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 0Gi}}}\n',
        '4:70 0Gi',
      ],
      'a request in any format': [
        'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: a, image: b, resources: {requests: {cpu: 0.70}, limits: {cpu: 500m}}}]}\n',
        '4:69 0.70',
      ],
      'one of two equal requests: both': [
        'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: a, image: b, resources: {requests: {cpu: 2, memory: 2}, limits: {cpu: 1, memory: 3}}}]}\n',
        '4:53 requests',
      ],
      'the overhead of a runtime class': [
        'apiVersion: node.k8s.io/v1\nkind: RuntimeClass\nmetadata: {name: a}\nhandler: a\noverhead: {podFixed: {cpu: -1}}\n', '5:28 -1',
      ],
      'a missing field: its parent': [
        'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers:\n    - name: a\n      stdin: true\n', '6:7 name: a',
      ],
      'a missing spec: the object': ['apiVersion: v1\nkind: Pod\nmetadata: {name: a}\n', '1:1 apiVersion: v1'],
      'missing metadata: the object': ['apiVersion: v1\nkind: ConfigMap\n', '1:1 apiVersion: v1'],
    }
    for (const [title, [text, ...places]] of Object.entries(cases)) {
      it(title, () => expect(placesOf(text)).to.deep.equal(places))
    }

    it('are not searched in long lists', () => {
      const labels = Array.from({length: 1001}, (_, i) => `l${i}: a`).join(', ')
      expect(placesOf(metadata(`labels: {${labels}, b: "c d"}`))).to.deep.equal(['3:21 labels'])
      const owners = Array.from({length: 300}, () => '{apiVersion: v1, kind: Pod, name: a, uid: a}').join(', ')
      expect(placesOf(metadata(`ownerReferences: [${owners}, {apiVersion: a/b/c, kind: Pod, name: a, uid: a}]`))).to.deep.equal(['3:21 ownerReferences'])
    })
  })
})
