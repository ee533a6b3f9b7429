import {expect} from 'chai'

import type {Diff} from '../../src/diff/types.js'
import {diffReporters} from '../../src/report/diff/index.js'
import {outcomeCounts} from '../../src/report/diff/summary.js'
import {effectCounts} from '../../src/report/diff/texts.js'
import type {Body} from '../helpers/builders.js'
import {compared, limits, pod, quota, type Side} from '../helpers/diffed.js'
import {autoscaler, deployment} from '../helpers/workload-manifests.js'

const ending = {exitStatus: 0, incomplete: []} as const

const shown = {isColoured: false, columns: undefined, paths: [], workingDirectory: '.', failOn: 'error', skipped: [], ending, version: '0.0.0'} as const

const table = (result: Diff, columns?: number): Promise<string> => diffReporters.table(result, {...shown, columns})

const counts = ({namespaces}: Diff): string[] => namespaces.flatMap((namespace) => namespace.causes.map((cause) => effectCounts(cause, namespace)))

const withMaximum = (memory: string, files: readonly Body[]): Side => ({trees: [limits({max: {memory}})], files})

describe('reports on a diff', () => {
  it('count an object once for each outcome', async () => {
    const files = [deployment('web', 2), autoscaler('web', 2, 9)]
    const result = compared({trees: [quota({pods: '3'})], files}, {trees: [quota({pods: '9'})], files})
    expect(counts(result)).to.deep.equal(['1 of 1 workload has another result'])
    expect(outcomeCounts(result)).to.include({otherwise: 1, limited: 0})
    expect(await table(result)).to.match(/\n2 objects compared: 1 with other results; 1 change of policies\n$/)
  })

  it('do not count a workload whose pods are denied as one whose rollout is limited', () => {
    const files = [deployment('web', 3)]
    expect(counts(compared({trees: [quota({pods: '9'})], files}, {trees: [quota({pods: '1'})], files}))).to.deep.equal(['1 of 1 workload is denied'])
    expect(counts(compared({trees: [quota({pods: '9'})], files}, {trees: [quota({pods: '3'})], files}))).to.deep.equal(['1 of 1 workload no longer rolls out, scales or completes'])
    expect(counts(compared({trees: [quota({pods: '1'})], files}, {trees: [quota({pods: '9'})], files}))).to.deep.equal(['1 of 1 workload is admitted, 1 of 1 workload has another result'])
  })

  it('state that pods still do not start, and which claims are not created', async () => {
    const of = (pods: string, other: string): Side => ({trees: [quota({pods, [other]: '1'})], files: [deployment('web', 3, {requests: {cpu: '1'}})]})
    expect(await table(compared(of('1', 'services'), of('9', 'requests.cpu')))).to.contain('Deployment/web: still 1 of 3 pods starts: Error creating: ')
    const template = {metadata: {name: 'd'}, spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '2Gi'}}}}
    const set = {
      apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: {name: 'db'},
      spec: {
        replicas: 1, serviceName: 'db', selector: {matchLabels: {app: 'db'}}, volumeClaimTemplates: [template],
        template: {metadata: {labels: {app: 'db'}}, spec: {containers: [{name: 'app', image: 'i'}]}},
      },
    }
    const claims = (storage: string): Side => ({trees: [limits({type: 'PersistentVolumeClaim', max: {storage}})], files: [set]})
    expect(await table(compared(claims('2Gi'), claims('1Gi')))).to.contain('StatefulSet/db: 0 of 1 pod starts, 1 before, 0 of 1 claim created: ')
  })

  it('show ten effects of a cause and ten objects that do not fit, and count the others', async () => {
    const files = Array.from({length: 12}, (_, i) => pod(`p${i}`, {limits: {memory: '2Gi'}}))
    const text = await table(compared(withMaximum('2Gi', files), withMaximum('1Gi', files)))
    expect(text.match(/^ {4}Pod\//gm)).to.have.lengthOf(10)
    expect(text).to.contain('\n    and 2 more differences, which -o json lists\n')
    expect(await table(compared({trees: [quota({pods: '12'})], files}, {trees: [quota({pods: '0'})], files}))).to.match(/No longer fit in pods of compute, steady: (?:Pod\/p\d+(?:, )?){10} and 2 more\n/)
  })

  it('wrap lines at the width of the terminal, and shorten long values', async () => {
    const files = [pod('a', {limits: {memory: '2Gi'}})]
    const text = await table(compared(withMaximum('2Gi', files), withMaximum('1Gi', files)), 60)
    expect(text.split('\n').every((line) => line.length <= 60), text).to.equal(true)
    const labelled = (value: string): Side => ({files: [{...pod('a'), metadata: {name: 'a', annotations: {note: value.repeat(80)}}}]})
    expect(await table(compared(labelled('x'), labelled('y')))).to.contain(`metadata.annotations[note]: ${'x'.repeat(57)}... → ${'y'.repeat(57)}...\n`)
  })

  it('show totals that grow with a plus', async () => {
    expect(await table(compared({}, {files: [pod('a', {limits: {memory: '2Gi'}})]}))).to.match(/^ {2}limits\.memory +0 +2Gi +\+2Gi$/m)
    expect(await table(compared({files: [pod('a', {limits: {memory: '2Gi'}})]}, {}))).to.match(/^ {2}limits\.memory +2Gi +0 +-2Gi$/m)
  })

  it('show the usage before, and each phase that needs more than the earlier ones on either side', async () => {
    const rows = async (before: Side, after: Side): Promise<string[]> =>
      [...(await table(compared(before, after))).matchAll(/^ {2}(?:compute pods| {12}) +(\w+(?: \w+)?(?: \+\S+)?) {2,}/gm)].map(([, what = '']) => what)
    const of = (replicas: number, files: readonly Body[]): Side => ({trees: [quota({pods: '9'})], files: [pod('a'), ...replicas === 0 ? [] : [deployment('web', replicas)], ...files]})
    expect(await rows(of(0, []), of(0, [pod('b')]))).to.deep.equal(['hard', 'steady'])
    expect(await rows(of(0, []), of(2, []))).to.include.members(['hard', 'steady', 'rollout'])
    expect(await rows(of(2, []), of(0, []))).to.include.members(['hard', 'steady', 'rollout'])
  })

  it('annotate the object if the policy is gone, and leave out what the author changed', async () => {
    const files = [pod('a', {limits: {memory: '2Gi'}})]
    const removed = await diffReporters.github(compared(withMaximum('1Gi', files), {files}), shown)
    expect(removed).to.match(/^::notice file=files\.yaml,line=1,.*title=kadm diff\/changed::dev: LimitRange defaults is removed: max\.memory 1Gi \(tree\.yaml:1\): 1 of 1 pod is admitted/)
    expect(await diffReporters.github(compared({files: [pod('old'), pod('a')]}, {files: [pod('a', {limits: {memory: '1Gi'}}), pod('new')]}), shown)).to.equal('')
    const web = [deployment('web', 3)]
    expect(await diffReporters.github(compared({trees: [quota({pods: '9'})], files: web}, {trees: [quota({pods: '3'})], files: web}), shown)).to.match(/^::error .*title=kadm diff\/limited::/)
  })

  it('state why a result is incomplete in a comment, and the namespace of each cause', async () => {
    const files = [pod('a', {limits: {memory: '2Gi'}})]
    const text = await diffReporters.markdown(compared(withMaximum('2Gi', files), withMaximum('1Gi', files)), {ending: {exitStatus: 2, incomplete: ['1 file cannot be read']}})
    expect(text).to.match(/\*\*The result is incomplete: 1 file cannot be read\*\*\n$/)
    expect(text).to.contain('<details><summary><code>dev: LimitRange defaults: max.memory 2Gi → 1Gi (tree.yaml:1)</code></summary>')
  })

  it('name the pods of a workload whose fields differ, as JSON', async () => {
    const of = (memory: string): Side => ({trees: [limits({default: {memory}})], files: [deployment('web', 1)]})
    const text = await diffReporters.json(compared(of('1Gi'), of('2Gi')), shown)
    expect(text).to.contain('"owned": {').and.to.contain('"stillDenied": 0')
    const [good, bad] = [limits({max: {memory: '1Gi'}}), limits({max: {memory: '1Gi'}, min: {memory: '2Gi'}})]
    expect(await diffReporters.json(compared({trees: [good]}, {trees: [bad]}), shown)).to.contain('"rejected": true')
  })
})
