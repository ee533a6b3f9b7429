import {expect} from 'chai'

import {inFolder} from '../helpers/in-folder.js'
import {type Run, runKadm} from '../helpers/run-kadm.js'
import {hasAllRuns} from '../helpers/runs.js'

/** Runs kadm with a heap limit in MiB, above which it crashes. */
const runWithin = (mebibytes: number, ...args: string[]): Promise<Run> =>
  runKadm(args, {cwd: process.cwd(), env: {NODE_OPTIONS: `--max-old-space-size=${mebibytes}`}})

/** A script that prints the peak resident memory of the process in MB on exit. */
const printMemory = "process.on('exit', () => process.stderr.write(`peak ${Math.round(process.resourceUsage().maxRSS * 1024 / 1e6)}\\n`))"

describe('memory and time', () => {
  const write = inFolder()

  it('are limited for a rejected flow list of 14 MB', async () => {
    write({'list.yaml': `[${'{a: b},'.repeat(2_000_000)}1]`})
    const {status, stdout} = await runWithin(80, 'lint', 'list.yaml')
    expect(stdout).to.contain('list.yaml:1:1  error  the file has more than 2,500,000 maps, lists, keys and values: too many to read  source/too-large\n  hint: split it into several files')
    expect(status).to.equal(2)
  })

  const lines = (count: number, line: (i: number) => string): string => Array.from({length: count}, (_, i) => line(i)).join('')
  const workload = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec:\n  selector: {matchLabels: {a: b}}\n  template:\n    metadata: {labels: {a: b}}\n    spec:\n      containers:\n'
  const many: [what: string, text: string, summary: string][] = [
    ['misspelt fields', workload + lines(2000, () => '      - {nam: c, imag: i}\n'), '1 object in 1 file: 4000 errors, 0 warnings'],
    ['repeated keys', `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {${lines(8000, () => 'a: b,')}}\n`, '1 object in 1 file: 0 errors, 7999 warnings'],
  ]
  for (const [what, text, summary] of many) {
    it(`grow linearly with the number of ${what}`, async () => {
      write({'many.yaml': text})
      expect((await runWithin(80, 'lint', 'many.yaml')).stdout).to.contain(`${summary}\n`)
    })
  }

  const configMap = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n'
  // The escape keeps a document from the reader for plain YAML.
  const escaped = `${configMap}x: "\\x20"\ndata:\n`
  const part = hasAllRuns ? 1 : 1 / 5

  /**
   * Texts with a part of the documented limits of 2,500,000 values and of 50,000 objects. With all runs, which check the limits themselves, the part is the whole. A
   * fifth takes more than a fifth of the memory, most on Node.js 24: small heaps may have more garbage.
   */
  const dense: [what: string, name: string, text: () => string, status: number][] = [
    ['keys of a map', 'a.yaml', () => escaped + lines(1_249_000 * part, (i) => `  a${i}: b\n`), 1],
    ['repeated keys', 'a.yaml', () => escaped + lines(1_249_000 * part, () => '  a: b\n'), 2],
    ['values of a flow list', 'a.yaml', () => `[${'1,'.repeat(2_499_000 * part)}1]`, 1],
    ['lists in lists', 'a.yaml', () => lines(3000 * part, () => `- ${'['.repeat(400)}${']'.repeat(400)}\n`), 1],
    ['keys of a JSON object', 'a.json', () => `{"a":{${lines(1_660_000 * part, (i) => `"${i}":1,`)}"b":1}}`, 1],
    ['items of a List', 'a.json', () => `{"apiVersion":"v1","kind":"List","items":[${'{},'.repeat(50_000 * part - 1)}{}]}`, hasAllRuns ? 2 : 1],
  ]
  for (const [what, name, text, status] of dense) {
    it(`are below 1.2 GB for the maximum number of ${what}`, async function () {
      if (process.platform === 'win32') this.skip()
      write({[name]: text()})
      const run = await runKadm(['lint', name], {cwd: process.cwd(), env: {NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(printMemory)}`}})
      expect(run.status).to.equal(status)
      expect(Number(/peak (\d+)/.exec(run.stderr)?.[1])).to.be.within(50, hasAllRuns ? 1200 : 500)
    })
  }

  it('are limited for a list of 80,000 events on one line @slow', async () => {
    const event = (i: number): string => `{"kind":"Event","apiVersion":"v1","metadata":{"name":"e${i}","namespace":"n"},"involvedObject":{"kind":"Pod","name":"p","namespace":"n"},`
      + '"firstTimestamp":"2026-01-01T00:00:00Z","lastTimestamp":"2026-01-01T00:00:00Z","count":1,"source":{"component":"kubelet","host":"h"}}'
    write({
      'log.json': `{"kind":"List","apiVersion":"v1","items":[${Array.from({length: 80_000}, (_, i) => event(i)).join(',')}]}\n`,
      'limits.yaml': 'apiVersion: eventratelimit.admission.k8s.io/v1alpha1\nkind: Configuration\nlimits: [{type: Server, qps: 50, burst: 100}]\n',
    })
    const {status, stdout} = await runWithin(100, 'replay', 'log.json', '--admission-config', 'limits.yaml')
    expect([status, stdout.split('\n').at(-2)]).to.deep.equal([1, '80000 requests: 100 accepted, 79900 rejected'])
  })

  it('are limited by reporting only the first 20,000 findings of a file', async () => {
    write({'limits.yaml': `apiVersion: v1\nkind: LimitRange\nmetadata: {name: l}\nspec:\n  limits:\n  - type: Container\n    max:\n${lines(7000, (i) => `      -r${i}/x_: 1\n`)}`})
    const {status, stdout} = await runWithin(150, 'lint', 'limits.yaml')
    expect(stdout).to.contain('limits.yaml:1:1  error  the file has more than 20,000 findings: kadm does not report the others  source/too-large\n  hint: fix these first, or split the file')
    expect(status).to.equal(2)
  })

  it('do not grow with the square of the number of unsupported scopes, each of whose errors quotes all of them', async () => {
    write({'quota.json': JSON.stringify({apiVersion: 'v1', kind: 'ResourceQuota', metadata: {name: 'q'}, spec: {scopes: Array.from({length: 20_000}, (_, i) => `s${i % 100}`)}})})
    const simulated = await runWithin(60, 'simulate', 'quota.json')
    expect(simulated.stdout.match(/unsupported scope(?! applied)/g)).to.have.length(1)
    const linted = await runWithin(60, 'lint', 'quota.json')
    expect([simulated.status, linted.status]).to.deep.equal([1, 1])
    expect(linted.stdout).to.contain('1 object in 1 file: 1 error, 0 warnings')
  })

  it('do not grow with the number of regular expressions in a test file', async () => {
    const test = (i: number): string => `- {name: t${i}, object: {apiVersion: v1, kind: Namespace, metadata: {name: a}}, expect: {message: {matches: "${'a?'.repeat(400)}${i}"}}}\n`
    write({'r.kadm-test.yaml': `apiVersion: test.kadm.dev/v1\nkind: Suite\ntests:\n${lines(1000, test)}`})
    const {status, stdout} = await runWithin(100, 'test')
    expect([status, stdout.split('\n').at(-2)]).to.deep.equal([1, '1000 tests: 0 passed, 1000 failed'])
  })

  it('are limited by rejecting a list of more than 50,000 objects', async () => {
    write({'list.yaml': `apiVersion: v1\nkind: List\nitems:\n${'- {}\n'.repeat(50_001)}`})
    const {status, stdout} = await runWithin(200, 'lint', 'list.yaml')
    expect(stdout).to.contain('list.yaml:3:1  error  the file holds more than 50000 objects')
    expect(status).to.equal(2)
  })

  it('grow linearly with the number of pods and of quotas', async () => {
    const quota = (i: number): string => `apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: q${i}}\nspec: {hard: {pods: ${i + 2000}, requests.cpu: 1M}}\n---\n`
    const pod = (i: number): string => `apiVersion: v1\nkind: Pod\nmetadata: {name: p${i}}\nspec: {containers: [{name: c, image: i, resources: {requests: {cpu: ${i + 1}m}}}]}\n---\n`
    write({'quotas.yaml': lines(500, quota), 'pods.yaml': lines(2000, pod)})
    const {status, stdout} = await runWithin(50, 'capacity', 'pods.yaml', '-p', 'quotas.yaml')
    expect(status).to.equal(0)
    expect(stdout.match(/^ {2}quota q\d+ +pods +2k /gm), stdout.slice(-2000)).to.have.length(500)
  })

  it('do not grow with the number of replicas: 50 Deployments of 5,000 pods each', async () => {
    const deployment = (i: number): string => `${workload.replace('{name: a}', `{name: a${i}}`).replace('spec:\n', 'spec:\n  replicas: 5000\n')}      - {name: c, image: i}\n---\n`
    write({'quota.yaml': 'apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: q}\nspec: {hard: {pods: 310000}}\n', 'a.yaml': lines(50, deployment)})
    const simulated = await runWithin(60, 'simulate', 'a.yaml', '-p', 'quota.yaml', '--rollout', '-o', 'json')
    const {workloads} = JSON.parse(simulated.stdout) as {workloads: {created: number, rollout: {peak: number}}[]}
    expect(workloads.map(({created, rollout: {peak}}) => [created, peak])).to.deep.equal(Array.from({length: 50}, () => [5000, 6250]))
    const capacity = await runWithin(60, 'capacity', 'a.yaml', '-p', 'quota.yaml')
    expect([simulated.status, capacity.status]).to.deep.equal([0, 1])
  })

  it('grow linearly with the number of defaults of a LimitRange', async () => {
    write({
      'limits.yaml': `apiVersion: v1\nkind: LimitRange\nmetadata: {name: l}\nspec:\n  limits:\n  - type: Container\n    max:\n${lines(8000, (i) => `      r${i}.e.x/x: 1\n`)}`,
      'pod.yaml': 'apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c, image: i}]}\n',
    })
    const {stdout} = await runWithin(60, 'simulate', 'pod.yaml', '-p', 'limits.yaml')
    expect(stdout.match(/^ *c +r\d+\.e\.x\/x +1 +1$/gm)).to.have.length(8000)
  })
})
