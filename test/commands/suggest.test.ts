import {Ajv2020} from 'ajv/dist/2020.js'
import {expect} from 'chai'
import {loadAll} from 'js-yaml'
import {readFileSync} from 'node:fs'

import Lint from '../../commands/lint.js'
import Simulate from '../../commands/simulate.js'
import SuggestLimits from '../../commands/suggest/limits.js'
import SuggestQuota from '../../commands/suggest/quota.js'
import SuggestRequests from '../../commands/suggest/requests.js'
import {inFolder} from '../helpers/in-folder.js'
import {runCommand} from '../helpers/run-command.js'

const web = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - name: app
        image: web:1
        resources: {requests: {cpu: 100m, memory: 128Mi}, limits: {cpu: 200m, memory: 256Mi}}
`

const top = 'NAMESPACE POD NAME CPU(cores) MEMORY(bytes)\nshop web-5d8f7c9b6d-zx2k4 app 20m 300Mi\n'

const schema = JSON.parse(readFileSync(new URL('../../schemas/suggest.schema.json', import.meta.url), 'utf8')) as object
const validate = new Ajv2020({strict: true, strictRequired: false, strictTypes: false, allowUnionTypes: true}).compile(schema)

describe('kadm suggest limits', () => {
  const write = inFolder()
  const run = (...args: string[]): ReturnType<typeof runCommand> => runCommand(SuggestLimits, ...args, '--no-color')

  beforeEach(() => write({'app/web.yaml': web}))

  it('prints YAML with reasons, which lints clean and admits its input', async () => {
    const {status, stdout, stderr} = await run('app')
    expect([status, stderr]).to.deep.equal([0, ''])
    expect(stdout).to.match(/^# LimitRanges that fit what is there, made by "kadm suggest limits"\.\n#\n# Verified with the admission chain: 1 object still admitted, 1 workload with/)
    expect(stdout).to.contain('    max:\n      # largest limit: container app of Deployment web 200m (app/web.yaml:11) + 20 %\n      cpu: 250m\n')
    expect(loadAll(stdout)).to.have.length(1)
    write({'limits.yaml': stdout})
    expect(await runCommand(Lint, 'limits.yaml')).to.include({status: 0})
    expect(await runCommand(Simulate, 'app', '-p', 'limits.yaml', '--no-color')).to.include({status: 0})
  })

  it('reads the measured usage of containers', async () => {
    write({'top.txt': top})
    expect((await run('app', '--usage', 'top.txt', '--headroom', '0')).stdout)
      .to.contain('    max:\n      # largest usage: container app of Deployment web 300Mi (app/web.yaml:11)\n'.replace('    max:\n', '')).and.to.contain('memory: 300Mi\n')
    write({'top.txt': `${top}shop b c 1 x\n`})
    expect((await run('app', '--usage', 'top.txt')).error?.message).to.equal('top.txt:3:1: "x" is no amount of memory, such as 128Mi')
  })

  it('prints a table and JSON', async () => {
    expect((await run('app', '-o', 'table')).stdout).to.match(/^shop\/LimitRange\/limits {2}spec\.limits\[0\]\.max\[cpu\] +250m +largest limit: /m)
    const {stdout} = await run('app', '-o', 'json')
    expect(validate(JSON.parse(stdout)), JSON.stringify(validate.errors)).to.equal(true)
    expect(JSON.parse(stdout)).to.containSubset({command: 'limits', exitStatus: 0, objects: [{object: {kind: 'LimitRange'}}], proof: {admitted: 1, workloads: 1}})
  })

  it('reports that there is nothing to suggest', async () => {
    write({'app/web.yaml': 'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: a, image: b}]}\n'})
    expect(await run('app')).to.include({status: 0, stdout: '# Nothing to suggest: no container requests or limits anything, and no usage is given (--usage).\n'})
  })

  it('reports which objects are denied now, by which policy, and the next step', async () => {
    write({
      'app/web.yaml': 'apiVersion: v1\nkind: LimitRange\nmetadata: {name: limits, namespace: shop}\nspec: {limits: [{type: Container, max: {memory: 1Gi}}]}\n',
      'app/pod.yaml': 'apiVersion: v1\nkind: Pod\nmetadata: {name: big, namespace: shop}\nspec: {containers: [{name: a, image: b, resources: {limits: {memory: 2Gi}}}]}\n',
    })
    expect(await run('app/pod.yaml', '-o', 'table')).to.include({status: 1, stdout: [
      'Nothing to suggest: no container that is admitted requests or limits anything, and no usage is given for one (--usage). Pod big (app/pod.yaml:1) is denied now by LimitRange limits (app/web.yaml:4), so it does not run: pods "big" is forbidden: maximum memory usage per Container is 1Gi, but limit is 2Gi.',
      'Next step: change the object ("kadm explain app/pod.yaml" shows the smallest change that is admitted), or leave the policy out (--exclude app/web.yaml).', '',
    ].join('\n')})
    expect((await run('app/pod.yaml', '--exclude', 'app/web.yaml')).stdout).to.contain('memory: 2Gi\n')
    expect((await runCommand(SuggestQuota, 'app/pod.yaml', '--no-color')).stdout).to.match(/^# Nothing to suggest: no namespaced object is admitted\. Pod big /)
  })

  it('exits with 1 if something is denied now, and names it', async () => {
    write({'app/pod.yaml': 'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: A_, image: b}]}\n'})
    const {status, stderr} = await run('app')
    expect(status).to.equal(1)
    expect(stderr).to.match(/^Denied now: app\/pod\.yaml:1:1: Pod "a" is invalid: /)
  })

  const wrong: readonly (readonly [argv: readonly string[], message: string])[] = [
    [['app', '--headroom', 'much'], '--headroom takes a percentage such as 20%, and not "much"'],
    [['app', '--percentile', '0'], '--percentile takes a number from 1 to 100, and not "0"'],
    [['app', '--usage', 'missing'], 'cannot read "missing": no such file or directory'],
    [['-', '--usage', '-'], 'standard input can be read only once: give one "-"'],
  ]
  for (const [argv, message] of wrong) {
    it(`rejects ${argv.join(' ')}`, async () => {
      const {status, error} = await run(...argv)
      expect([status, error?.message]).to.deep.equal([2, message])
    })
  }

  it('exits with 2 for input that it cannot read, and without objects', async () => {
    write({'app/odd.yaml': 'kind: Pod\na: [\n'})
    expect((await run('app')).status).to.equal(2)
    expect((await run('none')).status).to.equal(2)
  })

  it('neutralizes names that would control a terminal or break out of a comment', async () => {
    write({'app/web.yaml': web.replaceAll('name: app', 'name: "app\\n\\u001b[31mkind: Secret"')})
    const {stdout} = await run('app')
    expect(stdout).not.to.match(/\u001b|^kind: Secret/m)
  })
})

describe('kadm suggest quota', () => {
  const write = inFolder()
  const run = (...args: string[]): ReturnType<typeof runCommand> => runCommand(SuggestQuota, ...args, '--no-color')

  beforeEach(() => write({'app/web.yaml': web}))

  it('prints YAML with reasons, which lints clean and admits its input', async () => {
    const {status, stdout, stderr} = await run('app')
    expect([status, stderr]).to.deep.equal([0, ''])
    expect(stdout).to.contain('    # needed in a rollout while replaced pods stop: 4 + 20 %; 2 all the time, 3 in a rollout of all\n    # workloads at once\n    pods: \'5\'\n')
    write({'quota.yaml': stdout})
    expect(await runCommand(Lint, 'quota.yaml')).to.include({status: 0})
    expect(await runCommand(Simulate, 'app', '-p', 'quota.yaml', '--rollout', '--no-color')).to.include({status: 0})
  })

  it('replaces the numbers of a quota, and prints JSON', async () => {
    write({'app/quota.yaml': 'apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: q, namespace: shop}\nspec: {hard: {pods: "1"}}\n'})
    const {stdout} = await run('app', '-n', 'shop', '-o', 'json', '--headroom', '0')
    expect(validate(JSON.parse(stdout)), JSON.stringify(validate.errors)).to.equal(true)
    expect(JSON.parse(stdout)).to.containSubset({objects: [{name: 'q', amounts: [{field: 'spec.hard[pods]', present: '1', value: '4'}]}]})
    expect((await run('app', '-n', 'other')).stdout).to.equal('# Nothing to suggest: there are no namespaced objects.\n')
  })
})

describe('kadm suggest requests', () => {
  const write = inFolder()
  const run = (...args: string[]): ReturnType<typeof runCommand> => runCommand(SuggestRequests, ...args, '--no-color')

  beforeEach(() => write({
    'app/web.yaml': web.replace(/ +resources:.*\n/, ''),
    'policies.yaml': 'apiVersion: v1\nkind: LimitRange\nmetadata: {name: l, namespace: shop}\nspec: {limits: [{type: Container, default: {memory: 1Gi}}]}\n',
  }))

  it('prints patches with reasons', async () => {
    const {status, stdout, stderr} = await run('app', '-p', 'policies.yaml')
    expect([status, stderr]).to.deep.equal([0, ''])
    expect(stdout).to.contain('      - name: app\n        resources:\n          requests:\n            # default of LimitRange l\n            memory: 1Gi\n')
    expect(loadAll(stdout)).to.have.length(1)
  })

  it('prints JSON, and a table', async () => {
    const {stdout} = await run('app', '-p', 'policies.yaml', '-o', 'json')
    expect(validate(JSON.parse(stdout)), JSON.stringify(validate.errors)).to.equal(true)
    expect((await run('app', '-p', 'policies.yaml', '-o', 'table')).stdout)
      .to.match(/^shop\/Deployment\/web {2}spec\.template\.spec\.containers\[0\]\.resources\.limits\[memory\] +1Gi +default of LimitRange l$/m)
  })

  it('reports that there is nothing to suggest', async () => {
    expect(await run('app', '-p', 'app')).to.include({status: 0, stdout: '# Nothing to suggest: every container states what its policies require.\n'})
  })
})
