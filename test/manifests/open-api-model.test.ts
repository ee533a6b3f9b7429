import {expect} from 'chai'

import {apiFields, apiRequired, apiResources} from '../../src/machinery/schema/api-tables.js'
import type {FieldTable} from '../../src/machinery/schema/field-table.js'
import {parseApiVersion} from '../../src/machinery/schema/rest-mapper.js'
import {type Model, modelOf, modelOfKind, modelOfList, ownDefinition} from '../../src/manifests/open-api-model.js'

const find = (lookUp: typeof modelOfKind, apiVersion: string, kind: string): Model | undefined =>
  lookUp({groupVersion: parseApiVersion(apiVersion) ?? {group: '', version: ''}, kind})

describe('modelOf', () => {
  it('returns the fields of a type and its required fields', () => {
    const {definition, fields, required, isOpen} = modelOf('core/v1.LimitRangeItem')
    expect(definition).to.equal('io.k8s.api.core.v1.LimitRangeItem')
    expect(Object.keys(fields).sort()).to.deep.equal(['default', 'defaultRequest', 'max', 'maxLimitRequestRatio', 'min', 'type'])
    expect([required, isOpen]).to.deep.equal([['type'], false])
  })

  it('returns only common object fields for types without a table', () => {
    const {fields, isOpen} = modelOf('rbac/v1.Role')
    expect([Object.keys(fields), isOpen]).to.deep.equal([['apiVersion', 'kind', 'metadata'], true])
  })

  it('requires only existing fields', () => {
    const strays = Object.keys(apiRequired().required).flatMap((type) => {
      const {fields, required, isOpen} = modelOf(type)
      return isOpen ? [] : required.filter((field) => fields[field] === undefined)
    })
    expect(strays).to.deep.equal([])
  })
})

describe('modelOfKind', () => {
  const cases: [apiVersion: string, kind: string, definition: string | undefined][] = [
    ['v1', 'Pod', 'io.k8s.api.core.v1.Pod'],
    ['/v1', 'Pod', 'io.k8s.api.core.v1.Pod'],
    ['apps/v1', 'Deployment', 'io.k8s.api.apps.v1.Deployment'],
    ['networking.k8s.io/v1', 'Ingress', 'io.k8s.api.networking.v1.Ingress'],
    ['autoscaling/v2', 'HorizontalPodAutoscaler', 'io.k8s.api.autoscaling.v2.HorizontalPodAutoscaler'],
    ['rbac.authorization.k8s.io/v1', 'Role', 'io.k8s.api.rbac.v1.Role'],
    ['flowcontrol.apiserver.k8s.io/v1', 'FlowSchema', 'io.k8s.api.flowcontrol.v1.FlowSchema'],
    [
      'apiextensions.k8s.io/v1', 'CustomResourceDefinition',
      'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition',
    ],
    ['apiregistration.k8s.io/v1', 'APIService', 'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIService'],
    ['v1', 'PodList', 'io.k8s.api.core.v1.PodList'],
    ['v1', 'pod', undefined],
    ['v1', 'List', undefined],
    ['v1', 'Widget', undefined],
    ['v2', 'Pod', undefined],
    ['example.com/v1', 'Widget', undefined],
    ['eventratelimit.admission.k8s.io/v1alpha1', 'Configuration', undefined],
  ]

  for (const [apiVersion, kind, definition] of cases) {
    it(`${definition === undefined ? 'returns undefined for' : 'returns the model of'} ${apiVersion} ${kind}`, () =>
      expect(find(modelOfKind, apiVersion, kind)?.definition).to.equal(definition))
  }

  it('returns a model for every served kind and its list', () => {
    const models = apiResources().flatMap(({apiVersion, kind}) => [
      find(modelOfKind, apiVersion, kind), find(modelOfList, apiVersion, `${kind}List`),
    ])
    expect(models.filter((model) => model === undefined)).to.deep.equal([])
  })
})

describe('modelOfList', () => {
  it('returns a model whose items have the type of the kind', () => {
    const {fields, required} = find(modelOfList, 'v1', 'PodList') ?? modelOf('')
    expect(Object.keys(fields)).to.deep.equal(['apiVersion', 'kind', 'metadata', 'items'])
    expect([fields['items']?.element?.type, required]).to.deep.equal(['core/v1.Pod', ['items']])
  })

  it('returns undefined for kinds that are not lists', () => expect(find(modelOfList, 'v1', 'Pod')).to.equal(undefined))
})

describe('ownDefinition', () => {
  const fieldOf = (type: string, field: string): FieldTable => modelOf(type).fields[field] ?? {go: '', shape: 'any'}

  const cases: [type: string, field: string, definition: string | undefined][] = [
    ['core/v1.Pod', 'spec', 'io.k8s.api.core.v1.PodSpec'],
    ['core/v1.Pod', 'metadata', 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta'],
    ['meta/v1.ObjectMeta', 'creationTimestamp', 'io.k8s.apimachinery.pkg.apis.meta.v1.Time'],
    ['meta/v1.ManagedFieldsEntry', 'fieldsV1', 'io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1'],
    ['core/v1.ServicePort', 'targetPort', 'io.k8s.apimachinery.pkg.util.intstr.IntOrString'],
    ['core/v1.EmptyDirVolumeSource', 'sizeLimit', 'io.k8s.apimachinery.pkg.api.resource.Quantity'],
    ['core/v1.Container', 'image', undefined],
    ['core/v1.Container', 'env', undefined],
    ['core/v1.ResourceRequirements', 'limits', undefined],
  ]

  for (const [type, field, definition] of cases) {
    it(`returns ${definition ?? 'undefined'} for ${type}.${field}`, () => expect(ownDefinition(fieldOf(type, field))).to.equal(definition))
  }

  it('returns a definition for every type with its own shape', () => {
    const described = new Set(['quantity', 'time', 'microTime', 'intOrString'])
    const all = Object.values(apiFields().types).flatMap(({fields}) => Object.values(fields)).filter(({shape}) => described.has(shape))
    expect(all.filter((field) => ownDefinition(field) === undefined)).to.deep.equal([])
  })
})
