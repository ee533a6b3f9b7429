import {expect} from 'chai'
import type {ObjectMeta} from '../../../src/machinery/api/meta-v1.js'
import {FieldPath} from '../../../src/machinery/field/path.js'
import {dns1123Label, dns1123Subdomain, longName, qualifiedName} from '../../../src/machinery/meta/names.js'
import {generatedName, type NameRule, type ObjectMetaRules, validateAnnotations, validateObjectMeta, validateObjectMetaUpdate} from '../../../src/machinery/meta/object-meta.js'

const rules: ObjectMetaRules = {name: 'subdomain', namespaced: true, qualifiedFinalizers: true}
const path = FieldPath.of('metadata')
const of = (length: number, character = 'a'): string => character.repeat(length)

/** Errors as one text a line, without the leading `metadata.`. */
const lines = (errors: readonly unknown[]): string[] => errors.map((error) => String(error).replace(/^metadata\./, ''))

const errorsOf = (metadata: ObjectMeta, changes: Partial<ObjectMetaRules> = {}): string[] =>
  lines(validateObjectMeta({name: 'web', namespace: 'dev', ...metadata}, {...rules, ...changes}, path))

const quoted = (field: string, value: string, messages: readonly string[]): string[] =>
  messages.map((message) => `${field}: Invalid value: ${JSON.stringify(value)}: ${message}`)

const short = (value: unknown): string => {
  const text = JSON.stringify(value)
  return text.length > 90 ? `${text.slice(0, 90)}…` : text
}

