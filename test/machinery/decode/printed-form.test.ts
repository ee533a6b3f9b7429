import {expect} from 'chai'

import type {JsonObject} from '../../../src/machinery/decode/encode.js'
import {printedForm} from '../../../src/machinery/decode/printed-form.js'
import {deepFreeze} from '../../helpers/deep-freeze.js'

const container = {name: 'c', resources: {}}

const podOf = (fields: JsonObject): JsonObject => deepFreeze({metadata: {name: 'p'}, spec: {containers: [container], ...fields}, status: {}})

/** Answers of a server to the creation of such objects. */
const table: Readonly<Record<string, readonly [type: string, given: JsonObject, printed: JsonObject]>> = {
  'leaves out empty texts, switches, numbers, lists and maps': [
    'core/v1.Pod', podOf({nodeName: '', hostNetwork: false, tolerations: [], nodeSelector: {}}), podOf({})],
  'leaves out what is empty in items of lists': [
    'core/v1.Pod', podOf({containers: [{name: 'c', workingDir: '', resources: {limits: {}}, ports: [{containerPort: 80, hostPort: 0}]}]}),
    podOf({containers: [{name: 'c', resources: {}, ports: [{containerPort: 80}]}]})],
  'leaves out numbers and switches that say nothing': [
    'core/v1.ServiceSpec', {publishNotReadyAddresses: false, healthCheckNodePort: 0, ports: [{port: 80, targetPort: 80, nodePort: 0}]}, {ports: [{port: 80, targetPort: 80}]}],
  'keeps them where they say something, or are printed in any case': [
    'scheduling/v1.PriorityClass', {metadata: {}, value: 0, globalDefault: true}, {metadata: {}, value: 0, globalDefault: true}],
  'keeps what is behind a pointer': [
    'core/v1.Pod', podOf({priority: 0, hostUsers: false, runtimeClassName: '', securityContext: {}}), podOf({priority: 0, hostUsers: false, runtimeClassName: '', securityContext: {}})],
  'keeps fields that are always printed, and the data in maps': [
    'core/v1.ConfigMap', {metadata: {labels: {a: ''}}, data: {b: ''}}, {metadata: {labels: {a: ''}}, data: {b: ''}}],
  'adds the structs that nobody gave': [
    'apps/v1.Deployment', {metadata: {}, spec: {selector: {}, template: {}}},
    {metadata: {}, spec: {selector: {}, strategy: {}, template: {metadata: {}, spec: {containers: null}}}, status: {}}],
  'adds texts and numbers that are printed in any case': [
    'meta/v1.ObjectMeta', {name: 'a', ownerReferences: [{uid: 'u'}]}, {name: 'a', ownerReferences: [{apiVersion: '', kind: '', name: '', uid: 'u'}]}],
  'has null for an empty list that is always printed': ['core/v1.LimitRangeSpec', {limits: []}, {limits: null}],
  'has null for a time that is not given': [
    'core/v1.Event', {metadata: {}, involvedObject: {}, source: {}, eventTime: '2026-01-01T00:00:00.000000Z', reportingComponent: '', reportingInstance: ''},
    {metadata: {}, involvedObject: {}, source: {}, eventTime: '2026-01-01T00:00:00.000000Z', reportingComponent: '', reportingInstance: '', firstTimestamp: null, lastTimestamp: null}],
}

describe('the form in which Go prints an object', () => {
  for (const [title, [type, given, printed]] of Object.entries(table)) it(title, () => expect(printedForm(deepFreeze(given), type)).to.deep.equal(printed))

  it('is the object itself where it is printed as it is', () => {
    const pod = podOf({nodeName: 'n', priority: 0})
    expect(printedForm(pod, 'core/v1.Pod')).to.equal(pod)
  })

  it('is the object itself for types of which nothing is known', () => {
    const object = {spec: {a: '', b: []}}
    expect(printedForm(object, 'example.com/v1.Widget')).to.equal(object)
  })

  it('keeps keys of maps that are names of nothing else', () => {
    const given = JSON.parse('{"metadata": {"labels": {"__proto__": "", "toString": ""}, "finalizers": []}}') as JsonObject
    expect(JSON.stringify(printedForm(given, 'core/v1.ConfigMap'))).to.equal('{"metadata":{"labels":{"__proto__":"","toString":""}}}')
  })
})
