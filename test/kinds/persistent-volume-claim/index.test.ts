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
    it('set volumeMode and phase, and round quantities', () => {
      const defaulted = encode(withDefaults(claim('c', '0.0001').asking({resources: {requests: {storage: '0.0001'}, limits: {storage: '1.0001'}}})))
      expect(defaulted).to.deep.include({
        spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '1m'}, limits: {storage: '1001m'}}, volumeMode: 'Filesystem'}, status: {phase: 'Pending'},
      })
    })

    it('return the same object if it is complete', () => {
      const complete = read(data.asking({volumeMode: 'Block'}).having({status: {phase: 'Bound'}}))
      expect(kind.setDefaults?.(complete)).to.equal(complete)
    })

    it('apply to a claim without a spec', () => expect(withDefaults(data.having({spec: null}))).to.deep.include({spec: {volumeMode: 'Filesystem'}, status: {phase: 'Pending'}}))
  })

  it('resets the status on create', () => {
    expect(kind.prepareForCreate?.(read(data.having({status: {phase: 'Bound'}}))).status).to.deep.equal({phase: 'Pending'})
    expect(kind.prepareForCreate?.(read(data.having({spec: null}))).spec).to.deep.equal({})
  })

  it('keeps the stored status in an update', () => {
    const bound = read(data.having({status: {phase: 'Bound'}}))
    expect(kind.prepareForUpdate?.(read(data.having({status: {phase: 'Lost'}})), bound).status).to.deep.equal({phase: 'Bound'})
    expect(kind.prepareForUpdate?.(read(data.having({spec: null})), read(data))).to.deep.include({spec: {}, status: {phase: 'Pending'}})
  })

  it('keeps the stored spec at the status endpoint, which validates only the change', () => {
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
      'adds no data sources': [{}, {}],
      'copies dataSource of a claim to dataSourceRef': [{dataSource: volume}, {dataSource: volume, dataSourceRef: volume}],
      'copies dataSource of a claim with an empty apiGroup to dataSourceRef': [{dataSource: {...volume, apiGroup: ''}}, {dataSource: {...volume, apiGroup: ''}, dataSourceRef: {...volume, apiGroup: ''}}],
      'copies dataSource of a snapshot to dataSourceRef': [{dataSource: snapshot}, {dataSource: snapshot, dataSourceRef: snapshot}],
      'drops dataSource of a claim in another API group': [{dataSource: {...volume, apiGroup: 'a.b'}}, {}],
      'drops dataSource of a snapshot in another API group': [{dataSource: {...snapshot, apiGroup: 'a.b'}}, {}],
      'drops dataSource of another kind in the snapshot API group': [{dataSource: {...snapshot, kind: 'PersistentVolumeClaim'}}, {}],
      'drops dataSource of any other kind': [{dataSource: other}, {}],
      'keeps dataSource of any kind if dataSourceRef is set': [{dataSource: other, dataSourceRef: volume}, {dataSource: other, dataSourceRef: volume}],
      'copies dataSourceRef of any kind to dataSource': [{dataSourceRef: other}, {dataSource: other, dataSourceRef: other}],
      'drops dataSourceRef into another namespace': [{dataSourceRef: {...other, namespace: 'x'}}, {}],
      'replaces dataSourceRef into another namespace by dataSource': [{dataSource: volume, dataSourceRef: {...other, namespace: 'x'}}, {dataSource: volume, dataSourceRef: volume}],
      'copies dataSourceRef with an empty namespace to dataSource': [{dataSourceRef: {...other, namespace: ''}}, {dataSource: other, dataSourceRef: {...other, namespace: ''}}],
      'keeps both data sources': [{dataSource: volume, dataSourceRef: snapshot}, {dataSource: volume, dataSourceRef: snapshot}],
    }

    for (const [title, [given, kept]] of Object.entries(table)) {
      it(title, () => {
        const {spec} = read(data.asking(kept))
        expect(kind.prepareForCreate?.(read(data.asking(given))).spec).to.deep.equal(spec)
        expect(kind.prepareForUpdate?.(read(data.asking(given)), read(data)).spec).to.deep.equal(spec)
      })
    }

    it('keeps any data source in an update of a claim that has one', () => {
      const stored = read(data.asking({dataSource: volume, dataSourceRef: volume}))
      const updated = (given: Body): unknown => kind.prepareForUpdate?.(read(data.asking(given)), stored).spec
      expect(updated({dataSource: {name: 'a'}})).to.deep.equal(read(data.asking({dataSource: {name: 'a'}, dataSourceRef: {name: 'a'}})).spec)
      expect(updated({dataSource: other})).to.deep.equal(read(data.asking({dataSource: other, dataSourceRef: other})).spec)
      expect(updated({dataSourceRef: {...other, namespace: 'x'}})).to.deep.equal(read(data.asking({dataSourceRef: {...other, namespace: 'x'}})).spec)
    })

    it('skips the validation of apiGroup if the stored claim has an apiGroup', () => {
      const errorsAfter = (stored: Body): string[] | undefined =>
        kind.validate?.(read(data.asking({dataSource: {...other, apiGroup: 'A'}})), read(data.asking(stored))).map(String)
      expect(errorsAfter({dataSource: snapshot})).to.deep.equal([])
      expect(errorsAfter({dataSourceRef: snapshot})).to.deep.equal([])
      expect(errorsAfter({dataSource: volume})).to.deep.equal(dns1123Subdomain('A').map((error) => `spec.dataSource.apiGroup: Invalid value: "A": ${error}`))
    })

    it('traces a copied data source back to the original', () => {
      expect(kind.defaultedFrom?.(['spec', 'dataSource', 'name'])).to.deep.equal([['spec', 'dataSourceRef', 'name']])
      expect(kind.defaultedFrom?.(['spec', 'dataSourceRef', 'kind'])).to.deep.equal([['spec', 'dataSource', 'kind']])
      expect(kind.defaultedFrom?.(['spec', 'accessModes'])).to.deep.equal([])
      expect(kind.defaultedFrom?.(['spec'])).to.deep.equal([])
    })
  })

  describe('validation', () => {
    const errorsOf = (spec: Body): string[] | undefined => kind.validate?.(read(data.asking(spec))).map(String)

    const accept: Record<string, Body> = {
      'a plain claim': {},
      'all compatible access modes': {accessModes: ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce']},
      'only ReadWriteOncePod': {accessModes: ['ReadWriteOncePod', 'ReadWriteOncePod']},
      'volumeMode Block': {volumeMode: 'Block'},
      'class names': {storageClassName: 'a.b', volumeAttributesClassName: 'c.d'},
      'empty class names': {storageClassName: '', volumeAttributesClassName: ''},
      'a selector': {selector: {matchLabels: {a: 'b'}}},
      'a data source': {dataSource: {kind: 'PersistentVolumeClaim', name: 'a'}, dataSourceRef: {kind: 'PersistentVolumeClaim', name: 'a'}},
    }

    for (const [title, spec] of Object.entries(accept)) {
      it(`accepts ${title}`, () => expect(errorsOf(spec)).to.deep.equal([]))
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
      'ReadWriteOncePod with another access mode': [
        {accessModes: ['ReadWriteOncePod', 'ReadWriteMany']}, 'spec.accessModes: Forbidden: may not use ReadWriteOncePod with other access modes',
      ],
      'ReadWriteOncePod with an unknown access mode, reporting only the unknown one': [{accessModes: ['ReadWriteOncePod', 'x']}, `spec.accessModes: Unsupported value: "x": ${modes}`],
      'an invalid selector': [{selector: {matchLabels: {a: '-'}}}, `spec.selector.matchLabels: Invalid value: "-": ${labelValue('-').join()}`],
      'no storage request': [{resources: {requests: {}}}, 'spec.resources[storage]: Required value'],
      'no resources': [{resources: undefined}, 'spec.resources[storage]: Required value'],
      'a storage request of zero': [storage('0Gi'), 'spec.resources[storage]: Invalid value: "0": must be greater than zero'],
      'a negative storage request': [storage('-1'), 'spec.resources[storage]: Invalid value: "-1": must be greater than zero'],
      'invalid class names': [
        {storageClassName: 'A', volumeAttributesClassName: 'B_'}, ...dns1123Subdomain('A').map((error) => `spec.storageClassName: Invalid value: "A": ${error}`),
        ...dns1123Subdomain('B_').map((error) => `spec.volumeAttributesClassName: Invalid value: "B_": ${error}`),
      ],
      'an empty volumeMode': [{volumeMode: ''}, 'spec.volumeMode: Unsupported value: "": supported values: "Block", "Filesystem"'],
      'empty data sources': [
        both({}), 'spec.dataSource.name: Required value', 'spec.dataSource.kind: Required value', `spec.dataSource: Invalid value: "": ${core}`,
        'spec.dataSourceRef.name: Required value', 'spec.dataSourceRef.kind: Required value', `spec.dataSourceRef: Invalid value: "": ${core}`,
      ],
      'a data source of another core kind': [both({kind: 'Pod', name: 'a'}), `spec.dataSource: Invalid value: "Pod": ${core}`, `spec.dataSourceRef: Invalid value: "Pod": ${core}`],
      'an invalid apiGroup': [
        both({apiGroup: 'A_', kind: 'x', name: 'a'}),
        ...['dataSource', 'dataSourceRef'].flatMap((field) => dns1123Subdomain('A_').map((error) => `spec.${field}.apiGroup: Invalid value: "A_": ${error}`)),
      ],
      'data sources that differ': [
        both({apiGroup: 'a.b', kind: 'x', name: 'a'}, {apiGroup: 'a.b', kind: 'x', name: 'b'}), 'spec: Invalid value: {}: must match dataSourceRef',
      ],
    }

    for (const [title, [spec, ...errors]] of Object.entries(reject)) {
      it(`rejects ${title}`, () => expect(errorsOf(spec)).to.deep.equal(errors))
    }

    for (const field of ['apiGroup', 'kind', 'name'] as const) {
      it(`rejects data sources that differ in their ${field}`, () => {
        const source = {apiGroup: 'a.b', kind: 'x', name: 'a'}
        expect(errorsOf(both(source, {...source, [field]: 'c.d'}))).to.deep.equal(['spec: Invalid value: {}: must match dataSourceRef'])
      })
    }

    it('rejects an empty apiGroup in only one of the data sources', () => {
      expect(errorsOf(both({kind: 'PersistentVolumeClaim', name: 'a'}, {kind: 'PersistentVolumeClaim', name: 'a', apiGroup: ''}))).to.deep.equal(['spec: Invalid value: {}: must match dataSourceRef'])
    })

    it('requires access modes and storage if there is no spec', () => {
      expect(kind.validate?.(read(data.having({spec: null}))).map(String)).to.deep.equal([
        'spec.accessModes: Required value: at least 1 access mode is required', 'spec.resources[storage]: Required value',
      ])
    })

    it('reports errors in the order of the API server', () => {
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

    /** Returns the errors of an update, after the stored status replaces the sent one. */
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
      'an equal amount in another notation': [data, claim('data', '1024Mi')],
      'a volume for an unbound claim': [data, data.asking({volumeName: 'v'})],
      'a class for a claim without one': [data, classed],
      'a class moved from the annotation to the field': [data.annotated({[beta]: 'gold'}), classed],
      'a class copied from the annotation to the field': [data.annotated({[beta]: 'gold'}), classed.annotated({[beta]: 'gold'})],
      'a larger request of a bound claim': [bound(data), claim('data', '2Gi')],
      'a smaller request of a bound claim that is above its capacity': [bound(claim('data', '3Gi')), claim('data', '2Gi')],
      'an attributes class for a bound claim': [bound(data), data.asking({volumeAttributesClassName: 'fast'})],
      'another attributes class for a bound claim': [bound(data.asking({volumeAttributesClassName: 'slow'})), data.asking({volumeAttributesClassName: 'fast'})],
    }

    for (const [title, [from, to]] of Object.entries(accept)) {
      it(`accepts ${title}`, () => expect(changed(from, to)).to.deep.equal([]))
    }

    const reject: Record<string, [from: Body, to: Body, ...errors: RegExp[]]> = {
      'a larger request of an unbound claim': [data, claim('data', '2Gi'), /^spec: .*-.*1Gi.*\+.*2Gi/s],
      'an attributes class for an unbound claim': [data, data.asking({volumeAttributesClassName: 'fast'}), /^spec: .*VolumeAttributesClassName": "fast"/s],
      'another volume': [data.asking({volumeName: 'v'}), data.asking({volumeName: 'w'}), /^spec: .*-.*"VolumeName": "v".*\+.*"VolumeName": "w"/s],
      'the removal of the volume': [data.asking({volumeName: 'v'}), data, /^spec: .*\+.*"VolumeName": ""/s],
      'another class': [classed, data.asking({storageClassName: 'silver'}), /^spec: .*-.*"gold".*\+.*"silver"/s],
      'the removal of the class': [classed, data, /^spec: .*\+.*"StorageClassName": null/s],
      'a class that differs from the annotation': [data.annotated({[beta]: 'gold'}), data.annotated({[beta]: 'gold'}).asking({storageClassName: 'silver'}), /^spec: .*\+.*"silver"/s],
      'other access modes': [bound(data), data.asking({accessModes: ['ReadOnlyMany']}), /^spec: .*ReadOnlyMany/s],
      'limits in a bound claim': [bound(data), data.asking({resources: {requests: {storage: '1Gi'}, limits: {storage: '9Gi'}}}), /^spec: .*"Limits": \{\n\+ {3}"storage": "9Gi"/s],
      'other requests in a bound claim': [bound(data), data.asking({resources: {requests: {storage: '1Gi', cpu: '1'}}}), /^spec: .*"cpu": "1"/s],
      'another volumeMode': [data, data.asking({volumeMode: 'Block'}), /^spec: /, /^volumeMode: Invalid value: "Block": field is immutable$/],
      'a new class annotation': [data, data.annotated({[beta]: 'x'}), new RegExp(`^${annotation('x')}$`)],
      'another value of the class annotation': [data.annotated({[beta]: 'x'}), data.annotated({[beta]: 'y'}), new RegExp(`^${annotation('y')}$`)],
      'the removal of the class annotation': [data.annotated({[beta]: 'x'}), data, new RegExp(`^${annotation('')}$`)],
      'another class annotation while the class moves to the field': [
        data.annotated({[beta]: 'gold'}), classed.annotated({[beta]: 'silver'}), new RegExp(`^${annotation('silver')}$`),
      ],
      'the removal of the class annotation if the field had a class': [classed.annotated({[beta]: 'gold'}), classed, new RegExp(`^${annotation('')}$`)],
      'a request below the capacity': [
        bound(claim('data', '2Gi')), claim('data', '1Gi'), /^spec\.resources\.requests\.storage: Forbidden: field can not be less than status\.capacity$/,
      ],
      'the removal of the storage request': [bound(data), data.asking({resources: {requests: {}}}), /^spec\.resources\.requests\.storage: /],
    }

    for (const [title, [from, to, ...patterns]] of Object.entries(reject)) {
      it(`rejects ${title}`, () => {
        const errors = changed(from, to)
        expect(errors).to.have.length(patterns.length)
        for (const [i, pattern] of patterns.entries()) expect(errors[i]).to.match(pattern)
      })
    }

    it('prints a diff of the spec', () => {
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

    it('prints the diff with the Go field names and nulls of the API server', () => {
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

    describe('of a claim with a volumeAttributesClassName', () => {
      const current = (manifest: Manifest, name?: string): Body =>
        manifest.having({status: {phase: 'Bound', ...name !== undefined && {currentVolumeAttributesClassName: name}}})
      const fast = data.asking({volumeAttributesClassName: 'fast'})
      const forbidden = (what: string): string => `spec.volumeAttributesClassName: Forbidden: update to ${what} is forbidden when status.currentVolumeAttributesClassName is not nil`

      it('accepts another class', () => expect(changed(current(fast, 'fast'), data.asking({volumeAttributesClassName: 'slow'}))).to.deep.equal([]))

      it('rejects the removal of the class in use', () => {
        expect(changed(current(fast, 'fast'), data)).to.deep.equal([forbidden('nil')])
        expect(changed(current(fast, 'fast'), data.asking({volumeAttributesClassName: ''}))).to.deep.equal([forbidden('empty string')])
      })

      it('accepts no class if none is in use or none was requested', () => {
        expect(changed(current(fast), data)).to.deep.equal([])
        expect(changed(current(data, 'fast'), data)).to.deep.equal([])
      })
    })

    it('reports all errors in the order of the API server', () => {
      const from = bound(claim('data', '2Gi').asking({volumeAttributesClassName: 'fast'})).having({status: {phase: 'Bound', capacity: {storage: '2Gi'}, currentVolumeAttributesClassName: 'fast'}})
      const to = data.asking({volumeMode: 'Block'}).annotated({[beta]: 'x'})
      expect(changed(from, to).map((error) => error.replace(/: .*/s, ''))).to.deep.equal([
        `metadata.annotations.${beta}`, 'spec', 'spec.resources.requests.storage', 'volumeMode', 'spec.volumeAttributesClassName',
      ])
    })
  })

  describe('warnings', () => {
    const warningsOf = (body: Body): string[] | undefined => kind.warnings?.(read(body))

    it('are empty for a plain claim', () => expect([warningsOf(data), warningsOf(data.having({spec: null}))]).to.deep.equal([[], []]))

    it('report the class annotation and fractional bytes', () => {
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
  it('prefers the annotation to the field', () => {
    expect(storageClassOf(read(data))).to.equal('')
    expect(storageClassOf(read(data.asking({storageClassName: 'gold'})))).to.equal('gold')
    expect(storageClassOf(read(data.asking({storageClassName: 'gold'}).annotated({[beta]: ''})))).to.equal('')
    expect(storageClassOf(read(data.having({spec: null})))).to.equal('')
  })
})

describe('storageRequest', () => {
  it('returns the storage request, or zero if there is none', () => {
    expect(String(storageRequest(read(data)))).to.equal('1Gi')
    for (const spec of [null, {}, {resources: {}}, {resources: {requests: {}}}]) expect(String(storageRequest(read(data.having({spec}))))).to.equal('0')
  })
})