describe('validateObjectMeta', () => {
  describe('name', () => {
    const table: [rule: NameRule, name: string, messages: readonly string[]][] = [
      ['subdomain', 'a.b', []],
      ['subdomain', 'A', dns1123Subdomain('A')],
      ['subdomain', of(254, '-'), ['must be no more than 253 characters', ...dns1123Subdomain('-')]],
      ['label', 'a-b', []],
      ['label', 'a.b', ['must not contain dots']],
      ['label', of(64, '-'), ['must be no more than 63 characters', ...dns1123Label('-')]],
      ['long-name', 'a.b', []],
      ['long-name', of(254), ['must be no more than 253 bytes']],
      ['path-segment', 'A b_', []],
      ['path-segment', '..', ["may not be '..'"]],
      ['path-segment', 'a/%', ["may not contain '/'", "may not contain '%'"]],
      [(name, isPrefix) => [`${name} ${isPrefix}`], 'a', ['a false']],
    ]

    for (const [rule, name, messages] of table) {
      it(`applies the rule ${typeof rule === 'string' ? rule : 'of a function'} to ${short(name)}`, () => {
        expect(errorsOf({name}, {name: rule})).to.deep.equal(quoted('name', name, messages))
      })
    }

    it('is required', () => {
      const errors = ['name: Required value: name or generateName is required']
      expect(errorsOf({name: ''})).to.deep.equal(errors)
      expect(lines(validateObjectMeta({namespace: 'dev'}, rules, path))).to.deep.equal(errors)
      expect(errorsOf({generateName: 'A', name: ''})).to.deep.equal([...quoted('generateName', 'A', dns1123Subdomain('A')), ...errors])
    })
  })

  describe('generateName', () => {
    const subdomain = dns1123Subdomain('-')
    const table: [rule: NameRule, prefix: string, messages: readonly string[]][] = [
      ['subdomain', 'web', []],
      ['subdomain', 'web-', []],
      ['subdomain', 'X-', []],
      ['subdomain', 'a%-', []],
      ['subdomain', '--', []],
      ['subdomain', 'a--', []],
      ['subdomain', '-', subdomain],
      ['subdomain', 'a.-', []],
      ['subdomain', 'Bad_', subdomain],
      ['subdomain', 'é-', subdomain],
      ['subdomain', '😀-', subdomain],
      ['subdomain', `${of(253)}-`, []],
      ['subdomain', `${of(254)}-`, ['must be no more than 253 characters']],
      ['subdomain', `${of(126, 'é')}a-`, subdomain],
      ['subdomain', `${of(127, 'é')}-`, ['must be no more than 253 characters', ...subdomain]],
      ['label', 'X-', []],
      ['label', 'a.b-', ['must not contain dots']],
      ['label', `${of(64)}-`, ['must be no more than 63 characters']],
      ['long-name', 'Bad_', []],
      ['path-segment', '..', []],
      ['path-segment', 'a/b%-', ["may not contain '/'", "may not contain '%'"]],
      [(name, isPrefix) => isPrefix ? [name] : [], 'a-', ['a-']],
    ]

    for (const [rule, generateName, messages] of table) {
      it(`applies the rule ${typeof rule === 'string' ? rule : 'of a function'} to ${short(generateName)}`, () => {
        expect(errorsOf({generateName}, {name: rule})).to.deep.equal(quoted('generateName', generateName, messages))
      })
    }

    it('is validated before the name', () => {
      const errors = [...quoted('generateName', 'A', subdomain), ...quoted('name', 'B', subdomain)]
      expect(errorsOf({generateName: 'A', name: 'B'})).to.deep.equal(errors)
    })
  })

  describe('namespace', () => {
    const table: [namespaced: boolean, namespace: string, errors: string[]][] = [
      [true, 'dev', []],
      [true, '', ['namespace: Required value']],
      [true, 'a.b', quoted('namespace', 'a.b', ['must not contain dots'])],
      [true, 'A', quoted('namespace', 'A', dns1123Label('A'))],
      [false, '', []],
      [false, 'dev', ['namespace: Forbidden: not allowed on this type']],
    ]

    for (const [namespaced, namespace, errors] of table) {
      it(`checks ${short(namespace)} of a ${namespaced ? 'namespaced' : 'cluster-scoped'} object`, () => {
        expect(errorsOf({namespace}, {namespaced})).to.deep.equal(errors)
      })
    }

    it('may be omitted only if the object is cluster-scoped', () => {
      expect(lines(validateObjectMeta({name: 'a'}, rules, path))).to.deep.equal(['namespace: Required value'])
      expect(lines(validateObjectMeta({name: 'a'}, {...rules, namespaced: false}, path))).to.deep.equal([])
    })
  })

  const reject: Record<string, [metadata: ObjectMeta, errors: string[]]> = {
    'a negative generation': [{generation: -1}, ['generation: Invalid value: -1: must be greater than or equal to 0']],
    'the smallest possible generation': [
      {generation: -9223372036854775808n}, ['generation: Invalid value: -9223372036854775808: must be greater than or equal to 0'],
    ],
    'an invalid key of a label': [{labels: {'a b': 'c'}}, quoted('labels', 'a b', qualifiedName('a b'))],
    'an invalid value of a label': [{labels: {a: of(64)}}, quoted('labels', of(64), ['must be no more than 63 bytes'])],
    'invalid labels by key, each key before its value': [
      {labels: {'b/': of(64), '/a': of(65)}},
      [
        ...quoted('labels', '/a', ['prefix part must be non-empty']),
        ...quoted('labels', of(65), ['must be no more than 63 bytes']),
        ...quoted('labels', 'b/', qualifiedName('b/')),
        ...quoted('labels', of(64), ['must be no more than 63 bytes']),
      ],
    ],
    'an invalid key of an annotation': [{annotations: {'a/b/c': ''}}, quoted('annotations', 'a/b/c', qualifiedName('a/b/c'))],
    'an unqualified finalizer': [
      {finalizers: ['a.b/c', 'foo']},
      ['finalizers[1]: Invalid value: "foo": name is neither a standard finalizer name nor is it fully qualified'],
    ],
    'a finalizer that is not a qualified name': [
      {finalizers: ['', 'x/']},
      [
        ...quoted('finalizers', '', qualifiedName('')),
        ...quoted('finalizers', 'x/', qualifiedName('x/')),
        'finalizers[0]: Invalid value: "": name is neither a standard finalizer name nor is it fully qualified',
      ],
    ],
    'finalizers that exclude each other': [
      {finalizers: ['orphan', 'a/b', 'foregroundDeletion']},
      ['finalizers: Invalid value: ["orphan","a/b","foregroundDeletion"]: finalizer orphan and foregroundDeletion cannot be both set'],
    ],
    'an invalid owner': [
      {ownerReferences: [{apiVersion: 'v1', kind: 'Pod', name: 'a'}]}, ['ownerReferences.uid: Invalid value: "": must not be empty'],
    ],
  }

  for (const [title, [metadata, errors]] of Object.entries(reject)) {
    it(`rejects ${title}`, () => expect(errorsOf(metadata)).to.deep.equal(errors))
  }

  const accept: Record<string, ObjectMeta> = {
    'only a name': {},
    'a generation': {generation: 0},
    'labels': {labels: {a: '', 'example.com/b': 'c'}},
    'keys that are properties of Object.prototype': {labels: {constructor: 'a', toString: 'b'}, annotations: {valueOf: 'c'}},
    'annotations of any content': {annotations: {'Example.COM/a': '\n/ é', A: of(262000)}},
    'finalizers': {finalizers: ['kubernetes', 'orphan', 'example.com/a', 'example.com/a']},
    'foreground deletion': {finalizers: ['foregroundDeletion']},
    'an owner': {ownerReferences: [{apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'a', uid: 'u', controller: true}]},
    'fields that the server sets': {
      uid: '', resourceVersion: 'x', creationTimestamp: 'x', deletionTimestamp: 'x', deletionGracePeriodSeconds: -1,
    },
  }

  for (const [title, metadata] of Object.entries(accept)) {
    it(`accepts ${title}`, () => expect(errorsOf(metadata)).to.deep.equal([]))
  }

  it('accepts unqualified finalizers of kinds that allow them', () => {
    expect(errorsOf({finalizers: ['foo']}, {qualifiedFinalizers: false})).to.deep.equal([])
  })

  it('reports errors in the order of Kubernetes, each with its rule', () => {
    const everything: ObjectMeta = {
      generateName: 'A', name: 'B', namespace: 'C', generation: -1, labels: {'': ''}, annotations: {'/a': ''}, ownerReferences: [{}],
      finalizers: ['/a', 'foo'], managedFields: [{operation: 'Apply', apiVersion: 'v1', fieldsType: 'FieldsV1', manager: '\n'}],
    }
    expect(validateObjectMeta(everything, rules, path).map(({field, origin}) => `${origin} ${field}`)).to.deep.equal([
      'metadata/generate-name metadata.generateName',
      'metadata/name metadata.name',
      'metadata/namespace metadata.namespace',
      'metadata/generation metadata.generation',
      'metadata/labels metadata.labels',
      'metadata/labels metadata.labels',
      'metadata/annotations metadata.annotations',
      'metadata/owner-references metadata.ownerReferences.apiVersion',
      'metadata/owner-references metadata.ownerReferences.kind',
      'metadata/owner-references metadata.ownerReferences.name',
      'metadata/owner-references metadata.ownerReferences.uid',
      'metadata/finalizers metadata.finalizers',
      'metadata/managed-fields metadata.managedFields[0].manager',
      'metadata/finalizers metadata.finalizers[1]',
    ])
  })
})

