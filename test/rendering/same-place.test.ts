import {expect} from 'chai'

import {textOf} from '../../src/machinery/go/json-value.js'
import {objectsOf} from '../../src/rendering/rendered-file.js'
import {nameOf, SourceObjects} from '../../src/rendering/same-object.js'
import {samePlace} from '../../src/rendering/same-place.js'
import {placeAt} from '../../src/rendering/source-place.js'
import {SourceFile} from '../../src/source/source-file.js'

/** The source position of the text between `>` and `<` in a rendered object, with `~` if it is not exact. */
function placeIn(source: string, rendered: string): string | undefined {
  const [start, end] = [rendered.indexOf('>'), rendered.indexOf('<') - 1]
  const [file, other] = [new SourceFile('a.yaml', source), new SourceFile('b.yaml', rendered.replace(/[<>]/g, ''))]
  const [[from], [made]] = [objectsOf(file), objectsOf(other)]
  if (from === undefined || made === undefined) throw new Error('no object')
  const origin = samePlace(file, from.node, made.node, placeAt(made.node, {start, end}))
  if (origin === undefined) return undefined
  const {line, column} = file.position(origin.span.start)
  return `${line}:${column} ${file.slice(origin.span)}${origin.isExact ? '' : ' ~'}`
}

const head = 'apiVersion: v1\nkind: Pod\n'

describe('samePlace', () => {
  const cases: Record<string, [source: string, rendered: string, place: string | undefined]> = {
    'returns the same scalar': ['spec: {a: 1, b: x}', 'spec:\n  b: >x<', '3:17 x'],
    'returns the same scalar with other quotes': ["spec: {b: 'x'}", 'spec:\n  b: >"x"<', "3:11 'x'"],
    'returns undefined if a patch set another value': ['spec: {b: x}', 'spec:\n  b: >y<', undefined],
    'returns undefined if a string became a number': ['spec: {b: "1"}', 'spec:\n  b: >1<', undefined],
    'returns undefined for a field of only the rendered object': ['spec: {b: x}', 'spec:\n  >c<: y', undefined],
    'returns the same key for any scalar value': ['spec: {b: x}', 'spec:\n  >b<: y', '3:8 b'],
    'returns the key of an equal map': ['spec: {b: {c: 1}}', 'spec:\n  >b<:\n    c: 1', '3:8 b'],
    'is not exact for the key of a changed map': ['spec: {b: {c: 1}}', 'spec:\n  >b<:\n    c: 2', '3:8 b ~'],
    'is not exact for a part of a string': ['spec: {b: hello}', 'spec:\n  b: he>ll<o', '3:11 hello ~'],
    'matches list items by name': ['spec:\n- {name: a, x: 1}\n- {name: b, x: 1}', 'spec:\n- name: b\n  x: >1<\n- name: a\n  x: 1', '5:16 1'],
    'returns undefined if two items have the name': ['spec:\n- {name: b, x: 1, z: 2}\n- {name: b, x: 1, y: 2}', 'spec:\n- {name: a}\n- {name: c}\n- name: b\n  x: >1<', undefined],
    'matches equal list items': ['spec: [{p: 1}, {p: 2}]', 'spec: [{p: 0}, {p: >1<}]', '3:12 1'],
    'matches list items by index if the lists have the same length': ['spec: [{p: 1, q: 5}, {p: 2}]', 'spec: [{p: >1<, q: 6}, {p: 3}]', '3:12 1'],
    'returns undefined for lists of different lengths': ['spec: [{p: 1, q: 5}, {p: 2}]', 'spec: [{p: >1<, q: 6}]', undefined],
    'matches the only equal string of a list': ['spec: [a, b]', 'spec: [>b<]', '3:11 b'],
  }
  for (const [title, [source, rendered, place]] of Object.entries(cases)) {
    it(title, () => expect(placeIn(head + source, head + rendered)).to.equal(place))
  }
})

describe('sourceOf', () => {
  const sources = (...names: string[]): string => names.map((each) => {
    const [kind = '', name = ''] = each.split('/')
    return `---\napiVersion: ${kind === 'Deployment' ? 'apps/v1' : 'v1'}\nkind: ${kind}\nmetadata: {name: ${name}}\n`
  }).join('')
  const cases: Record<string, [rendered: string, sources: string[], siblings: string[], found: string | undefined]> = {
    'returns the object of the same name': ['Service/a', ['Service/b', 'Service/a', 'Deployment/a'], ['a', 'b'], 'Service/a'],
    'returns the only object of the kind': ['Service/x', ['Deployment/x', 'Service/a'], ['x'], 'Service/a'],
    'removes a common prefix': ['Service/dev-a-b', ['Service/a', 'Service/a-b'], ['dev-a', 'dev-a-b'], 'Service/a-b'],
    'removes a common prefix and suffix': ['Service/dev-a-1', ['Service/a', 'Service/b'], ['dev-a-1', 'dev-b-1'], 'Service/a'],
    'returns undefined if names changed differently': ['Service/dev-a', ['Service/a', 'Service/b'], ['dev-a', 'c'], undefined],
    'returns undefined if several objects match': ['Service/a-b', ['Service/a', 'Service/b'], ['a-a', 'a-b', 'b-b'], undefined],
    'returns undefined without an object of the kind': ['Service/a', ['Deployment/a'], ['a'], undefined],
  }
  for (const [title, [rendered, all, siblings, found]] of Object.entries(cases)) {
    it(title, () => {
      const [object] = objectsOf(new SourceFile('b.yaml', sources(rendered)))
      if (object === undefined) throw new Error('no object')
      const source = new SourceObjects(new SourceFile('a.yaml', sources(...all))).sourceOf(object, new Set(siblings))
      expect(source && `${textOf(source.body['kind'])}/${nameOf(source)}`).to.equal(found)
    })
  }
})
