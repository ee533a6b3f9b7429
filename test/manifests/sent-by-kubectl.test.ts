import {expect} from 'chai'

import {type Sending, sentByKubectl} from '../../src/manifests/sent-by-kubectl.js'
import {nameOf, read} from './problems.js'

const sent = (...texts: string[]): string[] => sentByKubectl(texts.flatMap((text, i) => read(text, `${i}.yaml`))).map(shown)

function shown({entry, blockedBy}: Sending): string {
  if (blockedBy === undefined) return nameOf(entry)
  return `${nameOf(entry)} ${entry.problems.includes(blockedBy) ? '' : 'not reached: '}${blockedBy.message}`
}

const map = (name: string, rest = ''): string => `{apiVersion: v1, kind: ConfigMap, metadata: {name: ${name}${rest}}}`
const file = (...documents: string[]): string => documents.map((document) => `---\n${document}\n`).join('')
const list = (...items: string[]): string => `apiVersion: v1\nkind: List\nitems:\n${items.map((item) => `- ${item}\n`).join('')}`
const labels = 'json: cannot unmarshal number into Go struct field ObjectMeta.metadata.labels of type string'

describe('sentByKubectl', () => {
  const cases: Record<string, [text: string, ...sent: string[]]> = {
    'everything without problems': [file(map('a'), list(map('b'), map('c')), map('d')), 'a', 'b', 'c', 'd'],
    'nothing after a document without kind or apiVersion': [
      file(map('a'), 'kind: ConfigMap', map('b'), 'apiVersion: v1'),
      'a', '- apiVersion not set', 'b not reached: apiVersion not set', '- not reached: apiVersion not set',
    ],
    'nothing after a document that is not an object': [
      file('x', map('a')), '- invalid object to validate', 'a not reached: invalid object to validate',
    ],
    'objects after a rejected one': [
      file(map('a', ', labels: {a: 1}'), '{apiVersion: v1, kind: Widget, metadata: {name: b}}', map('c')),
      `a ${labels}`, 'b no matches for kind "Widget" in version "v1"', 'c',
    ],
    'other items of a list with a rejected one': [
      file(list('{apiVersion: v1, kind: Widget, metadata: {name: a}}', map('b')), map('c')),
      'a no matches for kind "Widget" in version "v1"', 'b', 'c',
    ],
    'neither items nor later objects if an item has an unknown field': [
      file(map('a'), list(map('b'), '{apiVersion: v1, kind: ConfigMap, dat: {}, metadata: {name: c}}', map('d')), map('e')),
      'a', 'b not reached: ValidationError(ConfigMap): unknown field "dat" in io.k8s.api.core.v1.ConfigMap',
      'c ValidationError(ConfigMap): unknown field "dat" in io.k8s.api.core.v1.ConfigMap',
      'd not reached: ValidationError(ConfigMap): unknown field "dat" in io.k8s.api.core.v1.ConfigMap',
      'e not reached: ValidationError(ConfigMap): unknown field "dat" in io.k8s.api.core.v1.ConfigMap',
    ],
    'no items of a list with a nested list, but later objects': [
      file(list(map('a'), '{apiVersion: v1, kind: List, items: []}', '{apiVersion: v1, kind: Widget, metadata: {name: b}}'), map('c')),
      'a not reached: *unstructured.Unstructured is not a list: no Items field in this object',
      '- *unstructured.Unstructured is not a list: no Items field in this object',
      'b not reached: *unstructured.Unstructured is not a list: no Items field in this object', 'c',
    ],
    'no items of a rejected list, but later objects': [
      file(`apiVersion: v2\nkind: List\nitems:\n- ${map('a')}`, map('b')),
      '- no matches for kind "List" in version "v2"', 'a not reached: no matches for kind "List" in version "v2"', 'b',
    ],
  }

  for (const [title, [text, ...expected]] of Object.entries(cases)) {
    it(`sends ${title}`, () => expect(sent(text)).to.deep.equal(expected))
  }

  it('returns the problem that kubectl reports first', () => {
    const text = list(
      '{apiVersion: v1, kind: Widget, metadata: {name: a}}', '{apiVersion: v1, kind: ConfigMap, items: [], dat: {}, metadata: {name: b}}',
    )
    const error = 'ValidationError(ConfigMap): unknown field "dat" in io.k8s.api.core.v1.ConfigMap'
    expect(sent(text)).to.deep.equal([`a not reached: ${error}`, `b ${error}`])
  })

  it('continues with the next file', () => {
    expect(sent(file('x', map('a')), file(map('b')))).to.deep.equal([
      '- invalid object to validate', 'a not reached: invalid object to validate', 'b',
    ])
  })
})
