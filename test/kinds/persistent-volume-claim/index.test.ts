import {expect} from 'chai'
import {persistentVolumeClaim as kind, storageClassOf, storageRequest} from '../../../src/kinds/persistent-volume-claim/index.js'
import type {PersistentVolumeClaim} from '../../../src/machinery/api/core-v1.js'
import {encode} from '../../../src/machinery/decode/encode.js'
import {dns1123Subdomain, labelValue} from '../../../src/machinery/meta/names.js'
import {type Body, claim, type Manifest} from '../../helpers/builders.js'
import {decoded} from '../../helpers/decoded.js'

const read = (body: Body): PersistentVolumeClaim => decoded(body)

const withDefaults = (body: Body): PersistentVolumeClaim => kind.setDefaults?.(read(body)) ?? read(body)

const beta = 'volume.beta.kubernetes.io/storage-class'

const data = claim('data', '1Gi')

describe('PersistentVolumeClaim', () => {
  describe('defaults', () => {
    it('are the volumeMode, the phase, and rounded quantities', () => {
      const defaulted = encode(withDefaults(claim('c', '0.0001').asking({resources: {requests: {storage: '0.0001'}, limits: {storage: '1.0001'}}})))
      expect(defaulted).to.deep.include({
        spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '1m'}, limits: {storage: '1001m'}}, volumeMode: 'Filesystem'}, status: {phase: 'Pending'},
      })
    })

    it('change nothing that is complete', () => {
      const complete = read(data.asking({volumeMode: 'Block'}).having({status: {phase: 'Bound'}}))
      expect(kind.setDefaults?.(complete)).to.equal(complete)
    })

    it('need no spec', () => expect(withDefaults(data.having({spec: null}))).to.deep.include({spec: {volumeMode: 'Filesystem'}, status: {phase: 'Pending'}}))
  })

  it('starts without the status that it is given', () => {
    expect(kind.prepareForCreate?.(read(data.having({status: {phase: 'Bound'}}))).status).to.deep.equal({phase: 'Pending'})
    expect(kind.prepareForCreate?.(read(data.having({spec: null}))).spec).to.deep.equal({})
  })

  it('keeps its status in an update', () => {
    const bound = read(data.having({status: {phase: 'Bound'}}))
    expect(kind.prepareForUpdate?.(read(data.having({status: {phase: 'Lost'}})), bound).status).to.deep.equal({phase: 'Bound'})
    expect(kind.prepareForUpdate?.(read(data.having({spec: null})), read(data))).to.deep.include({spec: {}, status: {phase: 'Pending'}})
  })

  it('keeps its spec at the status endpoint, which checks the change alone', () => {
    const status = kind.subresources?.['status']
    const sent = read(claim('data', '9Gi').having({status: {phase: 'Bound'}}))
    expect(status?.prepareForUpdate?.(sent, read(data))).to.deep.equal({...sent, spec: read(data).spec})
    expect(status?.prepareForUpdate?.(sent, read(data.having({spec: null}))).spec).to.deep.equal({})
    expect(status?.changeOnly).to.equal(true)
  })

  describe('data sources', () => {
    const volume = {kind: 'PersistentVolumeClaim', name: 'a'}
    const snapshot = {apiGroup: 'snapshot.storage.k8s.io', kind: 'VolumeSnapshot', name: 'a'}
    const other = {apiGroup: 'example.com', kind: 'Thing', name: 'a'}

    const table: Record<string, [given: Body, kept: Body]> = {
      'none': [{}, {}],
      'a claim, which is copied': [{dataSource: volume}, {dataSource: volume, dataSourceRef: volume}],
      'a claim of the group that has no name': [{dataSource: {...volume, apiGroup: ''}}, {dataSource: {...volume, apiGroup: ''}, dataSourceRef: {...volume, apiGroup: ''}}],
      'a snapshot, which is copied': [{dataSource: snapshot}, {dataSource: snapshot, dataSourceRef: snapshot}],
      'a claim of another group, which is dropped': [{dataSource: {...volume, apiGroup: 'a.b'}}, {}],
      'a snapshot of another group, which is dropped': [{dataSource: {...snapshot, apiGroup: 'a.b'}}, {}],
      'another kind of the snapshots, which is dropped': [{dataSource: {...snapshot, kind: 'PersistentVolumeClaim'}}, {}],
      'something else, which is dropped': [{dataSource: other}, {}],
      'something else beside a reference, which stays': [{dataSource: other, dataSourceRef: volume}, {dataSource: other, dataSourceRef: volume}],
      'a reference to anything, which is copied': [{dataSourceRef: other}, {dataSource: other, dataSourceRef: other}],
      'a reference into another namespace, which is dropped': [{dataSourceRef: {...other, namespace: 'x'}}, {}],
      'such a reference beside a claim, which is copied': [{dataSource: volume, dataSourceRef: {...other, namespace: 'x'}}, {dataSource: volume, dataSourceRef: volume}],
      'a reference into no namespace': [{dataSourceRef: {...other, namespace: ''}}, {dataSource: other, dataSourceRef: {...other, namespace: ''}}],
      'both': [{dataSource: volume, dataSourceRef: snapshot}, {dataSource: volume, dataSourceRef: snapshot}],
    }

    for (const [title, [given, kept]] of Object.entries(table)) {
      it(title, () => {
        const {spec} = read(data.asking(kept))
        expect(kind.prepareForCreate?.(read(data.asking(given))).spec).to.deep.equal(spec)
        expect(kind.prepareForUpdate?.(read(data.asking(given)), read(data)).spec).to.deep.equal(spec)
      })
    }

    it('of a claim that has one already are kept as they are given, to be refused', () => {
      const stored = read(data.asking({dataSource: volume, dataSourceRef: volume}))
      const updated = (given: Body): unknown => kind.prepareForUpdate?.(read(data.asking(given)), stored).spec
      expect(updated({dataSource: {name: 'a'}})).to.deep.equal(read(data.asking({dataSource: {name: 'a'}, dataSourceRef: {name: 'a'}})).spec)
      expect(updated({dataSource: other})).to.deep.equal(read(data.asking({dataSource: other, dataSourceRef: other})).spec)
      expect(updated({dataSourceRef: {...other, namespace: 'x'}})).to.deep.equal(read(data.asking({dataSourceRef: {...other, namespace: 'x'}})).spec)
    })

    it('may name any API group once they name one', () => {
      const errorsAfter = (stored: Body): string[] | undefined =>
        kind.validate?.(read(data.asking({dataSource: {...other, apiGroup: 'A'}})), read(data.asking(stored))).map(String)
      expect(errorsAfter({dataSource: snapshot})).to.deep.equal([])
      expect(errorsAfter({dataSourceRef: snapshot})).to.deep.equal([])
      expect(errorsAfter({dataSource: volume})).to.deep.equal(dns1123Subdomain('A').map((fault) => `spec.dataSource.apiGroup: Invalid value: "A": ${fault}`))
    })

    it('that were copied are traced back', () => {
      expect(kind.defaultedFrom?.(['spec', 'dataSource', 'name'])).to.deep.equal([['spec', 'dataSourceRef', 'name']])
      expect(kind.defaultedFrom?.(['spec', 'dataSourceRef', 'kind'])).to.deep.equal([['spec', 'dataSource', 'kind']])
      expect(kind.defaultedFrom?.(['spec', 'accessModes'])).to.deep.equal([])
      expect(kind.defaultedFrom?.(['spec'])).to.deep.equal([])
    })
  })

  describe('rules', () => {
    const errorsOf = (spec: Body): string[] | undefined => kind.validate?.(read(data.asking(spec))).map(String)

    const accept: Record<string, Body> = {
      'a plain claim': {},
      'all access modes that go together': {accessModes: ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce']},
      'ReadWriteOncePod alone': {accessModes: ['ReadWriteOncePod', 'ReadWriteOncePod']},
      'a raw volume': {volumeMode: 'Block'},
      'class names': {storageClassName: 'a.b', volumeAttributesClassName: 'c.d'},
      'empty class names': {storageClassName: '', volumeAttributesClassName: ''},
      'a selector': {selector: {matchLabels: {a: 'b'}}},
      'a data source': {dataSource: {kind: 'PersistentVolumeClaim', name: 'a'}, dataSourceRef: {kind: 'PersistentVolumeClaim', name: 'a'}},
    }

    for (const [title, spec] of Object.entries(accept)) {
      it(`accept ${title}`, () => expect(errorsOf(spec)).to.deep.equal([]))
    }

    const modes = 'supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"'
    const core = "must be 'PersistentVolumeClaim' when referencing the default apiGroup"
    const storage = (amount: string): Body => ({resources: {requests: {storage: amount}}})
    const both = (source: Body, reference = source): Body => ({dataSource: source, dataSourceRef: reference})

    const reject: Record<string, [spec: Body, ...errors: string[]]> = {
      'no access mode': [{accessModes: []}, 'spec.accessModes: Required value: at least 1 access mode is required'],
      'unknown access modes': [
        {accessModes: ['RWO', 'ReadWriteOnce', 'x']}, `spec.accessModes: Unsupported value: "RWO": ${modes}`, `spec.accessModes: Unsupported value: "x": ${modes}`,
      ],
      'ReadWriteOncePod beside another mode': [
        {accessModes: ['ReadWriteOncePod', 'ReadWriteMany']}, 'spec.accessModes: Forbidden: may not use ReadWriteOncePod with other access modes',
      ],
      'ReadWriteOncePod beside an unknown mode': [{accessModes: ['ReadWriteOncePod', 'x']}, `spec.accessModes: Unsupported value: "x": ${modes}`],
      'a bad selector': [{selector: {matchLabels: {a: '-'}}}, `spec.selector.matchLabels: Invalid value: "-": ${labelValue('-').join()}`],
      'no storage': [{resources: {requests: {}}}, 'spec.resources[storage]: Required value'],
      'no resources': [{resources: undefined}, 'spec.resources[storage]: Required value'],
      'no room': [storage('0Gi'), 'spec.resources[storage]: Invalid value: "0": must be greater than zero'],
      'negative room': [storage('-1'), 'spec.resources[storage]: Invalid value: "-1": must be greater than zero'],
      'class names that are no names': [
        {storageClassName: 'A', volumeAttributesClassName: 'B_'}, ...dns1123Subdomain('A').map((fault) => `spec.storageClassName: Invalid value: "A": ${fault}`),
        ...dns1123Subdomain('B_').map((fault) => `spec.volumeAttributesClassName: Invalid value: "B_": ${fault}`),
      ],
      'an unknown volumeMode': [{volumeMode: ''}, 'spec.volumeMode: Unsupported value: "": supported values: "Block", "Filesystem"'],
      'empty data sources': [
        both({}), 'spec.dataSource.name: Required value', 'spec.dataSource.kind: Required value', `spec.dataSource: Invalid value: "": ${core}`,
        'spec.dataSourceRef.name: Required value', 'spec.dataSourceRef.kind: Required value', `spec.dataSourceRef: Invalid value: "": ${core}`,
      ],
      'another kind of the core group': [both({kind: 'Pod', name: 'a'}), `spec.dataSource: Invalid value: "Pod": ${core}`, `spec.dataSourceRef: Invalid value: "Pod": ${core}`],
      'a group that is no name': [
        both({apiGroup: 'A_', kind: 'x', name: 'a'}),
        ...['dataSource', 'dataSourceRef'].flatMap((field) => dns1123Subdomain('A_').map((fault) => `spec.${field}.apiGroup: Invalid value: "A_": ${fault}`)),
      ],
      'data sources that differ': [
        both({apiGroup: 'a.b', kind: 'x', name: 'a'}, {apiGroup: 'a.b', kind: 'x', name: 'b'}), 'spec: Invalid value: {}: must match dataSourceRef',
      ],
    }

    for (const [title, [spec, ...errors]] of Object.entries(reject)) {
      it(`reject ${title}`, () => expect(errorsOf(spec)).to.deep.equal(errors))
    }

    for (const field of ['apiGroup', 'kind', 'name'] as const) {
      it(`reject data sources that differ in their ${field}`, () => {
        const source = {apiGroup: 'a.b', kind: 'x', name: 'a'}
        expect(errorsOf(both(source, {...source, [field]: 'c.d'}))).to.deep.equal(['spec: Invalid value: {}: must match dataSourceRef'])
      })
    }

    it('reject a group that is left out in one of the data sources alone', () => {
      expect(errorsOf(both({kind: 'PersistentVolumeClaim', name: 'a'}, {kind: 'PersistentVolumeClaim', name: 'a', apiGroup: ''}))).to.deep.equal(['spec: Invalid value: {}: must match dataSourceRef'])
    })

    it('need a spec', () => {
      expect(kind.validate?.(read(data.having({spec: null}))).map(String)).to.deep.equal([
        'spec.accessModes: Required value: at least 1 access mode is required', 'spec.resources[storage]: Required value',
      ])
    })

    it('come in the order of the server', () => {
      const spec = {
        volumeAttributesClassName: 'A', ...both({apiGroup: 'a.b', kind: 'x'}, {apiGroup: 'a.b', name: 'a'}), volumeMode: 'x', storageClassName: 'A',
        resources: {}, selector: {matchLabels: {a: '-'}}, accessModes: ['x'],
      }
      expect(errorsOf(spec)?.map((error) => error.replace(/: .*/, ''))).to.deep.equal([
        'spec.selector.matchLabels', 'spec.accessModes', 'spec.resources[storage]', 'spec.storageClassName', 'spec.volumeMode', 'spec.dataSource.name',
        'spec.dataSourceRef.kind', 'spec', 'spec.volumeAttributesClassName',
      ])
    })
  })

  describe('on update', () => {
    const bound = (manifest: Manifest): Manifest => manifest.having({status: {phase: 'Bound', capacity: {storage: '1Gi'}}})

    /** What the server would say once the status of the stored claim is taken over. */
    const changed = (from: Body, to: Body): string[] => {
      const old = withDefaults(from)
      const sent = kind.prepareForUpdate?.(withDefaults(to), old)
      return sent === undefined ? [] : kind.validateUpdate?.(sent, old).map(String) ?? []
    }

    const immutable = 'spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims\n'
    const annotation = (value: string): string => `metadata.annotations.${beta}: Invalid value: "${value}": field is immutable`
    const classed = data.asking({storageClassName: 'gold'})

    const accept: Record<string, [from: Body, to: Body]> = {
      'no change': [data, data],
      'labels': [data, data.labelled({a: 'b'})],
      'an amount written in another way': [data, claim('data', '1024Mi')],
      'a volume for an unbound claim': [data, data.asking({volumeName: 'v'})],
      'a class for a claim without one': [data, classed],
      'a class that moves from the annotation to the field': [data.annotated({[beta]: 'gold'}), classed],
      'a class that stays in the annotation too': [data.annotated({[beta]: 'gold'}), classed.annotated({[beta]: 'gold'})],
      'more room in a bound claim': [bound(data), claim('data', '2Gi')],
      'less room in a bound claim, above its capacity': [bound(claim('data', '3Gi')), claim('data', '2Gi')],
      'an attributes class for a bound claim': [bound(data), data.asking({volumeAttributesClassName: 'fast'})],
      'another attributes class for a bound claim': [bound(data.asking({volumeAttributesClassName: 'slow'})), data.asking({volumeAttributesClassName: 'fast'})],
    }

    for (const [title, [from, to]] of Object.entries(accept)) {
      it(`accepts ${title}`, () => expect(changed(from, to)).to.deep.equal([]))
    }

    const reject: Record<string, [from: Body, to: Body, ...errors: RegExp[]]> = {
      'more room in an unbound claim': [data, claim('data', '2Gi'), /^spec: .*-.*1Gi.*\+.*2Gi/s],
      'an attributes class for an unbound claim': [data, data.asking({volumeAttributesClassName: 'fast'}), /^spec: .*VolumeAttributesClassName": "fast"/s],
      'another volume': [data.asking({volumeName: 'v'}), data.asking({volumeName: 'w'}), /^spec: .*-.*"VolumeName": "v".*\+.*"VolumeName": "w"/s],
      'no volume any more': [data.asking({volumeName: 'v'}), data, /^spec: .*\+.*"VolumeName": ""/s],
      'another class': [classed, data.asking({storageClassName: 'silver'}), /^spec: .*-.*"gold".*\+.*"silver"/s],
      'no class any more': [classed, data, /^spec: .*\+.*"StorageClassName": null/s],
      'a class other than that of the annotation': [data.annotated({[beta]: 'gold'}), data.annotated({[beta]: 'gold'}).asking({storageClassName: 'silver'}), /^spec: .*\+.*"silver"/s],
      'other access modes': [bound(data), data.asking({accessModes: ['ReadOnlyMany']}), /^spec: .*ReadOnlyMany/s],
      'limits in a bound claim': [bound(data), data.asking({resources: {requests: {storage: '1Gi'}, limits: {storage: '9Gi'}}}), /^spec: .*"Limits": \{\n\+ {3}"storage": "9Gi"/s],
      'other requests in a bound claim': [bound(data), data.asking({resources: {requests: {storage: '1Gi', cpu: '1'}}}), /^spec: .*"cpu": "1"/s],
      'another volumeMode': [data, data.asking({volumeMode: 'Block'}), /^spec: /, /^volumeMode: Invalid value: "Block": field is immutable$/],
      'an annotation': [data, data.annotated({[beta]: 'x'}), new RegExp(`^${annotation('x')}$`)],
      'another annotation': [data.annotated({[beta]: 'x'}), data.annotated({[beta]: 'y'}), new RegExp(`^${annotation('y')}$`)],
      'no annotation any more': [data.annotated({[beta]: 'x'}), data, new RegExp(`^${annotation('')}$`)],
      'another annotation while the class moves': [
        data.annotated({[beta]: 'gold'}), classed.annotated({[beta]: 'silver'}), new RegExp(`^${annotation('silver')}$`),
      ],
      'no annotation any more, where the field had a class': [classed.annotated({[beta]: 'gold'}), classed, new RegExp(`^${annotation('')}$`)],
      'less room than the capacity': [
        bound(claim('data', '2Gi')), claim('data', '1Gi'), /^spec\.resources\.requests\.storage: Forbidden: field can not be less than status\.capacity$/,
      ],
      'no room': [bound(data), data.asking({resources: {requests: {}}}), /^spec\.resources\.requests\.storage: /],
    }

    for (const [title, [from, to, ...patterns]] of Object.entries(reject)) {
      it(`rejects ${title}`, () => {
        const errors = changed(from, to)
        expect(errors).to.have.length(patterns.length)
        for (const [i, pattern] of patterns.entries()) expect(errors[i]).to.match(pattern)
      })
    }

    it('shows what differs', () => {
      const from = data.asking({accessModes: ['ReadWriteOnce', 'ReadOnlyMany'], selector: {matchLabels: {a: '<'}}, dataSource: {apiGroup: 'snapshot.storage.k8s.io', kind: 'VolumeSnapshot', name: 's'}})
      const to = from.asking({accessModes: [], dataSourceRef: {kind: 'PersistentVolumeClaim', name: 'x', namespace: ''}, volumeAttributesClassName: 'fast'})
      const sent = {...withDefaults(to), status: {phase: 'Pending'}}
      expect(kind.validateUpdate?.(sent, withDefaults(from)).map(String)).to.deep.equal([`${immutable}@@ -1,8 +1,5 @@
 {
- "AccessModes": [
-  "ReadWriteOnce",
-  "ReadOnlyMany"
- ],
+ "AccessModes": [],
  "Selector": {
   "matchLabels": {
    "a": "\\u003c"
@@ -22,6 +19,11 @@
   "Kind": "VolumeSnapshot",
   "Name": "s"
  },
- "DataSourceRef": null,
- "VolumeAttributesClassName": null
+ "DataSourceRef": {
+  "APIGroup": null,
+  "Kind": "PersistentVolumeClaim",
+  "Name": "x",
+  "Namespace": ""
+ },
+ "VolumeAttributesClassName": "fast"
 }
`])
    })

    it('shows everything as it is printed inside the server', () => {
      const from = data.asking({resources: {limits: {storage: '2Gi'}}, volumeMode: null})
      const sent = {...read(data.asking({resources: null, volumeName: 'v', storageClassName: 'gold', accessModes: null})), status: {phase: 'Pending'}}
      const [error] = kind.validateUpdate?.(sent, read(from.asking({accessModes: null, storageClassName: '', volumeName: 'v'}))) ?? []
      expect(String(error)).to.equal(`${immutable}@@ -2,13 +2,11 @@
  "AccessModes": null,
  "Selector": null,
  "Resources": {
-  "Limits": {
-   "storage": "2Gi"
-  },
+  "Limits": null,
   "Requests": null
  },
  "VolumeName": "v",
- "StorageClassName": "",
+ "StorageClassName": "gold",
  "VolumeMode": null,
  "DataSource": null,
  "DataSourceRef": null,
`)
    })

    describe('of a claim that has an attributes class', () => {
      const current = (manifest: Manifest, name?: string): Body =>
        manifest.having({status: {phase: 'Bound', ...name !== undefined && {currentVolumeAttributesClassName: name}}})
      const fast = data.asking({volumeAttributesClassName: 'fast'})
      const forbidden = (what: string): string => `spec.volumeAttributesClassName: Forbidden: update to ${what} is forbidden when status.currentVolumeAttributesClassName is not nil`

      it('accepts another one', () => expect(changed(current(fast, 'fast'), data.asking({volumeAttributesClassName: 'slow'}))).to.deep.equal([]))

      it('rejects none', () => {
        expect(changed(current(fast, 'fast'), data)).to.deep.equal([forbidden('nil')])
        expect(changed(current(fast, 'fast'), data.asking({volumeAttributesClassName: ''}))).to.deep.equal([forbidden('empty string')])
      })

      it('accepts none where none is in use, or where it was none before', () => {
        expect(changed(current(fast), data)).to.deep.equal([])
        expect(changed(current(data, 'fast'), data)).to.deep.equal([])
      })
    })

    it('tells everything, in order', () => {
      const from = bound(claim('data', '2Gi').asking({volumeAttributesClassName: 'fast'})).having({status: {phase: 'Bound', capacity: {storage: '2Gi'}, currentVolumeAttributesClassName: 'fast'}})
      const to = data.asking({volumeMode: 'Block'}).annotated({[beta]: 'x'})
      expect(changed(from, to).map((error) => error.replace(/: .*/s, ''))).to.deep.equal([
        `metadata.annotations.${beta}`, 'spec', 'spec.resources.requests.storage', 'volumeMode', 'spec.volumeAttributesClassName',
      ])
    })
  })

  describe('warnings', () => {
    const warningsOf = (body: Body): string[] | undefined => kind.warnings?.(read(body))

    it('are none for a plain claim', () => expect([warningsOf(data), warningsOf(data.having({spec: null}))]).to.deep.equal([[], []]))

    it('are about the annotation and fractions of bytes', () => {
      const manifest = data.annotated({[beta]: ''}).asking({resources: {requests: {storage: '100m', cpu: '1m'}, limits: {storage: '200m'}}})
      expect(warningsOf(manifest)).to.deep.equal([
        `metadata.annotations[${beta}]: deprecated since v1.8; use "storageClassName" attribute instead`,
        'spec.resources.requests[storage]: fractional byte value "100m" is invalid, must be an integer',
        'spec.resources.limits[storage]: fractional byte value "200m" is invalid, must be an integer',
      ])
    })
  })
})

describe('storageClassOf', () => {
  it('looks at the annotation first', () => {
    expect(storageClassOf(read(data))).to.equal('')
    expect(storageClassOf(read(data.asking({storageClassName: 'gold'})))).to.equal('gold')
    expect(storageClassOf(read(data.asking({storageClassName: 'gold'}).annotated({[beta]: ''})))).to.equal('')
    expect(storageClassOf(read(data.having({spec: null})))).to.equal('')
  })
})

describe('storageRequest', () => {
  it('is zero for nothing', () => {
    expect(String(storageRequest(read(data)))).to.equal('1Gi')
    for (const spec of [null, {}, {resources: {}}, {resources: {requests: {}}}]) expect(String(storageRequest(read(data.having({spec}))))).to.equal('0')
  })
})
