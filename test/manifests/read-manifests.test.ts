import {expect} from 'chai'
import * as fc from 'fast-check'

import {nameOf, problemsOf, read, shownProblems} from './problems.js'

describe('readManifests', () => {
  describe('rejects documents without a valid identity, and ends the file there, like kubectl', () => {
    const cases: Record<string, [text: string, ...problems: string[]]> = {
      'an empty map': [
        '{}', '1:1 {} | manifest/api-version stops file: apiVersion not set', '1:1 {} | manifest/kind stops file: kind not set',
      ],
      'neither apiVersion nor kind': [
        '# top\nmetadata:\n  name: x\n',
        '2:1 metadata: | manifest/api-version stops file: apiVersion not set', '2:1 metadata: | manifest/kind stops file: kind not set',
      ],
      'no apiVersion': ['kind: ConfigMap\n', '1:1 kind: ConfigMap | manifest/api-version stops file: apiVersion not set'],
      'no kind': ['apiVersion: v1\n', '1:1 apiVersion: v1 | manifest/kind stops file: kind not set'],
      'a null apiVersion': ['kind: Pod\napiVersion: ~\n', '2:13 ~ | manifest/api-version stops file: apiVersion not set'],
      'an empty kind': ['apiVersion: v1\nkind:\nmetadata: {}\n', '2:1 kind | manifest/kind stops file: kind not set'],
      'an apiVersion of another type': [
        'apiVersion: 1\nkind: Pod\n', "1:13 1 | manifest/api-version stops file: apiVersion isn't string type",
      ],
      'a kind of another type': ['apiVersion: v1\nkind: 5\n', "2:7 5 | manifest/kind stops file: kind isn't string type"],
      'a list as the kind': ['apiVersion: v1\nkind:\n- Pod\n', "2:1 kind | manifest/kind stops file: kind isn't string type"],
      'both of another type': [
        'apiVersion: on\nkind: {a: b}\n',
        "1:13 on | manifest/api-version stops file: apiVersion isn't string type",
        "2:1 kind | manifest/kind stops file: kind isn't string type",
      ],
      'an apiVersion in three parts': [
        'kind: Pod\napiVersion: a/b/c\n',
        '2:13 a/b/c | manifest/api-version stops file: unexpected GroupVersion string: a/b/c',
      ],
      'a list': ['- a\n- b\n', '1:1 - a | manifest/not-an-object stops file: invalid object to validate'],
      'a flow list': ['\n[a, b]\n', '2:1 [a, b] | manifest/not-an-object stops file: invalid object to validate'],
      'a string': ['"x"\n', '1:1 "x" | manifest/not-an-object stops file: invalid object to validate'],
      'a string on two lines': ['a\nb\n', '1:1 a | manifest/not-an-object stops file: invalid object to validate'],
      'a number': ['5\n', '1:1 5 | manifest/not-an-object stops file: invalid object to validate'],
    }

    for (const [title, [text, ...problems]] of Object.entries(cases)) {
      it(title, () => {
        expect(shownProblems(text)).to.deep.equal(problems)
        expect(read(text).map(({manifest}) => manifest)).to.deep.equal([undefined])
      })
    }
  })

  describe('rejects objects whose metadata kubectl cannot decode, and continues', () => {
    const object = (metadata: string): string => `apiVersion: v1\nkind: Pod\nmetadata: ${metadata}\n`
    const field = 'json: cannot unmarshal'
    const cases: Record<string, [metadata: string, ...problems: string[]]> = {
      'a string': ['x', `3:11 x | ${field} string into Go struct field metadataOnlyObject.metadata of type v1.ObjectMeta`],
      'a list': ['[a]', `3:1 metadata | ${field} array into Go struct field metadataOnlyObject.metadata of type v1.ObjectMeta`],
      'a number': ['1', `3:11 1 | ${field} number into Go struct field metadataOnlyObject.metadata of type v1.ObjectMeta`],
      'a boolean': ['on', `3:11 on | ${field} bool into Go struct field metadataOnlyObject.metadata of type v1.ObjectMeta`],
      'a label': ['{labels: {a: 1}}', `3:24 1 | ${field} number into Go struct field ObjectMeta.metadata.labels of type string`],
      'a nested label': [
        '{labels: {a: {b: c}}}', `3:21 a | ${field} object into Go struct field ObjectMeta.metadata.labels of type string`,
      ],
      'labels that are a string': ['{labels: x}', `3:20 x | ${field} string into Go struct field ObjectMeta.metadata.labels of type map[string]string`],
      'a name': ['{name: yes}', `3:18 yes | ${field} bool into Go struct field ObjectMeta.metadata.name of type string`],
      'a namespace': ['{namespace: 5}', `3:23 5 | ${field} number into Go struct field ObjectMeta.metadata.namespace of type string`],
      'a time of another type': [
        '{creationTimestamp: 5}',
        `3:31 5 | ${field} number into Go struct field ObjectMeta.metadata.creationTimestamp of type string`,
      ],
      'an invalid time': [
        '{creationTimestamp: yesterday}',
        '3:31 yesterday | parsing time "yesterday" as "2006-01-02T15:04:05Z07:00": cannot parse "yesterday" as "2006"',
      ],
      'an owner': [
        '{ownerReferences: [{name: 5}]}',
        `3:37 5 | ${field} number into Go struct field OwnerReference.metadata.ownerReferences.name of type string`,
      ],
      'a time first, which ends decoding, then other fields by name': [
        '{uid: 1, annotations: {a: no}, deletionTimestamp: x}',
        '3:61 x | parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"',
        `3:37 no | ${field} bool into Go struct field ObjectMeta.metadata.annotations of type string`,
        `3:17 1 | ${field} number into Go struct field ObjectMeta.metadata.uid of type types.UID`,
      ],
    }

    for (const [title, [metadata, ...problems]] of Object.entries(cases)) {
      it(title, () => {
        const entries = read(object(metadata))
        const expected = problems.map((text) => text.replace(' | ', ' | manifest/metadata stops object: '))
        expect(shownProblems(object(metadata))).to.deep.equal(expected)
        expect(entries.map(({manifest}) => manifest?.body['kind'])).to.deep.equal(['Pod'])
      })
    }

    it('but not for unknown and null fields, which the server checks', () => {
      expect(shownProblems(object('{lables: {a: 1}, name: ~, labels: {a: ~}}'))).to.deep.equal([])
      expect(shownProblems(object('~'))).to.deep.equal([])
    })
  })

  it('reports an empty kind and other problems of the object, and continues', () => {
    expect(shownProblems('apiVersion: v1\nkind: ""\nmetadata: x\n---\napiVersion: v1\nkind: Pod\n')).to.deep.equal([
      `2:7 "" | manifest/kind stops object: Object 'Kind' is missing`,
      '3:11 x | manifest/metadata stops object: '
        + 'json: cannot unmarshal string into Go struct field metadataOnlyObject.metadata of type v1.ObjectMeta',
    ])
  })

  it('leaves an empty apiVersion to the server', () => {
    expect(shownProblems('apiVersion: ""\nkind: ConfigMap\n')).to.deep.equal([])
    expect(shownProblems('apiVersion: /\nkind: ConfigMap\n')).to.deep.equal([])
  })

  it('reports an unknown kind and invalid metadata together, in the order of kubectl', () => {
    expect(shownProblems('apiVersion: v1\nkind: Widget\nmetadata: {name: 5}\n')).to.deep.equal([
      '3:18 5 | manifest/metadata stops object: json: cannot unmarshal number into Go struct field ObjectMeta.metadata.name of type string',
      '2:7 Widget | manifest/unknown-kind stops object: no matches for kind "Widget" in version "v1"',
    ])
  })

  it('reports positions within aliases and merged maps', () => {
    const text = 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: x\n  labels: &l {a: 1}\n  annotations: {<<: *l}\n'
    expect(problemsOf(text).map(({document, span, field}) => [document.file.position(span.start).line, field])).to.deep.equal([
      [5, 'metadata.annotations.a'], [5, 'metadata.labels.a'],
    ])
  })

  it('continues after a document that cannot be parsed', () => {
    const entries = read('a: [\n---\napiVersion: v1\nkind: Pod\nmetadata: {name: two}\n')
    expect(entries.map(nameOf)).to.deep.equal(['-', 'two'])
    expect(entries.map(({problems}) => problems.map(({stops, field}) => [stops, field]))).to.deep.equal([[['file', '']], []])
  })

  it('keeps the hint of a syntax problem', () => {
    const [problem] = problemsOf('a: {{ x }}\n')
    expect(problem?.hint).to.be.a('string')
  })

  it('skips empty documents', () => {
    expect(read('# nothing\n---\n---\nnull\n---\n~\n')).to.deep.equal([])
  })

  it('returns an entry without an object for an empty document with ignored content', () => {
    const [entry, ...others] = read('null\n...\nignored\n')
    expect(others).to.deep.equal([])
    expect([entry?.manifest, entry?.problems, entry?.document.ignored]).to.deep.equal([undefined, [], {start: 9, end: 17}])
  })

  it('returns the position and the plain data of each object', () => {
    const text = 'apiVersion: v1\nkind: Pod\nmetadata: {name: one}\n---\n{apiVersion: v1, kind: Pod, metadata: {name: two}}\n'
    const [first, second] = read(text)
    expect(first?.manifest?.node).to.equal(first?.document.root)
    expect(second?.manifest?.body).to.deep.equal({apiVersion: 'v1', kind: 'Pod', metadata: {name: 'two'}})
    expect(second?.manifest?.document).to.equal(second?.document)
    expect([first, second].map((entry) => entry?.problems)).to.deep.equal([[], []])
  })

  describe('has a hint', () => {
    const cases: Record<string, [text: string, ...hints: (string | undefined)[]]> = {
      'a key in another case': ['APIVersion: v1\nKind: Pod\n', 'write "apiVersion"', 'write "kind"'],
      'missing fields': ['a: b\n', 'write a version such as "v1" or "apps/v1"', 'write a kind such as "Pod"'],
      'a document that is not an object': ['x\n', 'an object is a map with an apiVersion and a kind'],
      'a label': ['apiVersion: v1\nkind: Pod\nmetadata: {labels: {a: 0x10}}\n', 'quote it: "0x10"'],
      'a label that is a map': ['apiVersion: v1\nkind: Pod\nmetadata: {labels: {a: {}}}\n', undefined],
      'a string instead of a number': ['apiVersion: v1\nkind: Pod\nmetadata: {generation: x}\n', undefined],
    }

    for (const [title, [text, ...hints]] of Object.entries(cases)) {
      it(title, () => expect(problemsOf(text).map(({hint}) => hint)).to.deep.equal(hints))
    }
  })

  it('returns an object or a problem for every value (property)', () => {
    const kind = fc.constantFrom('Pod', 'ConfigMap', 'List', 'PodList', 'WidgetList', '')
    const apiVersion = fc.constantFrom('v1', 'example.com/v1', '', 5)
    const item = fc.record({apiVersion, kind, metadata: fc.jsonValue(), spec: fc.jsonValue()}, {requiredKeys: []})
    const list = fc.record({apiVersion, kind, items: fc.oneof(fc.array(fc.oneof(item, fc.jsonValue())), fc.jsonValue())})
    fc.assert(fc.property(fc.oneof(item, list, fc.jsonValue()), (value) => {
      const entries = read(JSON.stringify(value))
      expect(entries.every(({manifest, problems}) => manifest !== undefined || problems.length > 0)).to.equal(true)
    }))
  })

  it('marks a key in another case', () => {
    expect(shownProblems('APIVersion: v1\nKind: Pod\n')).to.deep.equal([
      '1:1 APIVersion | manifest/api-version stops file: apiVersion not set', '2:1 Kind | manifest/kind stops file: kind not set',
    ])
  })
})