describe('validateAnnotations', () => {
  const annotations = FieldPath.of('annotations')
  const total = 262144

  it('counts the bytes of keys and values', () => {
    const fitting = [{a: of(total - 1)}, {a: of(100000), b: of(total - 100002)}, {a: of(total / 2 - 1, 'é'), b: ''}]
    const excessive = [{a: of(total)}, {a: of(100000), b: of(total - 100001)}, {a: of(total / 2 - 1, 'é'), bc: ''}]
    expect(fitting.flatMap((each) => validateAnnotations(each, annotations))).to.deep.equal([])
    expect(excessive.flatMap((each) => validateAnnotations(each, annotations)).map(String))
      .to.deep.equal(excessive.map(() => 'annotations: Too long: may not be more than 262144 bytes'))
  })

  it('lower-cases keys like Go', () => {
    expect(validateAnnotations({'ABC.d/E': '', '\u0130': '', '\u212a': ''}, annotations)).to.deep.equal([])
    const broken = validateAnnotations({'\u01c5': '', '\uff2b': ''}, annotations)
    expect(broken.map(({badValue}) => badValue)).to.deep.equal(['\u01c5', '\uff2b'])
  })

  it('reports keys in order, and the size last', () => {
    expect(validateAnnotations({'B ': '', 'A ': of(total)}, annotations).map(String)).to.deep.equal([
      ...quoted('annotations', 'A ', qualifiedName('a ')),
      ...quoted('annotations', 'B ', qualifiedName('b ')),
      'annotations: Too long: may not be more than 262144 bytes',
    ])
  })

  it('accepts missing annotations', () => expect(validateAnnotations(undefined, annotations)).to.deep.equal([]))
})

