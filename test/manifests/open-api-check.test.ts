import {expect} from 'chai'

import {openApiErrors} from '../../src/manifests/open-api-check.js'
import {modelOf} from '../../src/manifests/open-api-model.js'
import type {JsonObject, JsonValue} from '../../src/source/json-value.js'

const shown = (object: JsonObject, type: string, kind: string): string[] =>
  openApiErrors(object, modelOf(type), kind).map(({message}) => message)

const container = (fields: JsonObject): JsonObject => ({spec: {containers: [{name: 'x', ...fields}]}})

const pod = (fields: JsonObject): string[] => shown(container(fields), 'core/v1.Pod', 'Pod')

describe('openApiFaults', () => {
  describe('accepts', () => {
    const cases: Record<string, JsonObject> = {
      'any scalar for a string': {image: 5, imagePullPolicy: true, workingDir: 1.5},
      'any number for an integer': {ports: [{containerPort: 80.5}, {containerPort: 9007199254740993n}]},
      'any scalar for a quantity': {resources: {limits: {cpu: true, memory: 'x'}}},
      'any scalar for an IntOrString': {livenessProbe: {httpGet: {port: 1.5}}},
      'null for a field': {image: null, ports: null, unknown: null, resources: {limits: null}},
      'empty lists and maps': {ports: [], resources: {}, env: []},
    }

    for (const [title, fields] of Object.entries(cases)) it(title, () => expect(pod(fields)).to.deep.equal([]))
  })

  describe('reports', () => {
    const type = (path: string, at: string, got: string, expected: string): string =>
      `ValidationError(Pod.spec.containers[0].${path}): invalid type for ${at}: got "${got}", expected "${expected}"`
    const inContainer = 'io.k8s.api.core.v1.Container'
    const inResources = 'io.k8s.api.core.v1.ResourceRequirements'
    const values: [JsonValue, string][] = [['x', 'string'], [5, 'integer'], [1.5, 'number'], [true, 'boolean'], [[], 'array'], [{}, 'map']]

    for (const [value, kind] of values.filter(([, name]) => name !== 'boolean')) {
      it(`${kind} instead of a boolean`, () => expect(pod({tty: value})).to.deep.equal([type('tty', `${inContainer}.tty`, kind, 'boolean')]))
    }
    for (const [value, kind] of values.filter(([, name]) => name !== 'array')) {
      it(`${kind} instead of a list`, () => expect(pod({args: value})).to.deep.equal([type('args', `${inContainer}.args`, kind, 'array')]))
    }
    for (const [value, kind] of values.filter(([, name]) => name !== 'map')) {
      it(`${kind} instead of a struct, with its definition`, () =>
        expect(pod({resources: value})).to.deep.equal([type('resources', inResources, kind, 'map')]))
      it(`${kind} instead of a map`, () =>
        expect(pod({resources: {limits: value}})).to.deep.equal([type('resources.limits', `${inResources}.limits`, kind, 'map')]))
    }

    const cases: Record<string, [JsonObject, ...messages: string[]]> = {
      'a map instead of a string': [{image: {}}, type('image', `${inContainer}.image`, 'map', 'string')],
      'a list instead of a string in a list': [{args: [[]]}, type('args[0]', `${inContainer}.args`, 'array', 'string')],
      'a map instead of a quantity': [
        {resources: {limits: {cpu: {}}}}, type('resources.limits.cpu', 'io.k8s.apimachinery.pkg.api.resource.Quantity', 'map', 'string'),
      ],
      'a string instead of an integer': [
        {ports: [{containerPort: '80'}]},
        type('ports[0].containerPort', 'io.k8s.api.core.v1.ContainerPort.containerPort', 'string', 'integer'),
      ],
      'a list instead of an IntOrString': [
        {livenessProbe: {httpGet: {port: []}}},
        type('livenessProbe.httpGet.port', 'io.k8s.apimachinery.pkg.util.intstr.IntOrString', 'array', 'string'),
      ],
      'null in a list': [
        {args: ['a', null]}, 'ValidationError(Pod.spec.containers[0].args): unknown object type "nil" in Pod.spec.containers[0].args[1]',
      ],
      'null in a map': [
        {resources: {limits: {cpu: null}}}, 'unknown object type "nil" in Pod.spec.containers[0].resources.limits.cpu',
      ],
      'unknown fields in byte order, followed by missing fields': [
        {name: null, b: 1, ä: 1, B: 1},
        ...['B', 'b', 'ä'].map((key) => `ValidationError(Pod.spec.containers[0]): unknown field "${key}" in ${inContainer}`),
        `ValidationError(Pod.spec.containers[0]): missing required field "name" in ${inContainer}`,
      ],
      'a quoted name': [{'a"b': 1}, `ValidationError(Pod.spec.containers[0]): unknown field "a\\"b" in ${inContainer}`],
      'names such as __proto__': [
        JSON.parse('{"__proto__": {"a": 1}, "constructor": 1}') as JsonObject,
        `ValidationError(Pod.spec.containers[0]): unknown field "__proto__" in ${inContainer}`,
        `ValidationError(Pod.spec.containers[0]): unknown field "constructor" in ${inContainer}`,
      ],
    }

    for (const [title, [fields, ...messages]] of Object.entries(cases)) it(title, () => expect(pod(fields)).to.deep.equal(messages))

    it('unknown types in free-form fields', () => {
      const managedFields = [{fieldsV1: {a: {b: null}}}, {fieldsV1: {a: null}}, {fieldsV1: 'x'}]
      expect(shown({managedFields}, 'meta/v1.ObjectMeta', 'Meta')).to.deep.equal([
        'unknown object type "nil" in Meta.managedFields[1].fieldsV1.a',
        'ValidationError(Meta.managedFields[2].fieldsV1): '
          + 'invalid type for io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1: got "string", expected "map"',
      ])
    })

    it('only metadata errors and missing fields of kinds without a table', () => {
      expect(shown({metadata: {lables: {}}, rules: 5, roleRef: null}, 'rbac/v1.RoleBinding', 'RoleBinding')).to.deep.equal([
        'ValidationError(RoleBinding.metadata): unknown field "lables" in io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta',
        'ValidationError(RoleBinding): missing required field "roleRef" in io.k8s.api.rbac.v1.RoleBinding',
      ])
    })
  })

  describe('returns the path and a hint', () => {
    const cases: Record<string, [JsonObject, steps: (string | number)[], hint?: string]> = {
      'for a misspelt field': [{imag: 'x'}, ['imag'], 'write "image"'],
      'for an unknown field without similar ones': [{zzzzzzz: 'x'}, ['zzzzzzz']],
      'for a quoted number': [{ports: [{containerPort: '-80'}]}, ['ports', 0, 'containerPort'], 'write -80 without quotes'],
      'for a string instead of a number': [{ports: [{containerPort: '80 '}]}, ['ports', 0, 'containerPort']],
      'for a quoted false': [{tty: 'false'}, ['tty'], 'write false without quotes'],
      'for a quoted true': [{tty: 'true'}, ['tty'], 'write true without quotes'],
      'for a string instead of a boolean': [{tty: 'falsely'}, ['tty']],
      'for a string instead of a list': [{args: 'true'}, ['args']],
      'for null in a list': [{args: [null]}, ['args', 0]],
      'for a missing field, with the path of its parent': [{ports: [{}]}, ['ports', 0]],
    }

    for (const [title, [fields, steps, hint]] of Object.entries(cases)) {
      it(title, () => {
        const errors = openApiErrors(container(fields), modelOf('core/v1.Pod'), 'Pod')
        expect(errors.map((error) => [error.steps, error.hint])).to.deep.equal([[['spec', 'containers', 0, ...steps], hint]])
      })
    }
  })

})
