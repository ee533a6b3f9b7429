import {Ajv2020} from 'ajv/dist/2020.js'
import {expect} from 'chai'
import {readdirSync, readFileSync} from 'node:fs'

import {lint} from '../../src/lint/lint-all.js'
import {lintReporters} from '../../src/report/lint/index.js'
import {simulateReporters} from '../../src/report/simulate/index.js'
import {simulate} from '../../src/simulate/simulate.js'
import {SourceFile} from '../../src/source/source-file.js'
import {type Body, container, pod, quota} from '../helpers/builders.js'
import {reporting} from '../helpers/findings.js'
import {simulated} from '../helpers/simulated.js'
import {claimTemplate, cronJob, daemonSet, job, rolling, statefulSet} from '../helpers/workloads.js'

const root = new URL('../../', import.meta.url)

const readJson = (path: string): object => JSON.parse(readFileSync(new URL(path, root), 'utf8')) as object

const schemas = [readJson('schemas/lint.schema.json'), readJson('schemas/simulate.schema.json')]

/** The schema without additional properties, so that every field of the output must be in the schema. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const entries = Object.entries(schema).map(([key, value]) => [key, ['if', 'then', 'else'].includes(key) ? value as unknown : closed(value)] as const)
  return {...Object.fromEntries(entries), ...'required' in schema && 'properties' in schema && {additionalProperties: false}}
}

const ajv = new Ajv2020({schemas: schemas.map((schema) => closed(schema) as object), strictTypes: false, strictRequired: false, formats: {uri: /^https:\/\/\S+$/}})

function expectValid(schema: 'lint' | 'simulate', text: string): void {
  const validate = ajv.getSchema(`https://kadm.dev/schemas/${schema}.schema.json`)
  if (validate === undefined) throw new Error('there is no such schema')
  expect(validate(JSON.parse(text)), JSON.stringify(validate.errors)).to.equal(true)
}

const file = (text: string): SourceFile => new SourceFile('a.yaml', text)

const samples = readdirSync(new URL('samples/', root), {recursive: true, encoding: 'utf8'}).filter((path) => /\.(?:ya?ml|json)$/.test(path))
  .map((path) => SourceFile.decode(`samples/${path}`, readFileSync(new URL(`samples/${path}`, root))))

const broken = file([
  'a: [',
  '{apiVersion: v1, kind: Pod, metadata: {name: A}, spec: {containers: [{name: a, image: b, resource: {}}]}}',
  '{apiVersion: v1, kind: LimitRange, metadata: {name: l}, spec: {limits: [{type: Pod, min: {cpu: 2}, max: {cpu: 1}}]}}',
  '{apiVersion: v9, kind: Pod}',
  'kind: Pod',
].join('\n---\n'))

const policies = file(`{apiVersion: v1, kind: LimitRange, metadata: {name: l}, spec: {limits: [{type: Container, default: {cpu: 1}, max: {cpu: 2}}]}}
---
{apiVersion: v1, kind: LimitRange, metadata: {name: broken}, spec: {limits: [{type: Pod, min: {cpu: 2}, max: {cpu: 1}}]}}
---
a: {`)

const pods = file(`{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [{name: a, image: b}]}}
---
{apiVersion: v1, kind: Pod, metadata: {generateName: a-}, spec: {containers: [{name: a, image: b, resources: {limits: {cpu: 3}}}]}}
---
{apiVersion: v1, kind: Pod, metadata: {name: c}, spec: {containers: [{name: a, image: b, resources: {limits: {cpu: x}}}]}}
---
{apiVersion: example.com/v1, kind: Thing, metadata: {name: a}, spec: {big: 12345678901234567890}}
---
b: }
---
{apiVersion: v1, kind: Pod, metadata: {name: behind}}`)

describe('JSON schemas of lint and simulate', () => {
  it('are valid schemas', () => {
    const open = new Ajv2020({schemas, strictTypes: false, strictRequired: false, formats: {uri: true}})
    expect(open.getSchema('https://kadm.dev/schemas/simulate.schema.json')).to.be.a('function')
  })

  it('describe the output of lint @slow', async () => {
    const report = lint([broken])
    expect(report.diagnostics.length).to.be.greaterThan(4)
    expectValid('lint', await lintReporters.json(report))
    expectValid('lint', await lintReporters.json(lint(samples)))
    expectValid('lint', await lintReporters.json(lint([])))
  })

  it('describe the output of simulate @slow', async () => {
    const simulation = simulate({files: [pods], policies: [policies]})
    expect(simulation.reviews.map(({status: {code}}) => code)).to.deep.equal([201, 403, 400, 201])
    expectValid('simulate', await simulateReporters.json(simulation))
    for (const sample of samples) expectValid('simulate', await simulateReporters.json(simulate({files: [sample], policies: [sample]})))
    expectValid('simulate', await simulateReporters.json(simulate({files: []})))
  })

  it('describe the output of simulate for updates and deletions', async () => {
    const live = pod('a').with(container('app', {requests: {cpu: '1'}}))
    const sent = pod('a').with(container('app', {requests: {cpu: '2'}}))
    const who = {user: 'alice', groups: ['devs']}
    for (const sending of [{}, {operation: 'delete'}, {operation: 'replace', ...who}, {subresource: 'resize'}] as const) {
      const simulation = simulated({existing: [live], files: [sent, pod('b').marked({labels: {a: 'b'}})]}, {sending})
      expectValid('simulate', await simulateReporters.json(simulation))
    }
  })

  it('describe the output of simulate for workloads', async () => {
    const limits = [quota({'pods': '5', 'count/pods': '6'})]
    const running = rolling(4, 1, 1)
    const sent: readonly Body[] = [
      running.at('2'), statefulSet('db', {volumeClaimTemplates: [claimTemplate('data')]}), daemonSet('agent'), job('import', {completions: 3}), cronJob('nightly'),
      {
        apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', metadata: {name: 'a'},
        spec: {maxReplicas: 9, scaleTargetRef: {apiVersion: 'apps/v1', kind: 'Deployment', name: 'web'}},
      },
    ]
    const simulation = simulated({policies: limits, existing: [running], files: sent}, {rollout: true, order: 'files'})
    const parts = ['event', 'rollout', 'autoscaler', 'completion', 'secondRun'] as const
    expect(simulation.workloads.map((workload) => parts.filter((part) => workload[part] !== undefined))).to.deep.equal([
      ['event', 'rollout', 'autoscaler'], ['rollout'], ['event', 'rollout'], ['event', 'completion'], ['event', 'completion', 'secondRun'],
    ])
    expectValid('simulate', await simulateReporters.json(simulation))
    expectValid('simulate', await simulateReporters.json(simulated({files: sent})))
  })

  it('reject other versions and additional fields', async () => {
    const output = JSON.parse(await lintReporters.json(lint([]))) as Record<string, unknown>
    expect(() => expectValid('lint', JSON.stringify({...output, version: 2}))).to.throw()
    expect(() => expectValid('lint', JSON.stringify({...output, added: 1}))).to.throw()
  })

  it('describe reports whose table has no colours if they are disabled @slow', async () => {
    expect(await lintReporters.table(lint(samples), reporting)).not.to.contain('\u001b')
  })
})