describe('managedFields', () => {
  const entry = {manager: 'kubectl', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: {'f:data': {}}}
  const unprintable = {...entry, manager: 'b\u0007'}
  const errorsAt = (...managedFields: NonNullable<ObjectMeta['managedFields']>): string[] => errorsOf({managedFields})

  it('may have a manager of up to 128 printable bytes', () => {
    const error = 'managedFields[1].manager: Too long: may not be more than 128 bytes'
    expect(errorsAt(entry, {...entry, operation: 'Apply', manager: of(128)})).to.deep.equal([])
    expect(errorsAt(entry, {...entry, manager: of(129)})).to.deep.equal([error])
    expect(errorsAt({...entry, manager: 'é\u0378\u200b\u{1fae9}'})).to.deep.equal([
      'managedFields[0].manager: Invalid value: "é\\u0378\\u200b\\U0001fae9": invalid character U+0378 (at position 2)',
      'managedFields[0].manager: Invalid value: "é\\u0378\\u200b\\U0001fae9": invalid character U+200B (at position 4)',
      'managedFields[0].manager: Invalid value: "é\\u0378\\u200b\\U0001fae9": invalid character U+1FAE9 (at position 7)',
    ])
  })

  it('may have a subresource of up to 256 bytes', () => {
    const error = 'managedFields[0].subresource: Too long: may not be more than 256 bytes'
    expect(errorsAt({...entry, subresource: of(256)})).to.deep.equal([])
    expect(errorsAt({...entry, subresource: of(257)})).to.deep.equal([error])
  })

  it('are dropped unchecked when one entry cannot be read', () => {
    const errors = [{operation: 'x'}, {apiVersion: ''}, {fieldsType: ''}, {fieldsType: 'FieldsV2'}]
    const unreadable = [{}, ...errors.map((each) => ({...entry, ...each}))]
    const error = 'managedFields[0].manager: Invalid value: "b\\a": invalid character U+0007 (at position 1)'
    expect(unreadable.flatMap((each) => errorsAt(unprintable, each))).to.deep.equal([])
    expect(errorsAt(unprintable)).to.deep.equal([error])
  })
})

