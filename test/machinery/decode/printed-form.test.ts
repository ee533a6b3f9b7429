import {expect} from 'chai'

import type {JsonObject} from '../../../src/machinery/decode/encode.js'
import {printedForm} from '../../../src/machinery/decode/printed-form.js'
import {deepFreeze} from '../../helpers/deep-freeze.js'

const container = {name: 'c', resources: {}}

const podOf = (fields: JsonObject): JsonObject => deepFreeze({metadata: {name: 'p'}, spec: {containers: [container], ...fields}, status: {}})

/** Objects, and how a server returns them when they are created. */
const table: Readonly<Record<string, readonly [type: string, given: JsonObject, printed: JsonObject]>> = {
  'omits empty strings, lists and maps, and false': [
    'core/v1.Pod', podOf({nodeName: '', hostNetwork: false, tolerations: [], nodeSelector: {}}), podOf({})],
  'omits empty fields in list items': [
    'core/v1.Pod', podOf({containers: [{name: 'c', workingDir: '', resources: {limits: {}}, ports: [{containerPort: 80, hostPort: 0}]}]}),
    podOf({containers: [{name: 'c', resources: {}, ports: [{containerPort: 80}]}]})],
  'omits 0 and false': [
    'core/v1.ServiceSpec', {publishNotReadyAddresses: false, healthCheckNodePort: 0, ports: [{port: 80, targetPort: 80, nodePort: 0}]}, {ports: [{port: 80, targetPort: 80}]}],
  'keeps other values, and fields that are always printed': [
    'scheduling/v1.PriorityClass', {metadata: {}, value: 0, globalDefault: true}, {metadata: {}, value: 0, globalDefault: true}],
  'keeps empty values behind a pointer': [
    'core/v1.Pod', podOf({priority: 0, hostUsers: false, runtimeClassName: '', securityContext: {}}), podOf({priority: 0, hostUsers: false, runtimeClassName: '', securityContext: {}})],
  'keeps empty values in maps': [
    'core/v1.ConfigMap', {metadata: {labels: {a: ''}}, data: {b: ''}}, {metadata: {labels: {a: ''}}, data: {b: ''}}],
  'adds missing structs': [
    'apps/v1.Deployment', {metadata: {}, spec: {selector: {}, template: {}}},
    {metadata: {}, spec: {selector: {}, strategy: {}, template: {metadata: {}, spec: {containers: null}}}, status: {}}],
  'adds missing fields that are always printed': [
    'meta/v1.ObjectMeta', {name: 'a', ownerReferences: [{uid: 'u'}]}, {name: 'a', ownerReferences: [{apiVersion: '', kind: '', name: '', uid: 'u'}]}],
  'prints null for an empty list that is always printed': ['core/v1.LimitRangeSpec', {limits: []}, {limits: null}],
  'prints null for a missing time': [
    'core/v1.Event', {metadata: {}, involvedObject: {}, source: {}, eventTime: '2026-01-01T00:00:00.000000Z', reportingComponent: '', reportingInstance: ''},
    {metadata: {}, involvedObject: {}, source: {}, eventTime: '2026-01-01T00:00:00.000000Z', reportingComponent: '', reportingInstance: '', firstTimestamp: null, lastTimestamp: null}],
}

describe('printedForm', () => {
  for (const [title, [type, given, printed]] of Object.entries(table)) it(title, () => expect(printedForm(deepFreeze(given), type)).to.deep.equal(printed))

  it('returns the object itself if nothing changes', () => {
    const pod = podOf({nodeName: 'n', priority: 0})
    expect(printedForm(pod, 'core/v1.Pod')).to.equal(pod)
  })

  it('returns the object itself for unknown types', () => {
    const object = {spec: {a: '', b: []}}
    expect(printedForm(object, 'example.com/v1.Widget')).to.equal(object)
  })

  it('keeps map keys that are properties of Object.prototype', () => {
    const given = JSON.parse('{"metadata": {"labels": {"__proto__": "", "toString": ""}, "finalizers": []}}') as JsonObject
    expect(JSON.stringify(printedForm(given, 'core/v1.ConfigMap'))).to.equal('{"metadata":{"labels":{"__proto__":"","toString":""}}}')
  })
})
