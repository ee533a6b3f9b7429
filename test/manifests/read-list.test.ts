import {expect} from 'chai'

import type {ManifestEntry} from '../../src/manifests/manifest.js'
import {nameOf, problemsOf, read, shownProblems} from './problems.js'

const identities = (entries: readonly ManifestEntry[]): unknown[] =>
  entries.map((entry) => entry.manifest && [entry.manifest.body['apiVersion'], entry.manifest.body['kind'], nameOf(entry)])

describe('readList', () => {
  describe('returns the objects', () => {
    const cases: Record<string, [text: string, ...identities: unknown[]]> = {
      'of a List, of any kind': [
        'apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: []}}\n'
          + '- {apiVersion: example.com/v1, kind: Widget, metadata: {name: b}}\n',
        ['v1', 'Pod', 'a'], ['example.com/v1', 'Widget', 'b'],
      ],
      'of a typed list, without kind and apiVersion': [
        'apiVersion: v1\nkind: ConfigMapList\nitems:\n- metadata: {name: a}\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: b}}\n',
        ['v1', 'ConfigMap', 'a'], ['v1', 'ConfigMap', 'b'],
      ],
      'of a typed list, with an empty or numeric kind and apiVersion': [
        'apiVersion: v1\nkind: ConfigMapList\nitems:\n- {apiVersion: "", kind: "", metadata: {name: a}}\n'
          + '- {apiVersion: 5, metadata: {name: b}}\n',
        ['v1', 'ConfigMap', 'a'], ['v1', 'ConfigMap', 'b'],
      ],
      'of a List of another version': [
        'apiVersion: apps/v1\nkind: List\nitems:\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: a}, dat: {}}\n',
        ['v1', 'ConfigMap', 'a'],
      ],
      'of a list of custom resources': [
        'apiVersion: example.com/v1\nkind: WidgetList\nitems:\n- metadata: {name: a}\n', ['example.com/v1', 'Widget', 'a'],
      ],
      'of any kind with items': [
        'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: not me}\nitems:\n- metadata: {name: a}\n', ['v1', 'ConfigMap', 'a'],
      ],
      'of an empty list': ['apiVersion: v1\nkind: List\nitems: []\n'],
      'of an empty typed list': ['apiVersion: v1\nkind: PodList\nitems: []\n'],
      'of another kind whose items are null': ['apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\nitems:\n'],
    }

    for (const [title, [text, ...expected]] of Object.entries(cases)) {
      it(title, () => {
        expect(shownProblems(text)).to.deep.equal([])
        expect(identities(read(text))).to.deep.equal(expected)
      })
    }

    it('for a null item of a typed list', () => {
      const [entry] = read('apiVersion: example.com/v1\nkind: WidgetList\nitems: [~]\n')
      expect(entry?.manifest?.body).to.deep.equal({apiVersion: 'example.com/v1', kind: 'Widget'})
    })

    it('with their positions, also for an alias', () => {
      const text = 'apiVersion: v1\nkind: List\nitems:\n- &a {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}\n- *a\n'
      const [first, second] = read(text).map(({manifest, document}) => manifest && document.file.position(manifest.node.start))
      expect([first?.line, first?.column, second?.line, second?.column]).to.deep.equal([4, 6, 5, 3])
    })
  })

  describe('rejects', () => {
    const list = (items: string): string => `apiVersion: v1\nkind: List\nitems: ${items}\n`
    const typed = (items: string): string => `apiVersion: v1\nkind: ConfigMapList\nitems: ${items}\n`
    const other = (items: string): string => `apiVersion: v1\nkind: ConfigMap\nitems: ${items}\n`
    const pod = 'apiVersion: v1, kind: Pod, metadata: {name: p}'
    const notMapped = (kind: string): string =>
      `manifest/list-items stops document: json: cannot unmarshal ${kind} into Go value of type map[string]interface {}`
    const notAnObject = 'manifest/not-an-object stops file: invalid object to validate'
    const noItems = 'manifest/list-items stops file: invalid object to validate'
    const kindMissing = "manifest/kind stops object: Object 'Kind' is missing"
    const versionMissing = "manifest/api-version stops object: Object 'apiVersion' is missing"
    const noMatch = 'manifest/unknown-kind stops document: no matches for kind'
    const error = (path: string): string => `manifest/list-field stops file: ValidationError(${path}):`
    const configMapList = 'io.k8s.api.core.v1.ConfigMapList'
    const cases: Record<string, [text: string, ...problems: string[]]> = {
      'a List without items': ['kind: List\napiVersion: v1\n', `1:1 kind: List | ${noItems}`],
      'a List with null items': [list('~'), `3:8 ~ | ${noItems}`],
      'a List with a map as items': [list('{a: b}'), `3:1 items | ${noItems}`],
      'a List with a string as items': [list('x'), `3:8 x | ${noItems}`],
      'items of a List that are not maps': [
        list('[x, ~, [a]]'),
        `3:9 x | ${notAnObject}`, `3:12 ~ | ${notAnObject}`, `3:15 [a] | ${notAnObject}`,
      ],
      'items of a List without kind and apiVersion': [
        list('\n- metadata: {name: x}\n- {apiVersion: a/b/c, kind: 5}'),
        '4:3 metadata: {name: x} | manifest/api-version stops file: apiVersion not set',
        '4:3 metadata: {name: x} | manifest/kind stops file: kind not set',
        '5:16 a/b/c | manifest/api-version stops file: unexpected GroupVersion string: a/b/c',
        "5:29 5 | manifest/kind stops file: kind isn't string type",
      ],
      'items of a List with an empty kind or apiVersion': [
        list('\n- {apiVersion: v1, kind: ""}\n- {apiVersion: "", kind: Pod, spec: {containers: []}}\n- {apiVersion: "", kind: ""}'),
        `4:26 "" | ${kindMissing}`, `5:16 "" | ${versionMissing}`, `6:26 "" | ${kindMissing}`,
      ],
      'items of unknown kinds': [
        list('\n- {apiVersion: v1, kind: Widget}\n- {apiVersion: v2, kind: Pod}'),
        '4:26 Widget | manifest/unknown-kind stops object: no matches for kind "Widget" in version "v1"',
        '5:16 v2 | manifest/unknown-kind stops object: no matches for kind "Pod" in version "v2"',
      ],
      'a list inside a list': [
        list(`[{apiVersion: v1, kind: List, items: [{${pod}}]}]`),
        '3:38 items | manifest/nested-list stops document: *unstructured.Unstructured is not a list: no Items field in this object',
      ],
      'unknown fields of items': [
        list(`\n- ${pod.replaceAll(', ', '\n  ')}\n  spec:\n    containers:\n    - nam: x\n`),
        `9:7 nam | ${error('Pod.spec.containers[0]')} unknown field "nam" in io.k8s.api.core.v1.Container`,
        `9:7 nam: x | ${error('Pod.spec.containers[0]')} missing required field "name" in io.k8s.api.core.v1.Container`,
      ],
      'an item of a typed list with only one of kind and apiVersion': [
        typed('\n- {kind: ConfigMap}\n- {apiVersion: v1}\n- {apiVersion: 5, kind: ConfigMap}\n- {apiVersion: a/b/c, kind: ConfigMap}'),
        `4:3 {kind: ConfigMap} | ${versionMissing}`, `5:3 {apiVersion: v1} | ${kindMissing}`, `6:16 5 | ${versionMissing}`,
        "7:16 a/b/c | manifest/api-version stops object: Object 'Kind' is missing",
      ],
      'an item of a typed list with another kind': [
        typed('[{apiVersion: v1, kind: LimitRange, spec: {}}]'),
        `3:44 spec | ${error('ConfigMapList.items[0]')} unknown field "spec" in io.k8s.api.core.v1.ConfigMap`,
      ],
      'items of a typed list that are not maps': [
        typed('[x, ~]'),
        `3:9 x | ${error('ConfigMapList.items[0]')} invalid type for io.k8s.api.core.v1.ConfigMap: got "string", expected "map"`,
        `3:12 ~ | ${error('ConfigMapList.items')} unknown object type "nil" in ConfigMapList.items[1]`,
      ],
      'a typed list without items': [
        'apiVersion: v1\nkind: ConfigMapList\n',
        `1:1 apiVersion: v1 | ${error('ConfigMapList')} missing required field "items" in ${configMapList}`,
      ],
      'a typed list with a map as items': [
        typed('{a: b}'),
        `3:1 items | ${error('ConfigMapList.items')} invalid type for ${configMapList}.items: got "map", expected "array"`,
      ],
      'unknown fields of a typed list, sorted by name': [
        `${typed('[{a: b}]')}Unknown: x\nmetadata: {name: x}\n`,
        `4:1 Unknown | ${error('ConfigMapList')} unknown field "Unknown" in ${configMapList}`,
        `3:10 a | ${error('ConfigMapList.items[0]')} unknown field "a" in io.k8s.api.core.v1.ConfigMap`,
        `5:12 name | ${error('ConfigMapList.metadata')} unknown field "name" in io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta`,
      ],
      'another kind with a map as items': [
        other('{a: b}'),
        '3:1 items | manifest/list-items stops document: '
          + 'json: cannot unmarshal object into Go struct field decodeList.items of type []json.RawMessage',
      ],
      'another kind with items that are not maps': [
        other('[a, 5, on, [x]]'),
        `3:9 a | ${notMapped('string')}`, `3:12 5 | ${notMapped('number')}`,
        `3:15 on | ${notMapped('bool')}`, `3:19 [x] | ${notMapped('array')}`,
      ],
      'metadata that is invalid for an object': [
        `${typed('[]')}metadata: {resourceVersion: 5}\n`,
        '4:29 5 | manifest/metadata stops document: '
          + 'json: cannot unmarshal number into Go struct field ObjectMeta.metadata.resourceVersion of type string',
      ],
      'a list of an unknown kind': [
        'apiVersion: v1\nkind: WidgetList\nitems: [{metadata: {name: x}}]\n',
        `2:7 WidgetList | ${noMatch} "WidgetList" in version "v1"`,
      ],
      'a List of an unknown version': [
        'apiVersion: v2\nkind: List\nitems: []\n', `1:13 v2 | ${noMatch} "List" in version "v2"`,
      ],
      'a List in lower case': [
        'apiVersion: v1\nkind: list\nitems: []\n', `2:7 list | ${noMatch} "list" in version "v1"`,
      ],
      'a list without a kind': [
        'apiVersion: v1\nkind: ""\nitems: []\n', "2:7 \"\" | manifest/kind stops document: Object 'Kind' is missing",
      ],
      'invalid items before other problems of the list': [
        'apiVersion: v1\nkind: Widget\nitems: [a]\n',
        `3:9 a | ${notMapped('string')}`,
        `2:7 Widget | ${noMatch} "Widget" in version "v1"`,
      ],
    }

    for (const [title, [text, ...problems]] of Object.entries(cases)) it(title, () => expect(shownProblems(text)).to.deep.equal(problems))
  })

  it('does not check lower-case kinds and the metadata of items', () => {
    const text = 'apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: pod, dat: x}\n'
      + '- {apiVersion: v1, kind: ConfigMap, metadata: {labels: {a: 1}}}\n'
    expect(shownProblems(text)).to.deep.equal([])
  })

  it('returns field paths relative to the item', () => {
    const text = 'apiVersion: v1\nkind: PodList\nitems:\n- spec: {containers: [{name: x, imag: y}]}\n'
    expect(problemsOf(text).map(({field, hint}) => [field, hint])).to.deep.equal([['spec.containers[0].imag', 'write "image"']])
  })

  describe('has a hint', () => {
    const list = (kind: string, items: string): string => `apiVersion: v1\nkind: ${kind}\nitems: ${items}\n`
    const cases: Record<string, [text: string, hint: string]> = {
      'for missing items': [list('List', '~'), 'a List has its objects in a list named "items"'],
      'for items that are not a list': [list('ConfigMap', 'x'), 'kubectl reads any object with a field "items" as a list of objects'],
      'for items that are not objects': [list('ConfigMap', '[x]'), 'kubectl reads any object with a field "items" as a list of objects'],
      'for a list inside a list': [
        list('List', '[{apiVersion: v1, kind: List, items: []}]'), 'put the items of the inner list into the outer one',
      ],
    }

    for (const [title, [text, hint]] of Object.entries(cases)) {
      it(title, () => expect(problemsOf(text).map((problem) => problem.hint)).to.deep.equal([hint]))
    }
  })

  it('returns the object of an invalid item if its kind and apiVersion are set', () => {
    const text = 'apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: ConfigMap, dat: {}, metadata: {name: a}}\n'
      + '- {kind: ConfigMap}\n- x\n'
    expect(identities(read(text))).to.deep.equal([['v1', 'ConfigMap', 'a'], undefined, undefined])
  })
})