describe('validateObjectMetaUpdate', () => {
  const stored: ObjectMeta = {name: 'web', namespace: 'dev', uid: 'u', creationTimestamp: '2026-01-01T00:00:00Z', finalizers: ['a.b/c']}
  const deleted: ObjectMeta = {...stored, deletionTimestamp: '2026-01-02T00:00:00Z', deletionGracePeriodSeconds: 0}

  const updateErrors = (changes: ObjectMeta, old = stored): string[] =>
    lines(validateObjectMetaUpdate({...old, ...changes}, old, rules, path))

  const table: Record<string, [changes: ObjectMeta, errors: string[], old?: ObjectMeta]> = {
    'nothing': [{}, []],
    'mutable fields': [{labels: {a: 'b'}, annotations: {a: 'b'}, finalizers: ['a.b/d'], generateName: 'web-', resourceVersion: '2'}, []],
    'the name': [{name: 'Db'}, ['name: Invalid value: "Db": field is immutable']],
    'the namespace': [{namespace: 'prod'}, ['namespace: Invalid value: "prod": field is immutable']],
    'the uid': [{uid: 'v<'}, ['uid: Invalid value: "v\\u003c": field is immutable']],
    'the uid to the empty string': [{uid: ''}, ['uid: Invalid value: "": field is immutable']],
    'the creationTimestamp': [
      {creationTimestamp: '2020-01-01T00:00:00Z'}, ['creationTimestamp: Invalid value: "2020-01-01T00:00:00Z": field is immutable'],
    ],
    'the deletionTimestamp': [
      {deletionTimestamp: '2020-01-01T00:00:00Z'}, ['deletionTimestamp: Invalid value: "2020-01-01T00:00:00Z": field is immutable'],
    ],
    'the grace period': [{deletionGracePeriodSeconds: 0}, ['deletionGracePeriodSeconds: Invalid value: 0: field is immutable']],
    'the grace period of a deletion': [
      {deletionGracePeriodSeconds: 7n}, ['deletionGracePeriodSeconds: Invalid value: 7: field is immutable'], deleted,
    ],
    'labels to invalid ones': [{labels: {a: 'b c'}}, errorsOf({labels: {a: 'b c'}})],
    'generateName to an invalid path segment': [
      {generateName: 'A/b%'}, quoted('generateName', 'A/b%', ["may not contain '/'", "may not contain '%'"]),
    ],
    'finalizers to invalid ones': [{finalizers: ['foo', 'a b']}, errorsOf({finalizers: ['foo', 'a b']})],
    'finalizers to fewer ones during a deletion': [{finalizers: []}, [], deleted],
    'finalizers to more during a deletion': [
      {finalizers: ['a.b/c', 'z/y', 'B/x"', 'foo', 'z/y']},
      [
        ...quoted('finalizers', 'B/x"', qualifiedName('B/x"')),
        'finalizers: Forbidden: no new finalizers can be added if the object is being deleted, '
          + 'found new finalizers []string{"B/x\\"", "foo", "z/y"}',
        'finalizers[3]: Invalid value: "foo": name is neither a standard finalizer name nor is it fully qualified',
      ],
      deleted,
    ],
    'no finalizers to some during a deletion': [
      {finalizers: ['a/b']},
      ['finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"a/b"}'],
      {name: 'web', namespace: 'dev', deletionTimestamp: '2026-01-02T00:00:00Z'},
    ],
  }

  for (const [title, [changes, errors, old]] of Object.entries(table)) {
    it(`checks a change of ${title}`, () => expect(updateErrors(changes, old)).to.deep.equal(errors))
  }

  it('prints removed values as null', () => {
    expect(lines(validateObjectMetaUpdate({name: 'web', namespace: 'dev', uid: 'u'}, deleted, rules, path))).to.deep.equal([
      'creationTimestamp: Invalid value: null: field is immutable',
      'deletionTimestamp: Invalid value: null: field is immutable',
      'deletionGracePeriodSeconds: Invalid value: null: field is immutable',
    ])
  })

  it('treats an omitted field as empty', () => {
    const old = {name: 'a', namespace: '', uid: ''}
    expect(validateObjectMetaUpdate({name: 'a'}, old, {...rules, namespaced: false}, path)).to.deep.equal([])
  })

  it('accepts unqualified finalizers of kinds that allow them', () => {
    const metadata = {...stored, finalizers: ['foo']}
    expect(validateObjectMetaUpdate(metadata, stored, {...rules, qualifiedFinalizers: false}, path)).to.deep.equal([])
  })

  it('reports the rule that forbids a change', () => {
    const [error] = validateObjectMetaUpdate({...stored, uid: 'v'}, stored, rules, path)
    expect(error?.origin).to.equal('metadata/immutable')
  })
})

describe('generatedName', () => {
  const table: [prefix: string, name: string][] = [
    ['web-', 'web-abcde'],
    [of(58), `${of(58)}abcde`],
    [of(59), `${of(58)}abcde`],
    [of(29, 'é'), `${of(29, 'é')}abcde`],
    [of(30, 'é'), `${of(29, 'é')}abcde`],
  ]

  for (const [prefix, name] of table) {
    it(`is ${short(name)} for ${short(prefix)}`, () => expect(generatedName(prefix, 'abcde')).to.equal(name))
  }

  it('is valid if its prefix is valid', () => {
    expect(longName(generatedName(of(253), 'abcde'))).to.deep.equal([])
  })
})
