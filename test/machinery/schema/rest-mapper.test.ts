import {expect} from 'chai'
import {apiFields, apiRequired, apiResources} from '../../../src/machinery/schema/api-tables.js'
import {formatApiVersion, guessResource, isCustomGroup, isNamespacedResource, parseApiVersion, servedResource} from '../../../src/machinery/schema/rest-mapper.js'
import {readField, writeField} from '../../../src/machinery/schema/field-table.js'

describe('parseApiVersion', () => {
  const table: [apiVersion: string, group: string, version: string][] = [
    ['v1', '', 'v1'], ['/v1', '', 'v1'], ['apps/v1', 'apps', 'v1'], ['example.com/v1beta1', 'example.com', 'v1beta1'], ['apps/', 'apps', ''], ['', '', ''],
  ]

  for (const [apiVersion, group, version] of table) {
    it(`parses ${JSON.stringify(apiVersion)}`, () => expect(parseApiVersion(apiVersion)).to.deep.equal({group, version}))
  }

  it('rejects more than one slash', () => expect(parseApiVersion('a/b/c')).to.equal(undefined))
})

describe('formatApiVersion', () => {
  it('puts the group first', () => {
    expect([formatApiVersion({group: 'apps', version: 'v1'}), formatApiVersion({group: '', version: 'v1'})]).to.deep.equal(['apps/v1', 'v1'])
  })
})

describe('servedResource', () => {
  it('finds kinds by name, or by name in lower case', () => {
    expect(servedResource('v1', 'LimitRange')).to.deep.equal({
      apiVersion: 'v1', kind: 'LimitRange', resource: 'limitranges', singular: 'limitrange', shortNames: ['limits'], namespaced: true,
    })
    expect(servedResource('v1', 'limitrange')).to.equal(servedResource('v1', 'LimitRange'))
    expect(servedResource('apps/v1', 'Deployment')?.resource).to.equal('deployments')
    expect(servedResource('scheduling.k8s.io/v1', 'PriorityClass')?.namespaced).to.equal(false)
  })

  for (const [apiVersion, kind] of [['v1', 'Limitrange'], ['v1', 'LIMITRANGE'], ['v1', 'Deployment'], ['apps/v2', 'Deployment'], ['v1', ''], ['v1', 'toString']] as const) {
    it(`finds no ${kind} in ${apiVersion}`, () => expect(servedResource(apiVersion, kind)).to.equal(undefined))
  }
})

describe('isCustomGroup', () => {
  for (const [group, verdict] of [['example.com', true], ['', false], ['apps', false], ['App', false], ['v1', false], ['scheduling.k8s.io', false]] as const) {
    it(`returns ${verdict} for ${JSON.stringify(group)}`, () => expect(isCustomGroup(group)).to.equal(verdict))
  }
})

describe('isNamespacedResource', () => {
  const table: [name: string, group: string, verdict: boolean][] = [
    ['pods', '', true], ['deployments', 'apps', true], ['widgets', 'example.com', true], ['namespaces', '', false], ['deployments', '', false],
    ['priorityclasses', 'scheduling.k8s.io', false], ['pod', '', false],
  ]

  for (const [name, group, verdict] of table) {
    it(`returns ${verdict} for ${name} of ${JSON.stringify(group)}`, () => expect(isNamespacedResource({group, name})).to.equal(verdict))
  }
})

describe('guessResource', () => {
  const table: Record<string, string> = {
    Widget: 'widgets', Policy: 'policies', Bus: 'buses', Class: 'classes', Endpoints: 'endpoints', MyEndpoints: 'myendpoints', Gateway: 'gatewaies', Y: 'ies', '': 's',
  }

  for (const [kind, resource] of Object.entries(table)) {
    it(`guesses ${resource} for ${kind}`, () => expect(guessResource(kind)).to.equal(resource))
  }
})

describe('API tables', () => {
  it('are of the release from which the expected answers were recorded', () => {
    expect(apiFields()).to.have.property('kubernetesVersion', '1.36.3')
    expect(apiRequired()).to.have.property('kubernetesVersion', '1.36.3')
  })

  it('are loaded once', () => {
    expect(apiFields() === apiFields() && apiRequired() === apiRequired() && apiResources() === apiResources()).to.equal(true)
  })

  it('contain the type of every kind and field that they name', () => {
    const {kinds, types} = apiFields()
    const named = Object.values(types).flatMap(({fields}) => Object.values(fields))
      .flatMap((field) => [field, field.element, field.element?.element]).flatMap((field) => field?.type ?? [])
    expect([...Object.values(kinds), ...named].filter((type) => types[type] === undefined)).to.deep.equal([])
    expect(Object.keys(types).length).to.be.greaterThan(200)
  })

  it('have an item type for every list and map, and a table for every struct', () => {
    const fields = Object.values(apiFields().types).flatMap((type) => Object.values(type.fields))
    expect(fields.filter(({shape, element}) => (shape === 'list' || shape === 'map') !== (element !== undefined))).to.deep.equal([])
    expect(fields.filter(({shape, type}) => shape === 'struct' && type === undefined)).to.deep.equal([])
  })

  it('leave out what follows from the rest of a field, and read it back', () => {
    const stored = (type: string): object =>
      Object.fromEntries(Object.entries(apiFields().types[type]?.fields ?? {}).map(([name, field]) => [name, writeField(field)]))
    expect(stored('core/v1.Container')).to.include({
      image: 'string', stdin: 'bool', resources: 'core/v1.ResourceRequirements', command: '[]string', imagePullPolicy: 'v1.PullPolicy=string',
      env: '[]core/v1.EnvVar',
    })
    expect(stored('core/v1.ResourceRequirements')).to.include({limits: 'v1.ResourceList=map[string]quantity'})
    expect(stored('core/v1.LimitRange')).to.include({kind: 'string via TypeMeta'})
    const published = Object.entries(apiFields().types).filter(([name]) => !name.startsWith('design/')).flatMap(([, table]) => Object.values(table.fields))
    for (const field of published) expect(readField(writeField(field))).to.deep.equal(field)
  })

  it('list each kind and resource once', () => {
    const names = apiResources().map(({apiVersion, kind}) => `${apiVersion}/${kind}`)
    expect(new Set(names).size).to.equal(names.length)
    expect(names).to.include.members(['v1/Pod', 'v1/LimitRange', 'v1/ResourceQuota', 'v1/PersistentVolumeClaim', 'v1/Namespace'])
  })
})
