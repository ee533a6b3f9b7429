import {expect} from 'chai'

import type {FileSending} from '../../src/simulate/prepare.js'
import {simulate, type Simulation} from '../../src/simulate/simulate.js'
import {SourceFile} from '../../src/source/source-file.js'
import {fileOf} from '../helpers/simulated.js'

const configMap = (data: object = {}): Record<string, unknown> => ({apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'a'}, data})
const pod = (cpu: string): Record<string, unknown> =>
  ({apiVersion: 'v1', kind: 'Pod', metadata: {name: 'web'}, spec: {containers: [{name: 'app', image: 'i', resources: {limits: {cpu}}}]}})

/** Sends each object with its own options. */
function sent(steps: readonly (readonly [Record<string, unknown>, FileSending])[], policies: readonly Record<string, unknown>[] = []): Simulation {
  const files = steps.map(([body], i) => fileOf(`${i}.yaml`, [body]))
  return simulate({files, policies: [fileOf('policies.yaml', policies)]}, {sendingOf: (file) => steps[files.indexOf(file)]?.[1] ?? {}})
}

const answers = ({reviews}: Simulation): string[] => reviews.map(({operation, status}) => `${operation} ${status.code} ${status.message}`.trim())

describe('simulate with sendingOf', () => {
  it('sends one object several times, each time with its own options', () => {
    const simulation = sent([
      [configMap(), {}], [configMap(), {operation: 'create'}], [configMap({a: '1'}), {operation: 'replace'}], [configMap(), {operation: 'delete'}], [configMap(), {operation: 'delete'}],
    ])
    expect(answers(simulation)).eql(['CREATE 201', 'CREATE 409 configmaps "a" already exists', 'UPDATE 200', 'DELETE 200', 'DELETE 404 configmaps "a" not found'])
  })

  it('sends patches for stored objects', () => {
    const merge = {kind: 'merge', value: {data: {b: '2'}}} as const
    const simulation = sent([
      [configMap({a: '1'}), {}],
      [configMap(), {patch: merge}],
      [configMap(), {patch: {kind: 'json', operations: [{op: 'remove', path: '/data/a'}]}}],
      [configMap(), {patch: {kind: 'json', operations: [{op: 'remove', path: '/data/a'}]}}],
      [{...configMap(), metadata: {name: 'other'}}, {patch: merge}],
      [configMap(), {patch: {kind: 'merge', value: {data: {c: {}}}}}],
    ])
    expect(answers(simulation).map((answer) => answer.slice(0, 80))).eql([
      'CREATE 201', 'UPDATE 200', 'UPDATE 200',
      'UPDATE 422 the server rejected our request due to an error in our request',
      'UPDATE 404 configmaps "other" not found',
      'UPDATE 422  "" is invalid: patch: Invalid value: "map[data:map[c:map[]]]": unrec',
    ])
    expect(simulation.reviews[1]?.object?.['data']).eql({a: '1', b: '2'})
    expect(simulation.reviews[2]?.object?.['data']).eql({b: '2'})
  })

  it('evaluates patches by the policies', () => {
    const limits = {apiVersion: 'v1', kind: 'LimitRange', metadata: {name: 'limits'}, spec: {limits: [{type: 'Container', max: {cpu: '1'}}]}}
    const resources = {kind: 'json', operations: [{op: 'replace', path: '/spec/containers/0/resources/limits/cpu', value: '2'}]} as const
    const simulation = sent([[pod('1'), {}], [pod('1'), {patch: resources}]], [limits])
    expect(answers(simulation)[1]).contains('UPDATE 422 Pod "web" is invalid: spec: Forbidden: pod updates may not change fields')
  })

  it('sends the objects of a file at its time', () => {
    const event = {apiVersion: 'v1', kind: 'Event', metadata: {generateName: 'e'}, involvedObject: {kind: 'Pod', name: 'web', namespace: 'default'}}
    const configuration = {apiVersion: 'eventratelimit.admission.k8s.io/v1alpha1', kind: 'Configuration', limits: [{type: 'Server', qps: 1, burst: 1}]}
    const files = [0, 0, 1].map((_, i) => fileOf(`${i}.yaml`, [event]))
    const simulation = simulate({files, policies: []}, {
      pluginConfigurations: {EventRateLimit: {limits: configuration.limits as never}},
      sendingOf: (file) => ({time: {seconds: [10, 10, 11][files.indexOf(file)] ?? 0, nanoseconds: 0}}),
    })
    expect(simulation.reviews.map(({status}) => status.code)).eql([201, 429, 201])
  })

  it('scales with the manifest of the workload', () => {
    const scale = new SourceFile('scale.yaml', 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: 3}\n')
    const web = fileOf('web.yaml', [{
      apiVersion: 'apps/v1', kind: 'Deployment', metadata: {name: 'web'},
      spec: {replicas: 1, selector: {matchLabels: {a: 'b'}}, template: {metadata: {labels: {a: 'b'}}, spec: {containers: [{name: 'a', image: 'i'}]}}},
    }])
    const simulation = simulate({files: [web, scale], policies: []}, {sendingOf: (file) => file === scale ? {subresource: 'scale'} : {}})
    expect(simulation.workloads.map(({created}) => created)).eql([3])
  })
})
