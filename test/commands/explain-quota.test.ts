import {readFileSync} from 'node:fs'

import {Ajv2020} from 'ajv/dist/2020.js'
import {expect} from 'chai'

import ExplainQuota from '../../commands/explain/quota.js'
import {inFolder} from '../helpers/in-folder.js'
import {type CommandRun, runCommand} from '../helpers/run-command.js'

const policies = `apiVersion: v1
kind: ResourceQuota
metadata: {name: compute, namespace: dev}
spec: {hard: {requests.cpu: "4", pods: "4"}, scopes: [NotTerminating]}
`

const pod = (name: string, cpu: string, more = ''): string => `---
apiVersion: v1
kind: Pod
metadata: {name: ${name}, namespace: dev}
spec: {containers: [{name: app, image: a, resources: {requests: {cpu: ${cpu}}}}]${more === 'deadline' ? ', activeDeadlineSeconds: 60' : ''}}
${more === 'finished' ? 'status: {phase: Succeeded}' : ''}
`

const pods = pod('api', '1500m') + pod('web', '500m') + pod('import', '1', 'deadline') + pod('done', '1', 'finished')

describe('kadm explain quota', () => {
  const write = inFolder()

  describe('with pods of several containers', () => {
    const container = (name: string, cpu: string, more = ''): string => `{name: ${name}, image: a, resources: {requests: {cpu: ${cpu}}}${more}}`
    const several = `---
apiVersion: v1
kind: Pod
metadata: {name: many, namespace: dev}
spec:
  overhead: {cpu: 250m}
  initContainers: [${container('migrate', '100m')}, ${container('log', '50m', ', restartPolicy: Always')}]
  containers: [${container('app', '1')}, ${container('proxy', '500m')}]
`

    it('spells out how their amounts are summed', async () => {
      write({'policies.yaml': policies, 'pods.yaml': several + pod('api', '1')})
      const {stdout} = await runCommand(ExplainQuota, '-p', 'policies.yaml', 'compute', '-n', 'dev', '--existing', 'pods.yaml')
      expect(stdout.split('\n').map((line) => line.trimEnd())).to.include.members([
        '    Pod api   1',
        '    Pod many  1800m   app 1 + proxy 500m + sidecar log 50m = 1550m; init migrate 100m; the greatest is 1550m; + overhead 250m = 1800m',
      ])
    })

    it('spells out the amounts of pods with one container, and overhead or amounts of the pod as a whole', async () => {
      const pod = (name: string, fields: string): string => `---\napiVersion: v1\nkind: Pod\nmetadata: {name: ${name}, namespace: dev}\nspec: {${fields}, containers: [${container('app', '200m')}]}\n`
      const sumOf = async (fields: string): Promise<string | undefined> => {
        write({'policies.yaml': policies, 'pods.yaml': pod('one', fields)})
        const {stdout} = await runCommand(ExplainQuota, '-p', 'policies.yaml', 'compute', '-n', 'dev', '--existing', 'pods.yaml')
        return stdout.split('\n').findLast((line) => line.includes('Pod one'))?.trim()
      }
      expect(await sumOf('overhead: {cpu: 50m}')).to.equal('Pod one  250m    app 200m; + overhead 50m = 250m')
      expect(await sumOf('resources: {requests: {cpu: 300m}}')).to.equal('Pod one  300m    app 200m; the pod as a whole states 300m, which replaces the sum of its containers')
      expect(await sumOf('resources: {requests: {cpu: 300m}}, overhead: {cpu: 50m}'))
        .to.equal('Pod one  350m    app 200m; the pod as a whole states 300m, which replaces the sum of its containers; + overhead 50m = 350m')
      expect(await sumOf('restartPolicy: Always')).to.equal('Pod one  200m')
    })

    it('names existing objects that the server would reject', async () => {
      write({'policies.yaml': policies, 'pods.yaml': `${pods}---\napiVersion: v1\nkind: Pod\nmetadata: {name: empty, namespace: dev}\nspec: {containers: []}\n`})
      const {status, stderr} = await runCommand(ExplainQuota, '-p', 'policies.yaml', 'compute', '-n', 'dev', '--existing', 'pods.yaml')
      expect([status, stderr]).to.deep.equal([2, 'Left out: Pod "empty" is invalid: spec.containers: Required value\nNote: the result is incomplete: 1 existing object is rejected\n'])
    })

    it('has the parts of the sums in JSON', async () => {
      write({'policies.yaml': policies, 'pods.yaml': several})
      const {stdout} = await runCommand(ExplainQuota, '-p', 'policies.yaml', 'compute', '-n', 'dev', '--existing', 'pods.yaml', '-o', 'json')
      const {quotas: [quota]} = JSON.parse(stdout) as {quotas: {resources: {resource: string, terms: {sum?: object}[]}[]}[]}
      expect(new Ajv2020().validate(JSON.parse(readFileSync(new URL('../../schemas/explain-quota.schema.json', import.meta.url), 'utf8')) as object, JSON.parse(stdout))).to.equal(true)
      expect(quota?.resources.map(({resource, terms: [term]}) => [resource, term?.sum !== undefined])).to.deep.equal([['pods', false], ['requests.cpu', true]])
      expect(quota?.resources[1]?.terms[0]?.sum).to.include({aggregate: '1550m', overhead: '250m', total: '1800m'})
    })
  })

  function explain(...argv: string[]): Promise<CommandRun> {
    write({'policies.yaml': policies, 'pods.yaml': pods})
    return runCommand(ExplainQuota, '-p', 'policies.yaml', ...argv)
  }

  it('lists the objects that add up to the usage, and those that do not count', async () => {
    const {stdout, status} = await explain('compute', '-n', 'dev', '--existing', 'pods.yaml')
    expect(status).to.equal(0)
    expect(stdout).to.equal(`ResourceQuota dev/compute
=========================
  Its usage is recomputed from the existing objects.

pods: 2 of 4 used
    Object   Amount
    ------   ------
    Pod api  1
    Pod web  1

requests.cpu: 2 of 4 used
    Object   Amount
    ------   ------
    Pod api  1500m
    Pod web  500m

Left out
    Object      Why
    ------      ---
    Pod done    it has finished: only count/pods counts it
    Pod import  it is not in the scope NotTerminating
`)
  })

  it('lists no object whose amount is zero', async () => {
    write({'policies.yaml': policies, 'pods.yaml': pod('web', '500m') + pod('idle', '0')})
    const {stdout} = await runCommand(ExplainQuota, '-p', 'policies.yaml', 'compute', '-n', 'dev', '--existing', 'pods.yaml')
    expect(stdout).to.contain('pods: 2 of 4 used\n    Object    Amount\n    ------    ------\n    Pod idle  1\n    Pod web   1\n')
    expect(stdout).to.contain('requests.cpu: 500m of 4 used\n    Object   Amount\n    ------   ------\n    Pod web  500m\n')
  })

  it('leaves out objects of kinds that are in no scope', async () => {
    write({
      'quota.yaml': 'apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: q, namespace: dev}\nspec: {hard: {count/configmaps: "4"}, scopes: [BestEffort]}\n',
      'map.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c, namespace: dev}\n',
    })
    const {stdout} = await runCommand(ExplainQuota, '-p', 'quota.yaml', '-n', 'dev', '--existing', 'map.yaml')
    expect(stdout).to.contain('count/configmaps: 0 of 4 used\n').and.to.match(/\n {4}ConfigMap c +it is not in the scope BestEffort\n/)
  })

  it('names pods of workloads as kadm simulate does', async () => {
    const workload = (kind: string, name: string): string => JSON.stringify({
      apiVersion: 'apps/v1', kind, metadata: {name, namespace: 'dev'},
      spec: {replicas: 3, selector: {matchLabels: {app: name}}, template: {metadata: {labels: {app: name}}, spec: {containers: [{name: 'c', image: 'i'}]}}},
    })
    write({
      'quota.yaml': 'apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: q, namespace: dev}\nspec: {hard: {pods: "9"}}\n',
      'workloads.yaml': `${workload('StatefulSet', 'db')}\n---\n${workload('Deployment', 'web')}\n`,
    })
    const {stdout} = await runCommand(ExplainQuota, '-p', 'quota.yaml', '-n', 'dev', '--existing', 'workloads.yaml')
    expect(stdout).to.match(/\n {4}Pod db-0 and 2 more +3\n {4}Pod web-X+-X+ \(3 equal ones\) +3\n/)
  })

  it('lists the first 10 of the scopes that an object is not in, and each repeated scope once @slow', async () => {
    const terms = Array.from({length: 80}, (_, i) => `{scopeName: PriorityClass, operator: In, values: [c${i}]}`)
    const scoped = (name: string, spec: string): string =>
      `---\napiVersion: v1\nkind: ResourceQuota\nmetadata: {name: ${name}, namespace: dev}\nspec: {hard: {pods: "4"}, ${spec}}\n`
    const quotas = scoped('many', `scopeSelector: {matchExpressions: [${terms.join(', ')}]}`) + scoped('same', 'scopes: [BestEffort, Terminating, BestEffort]')
    write({'quotas.yaml': quotas, 'pods.yaml': Array.from({length: 1300}, (_, i) => pod(`p${i}`, '1m')).join('')})
    const run = (...argv: string[]): Promise<CommandRun> => runCommand(ExplainQuota, '-p', 'quotas.yaml', '-n', 'dev', '--existing', 'pods.yaml', ...argv)
    const {stdout} = await run()
    expect(stdout).to.match(/\n {4}Pod p10 +it is not in the scope PriorityClass In \[c0\], (?:PriorityClass In \[c\d\](?:, )?){9} and 70 more\n/)
      .and.to.match(/\n {4}Pod p10 +it is not in the scope BestEffort, Terminating\n/)
    expect(stdout.match(/\n {4}Pod p\d+ +it is not in the scope BestEffort, Terminating/g)).to.have.length(60)
    expect(stdout.match(/\n {4}1240 more objects, which -o json has *\n/g)).to.have.length(2)
    const listsOf = async (name: string): Promise<unknown> => {
      const {stdout: text} = await run(name, '-o', 'json')
      const {quotas: [quota]} = JSON.parse(text) as {quotas: {leftOut: {scopes: unknown[], moreScopes?: number}[]}[]}
      return [...new Set(quota?.leftOut.map(({scopes, moreScopes}) => `${scopes.length} ${moreScopes}`))]
    }
    expect([await listsOf('many'), await listsOf('same')]).to.deep.equal([['10 70'], ['2 undefined']])
  })

  it('prints JSON that fits its schema', async () => {
    const schema = JSON.parse(readFileSync(new URL('../../schemas/explain-quota.schema.json', import.meta.url), 'utf8')) as object
    const validate = new Ajv2020({strict: true, strictRequired: false, allowUnionTypes: true}).compile(schema)
    const {stdout} = await explain('-n', 'dev', '--existing', 'pods.yaml', '-o', 'json')
    expect(validate(JSON.parse(stdout)), JSON.stringify(validate.errors)).to.equal(true)
  })

  it('ends with status 1 for an unknown name', async () => {
    const {stderr, status} = await explain('nope', '-n', 'dev')
    expect(status).to.equal(1)
    expect(stderr).to.contain('resourcequotas "nope" not found')
  })
})
