import {expect} from 'chai'
import Capacity from '../../commands/capacity.js'
import Lint from '../../commands/lint.js'
import Simulate from '../../commands/simulate.js'
import {chargesOf} from '../../src/controllers/workload/charge-limit.js'
import {inFolder} from '../helpers/in-folder.js'
import {runCommand} from '../helpers/run-command.js'

const range = (count: number): number[] => Array.from({length: count}, (_, i) => i)

/** Quotas; different ones count the same pods and another resource each. */
const quotas = (count: number, isDifferent = true, pods = 100_000): object[] => range(count).map((i) =>
  ({apiVersion: 'v1', kind: 'ResourceQuota', metadata: {name: `q-${i}`}, spec: {hard: {pods, [`count/w${isDifferent ? i : ''}.example.com`]: i}}}))

const template = {metadata: {labels: {app: 'x'}}, spec: {containers: [{name: 'app', image: 'app'}]}}

const pods = (count: number): object[] => range(count).map((i) => ({apiVersion: 'v1', kind: 'Pod', metadata: {name: `p-${i}`}, spec: template.spec}))

const deployments = (count: number): object[] => range(count).map((i) =>
  ({apiVersion: 'apps/v1', kind: 'Deployment', metadata: {name: `d-${i}`}, spec: {selector: {matchLabels: {app: 'x'}}, template}}))

const tooMany = (quotaCount: number, objects: number): string =>
  `namespace default has ${quotaCount} ResourceQuotas for ${objects} objects: kadm charges objects to quotas beyond the first 10 of a namespace at most 500000 times in a run; `
  + 'simulate fewer objects at a time, or fewer quotas'

const inNamespace = (object: object, namespace: string): object => ({...object, metadata: {...(object as {readonly metadata: object}).metadata, namespace}})

const jobs = (count: number): object[] => range(count).map((i) =>
  ({apiVersion: 'batch/v1', kind: 'Job', metadata: {name: `j-${i}`}, spec: {template: {spec: {...template.spec, restartPolicy: 'Never'}}}}))

const daemonSets = (count: number): object[] => range(count).map((i) =>
  ({apiVersion: 'apps/v1', kind: 'DaemonSet', metadata: {name: `s-${i}`}, spec: {selector: {matchLabels: {app: 'x'}}, template}}))

describe('many quotas for many objects', () => {
  const write = inFolder()
  const run = (command: Parameters<typeof runCommand>[0], objects: readonly object[], ...flags: string[]): ReturnType<typeof runCommand> => {
    write({'all.yaml': objects.map((object) => JSON.stringify(object)).join('\n---\n')})
    return runCommand(command, 'all.yaml', ...flags, '--no-color')
  }

  it('are rejected by simulate and capacity if the quotas count differently', async () => {
    const cases = [[Simulate, pods(1021), 1021], [Simulate, deployments(256), 256], [Capacity, deployments(256), 256], [Simulate, jobs(24), 24]] as const
    for (const [command, objects, count] of cases) {
      const {status, error, stdout} = await run(command, [...quotas(500), ...objects])
      expect([status, error?.message, stdout]).to.deep.equal([2, tooMany(500, count), ''])
    }
  })

  it('are rejected by capacity if they have too many resources for the objects @slow', async () => {
    const hard = (length: number): object => Object.fromEntries(range(length).map((i) => [`count/w${i}.example.com`, '1']))
    const large = range(110).map((i) => ({apiVersion: 'v1', kind: 'ResourceQuota', metadata: {name: `q-${i}`}, spec: {hard: hard(100)}}))
    const configMaps = (count: number): object[] => range(count).map((i) => ({apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: `c-${i}`}}))
    // The quotas count as objects, too.
    const {status, error, stdout} = await run(Capacity, [...large, ...configMaps(91)])
    expect([status, error?.message, stdout]).to.deep.equal([2, 'namespace default has 110 ResourceQuotas for 201 objects: kadm compares the needs of objects with the resources of quotas '
      + 'beyond the first 10 of a namespace at most 2,000,000 times in a run; give fewer objects at a time, or fewer quotas', ''])
    expect(await run(Capacity, [...large, ...configMaps(90)])).to.include({status: 0})
  })

  it('are rejected for rollouts even if the quotas count the same, as each gets its needs @slow', async () => {
    for (const [workloads, count] of [[deployments(70), 70], [daemonSets(7), 7]] as const) {
      const objects = [...quotas(500, false), ...workloads]
      const {status, error} = await run(Simulate, objects, '--rollout')
      expect([status, error?.message]).to.deep.equal([2, tooMany(500, count)])
      expect((await run(Simulate, objects)).status).to.equal(0)
    }
  })

  it('are simulated in any number of namespaces with few quotas each @slow', async () => {
    const {count} = chargesOf([...quotas(10), ...deployments(10_000), ...jobs(10_000), ...daemonSets(10_000)], {runs: true, rollouts: true})
    expect(count).to.equal(0)
    const inNamespaces = range(20).flatMap((i) => [...quotas(4), ...deployments(25)].map((object) => inNamespace(object, `n-${i}`)))
    const {status, error} = await run(Simulate, inNamespaces)
    expect([status, error]).to.deep.equal([0, undefined])
  })

  it('get no finding workload/refused-pods from lint @slow', async () => {
    const findings = async (count: number): Promise<number> => {
      const {stdout} = await run(Lint, [...quotas(500, true, 1), ...deployments(count)], '-o', 'json')
      const {diagnostics} = JSON.parse(stdout) as {readonly diagnostics: readonly {readonly ruleId: string}[]}
      return diagnostics.filter(({ruleId}) => ruleId === 'workload/refused-pods').length
    }
    expect([await findings(3), await findings(256)]).to.deep.equal([2, 0])
  })
})
