import {readFileSync} from 'node:fs'

import {Ajv2020} from 'ajv/dist/2020.js'
import {expect} from 'chai'

import Explain from '../../commands/explain.js'
import {inFolder} from '../helpers/in-folder.js'
import {type CommandRun, runCommand} from '../helpers/run-command.js'

const policies = `apiVersion: v1
kind: LimitRange
metadata: {name: limits}
spec:
  limits:
    - type: Container
      default: {memory: 512Mi}
      maxLimitRequestRatio: {cpu: "2"}
---
apiVersion: v1
kind: ResourceQuota
metadata: {name: compute}
spec:
  hard: {requests.cpu: "2", pods: "3"}
status: {hard: {requests.cpu: "2", pods: "3"}, used: {requests.cpu: 1500m, pods: "1"}}
---
apiVersion: v1
kind: ResourceQuota
metadata: {name: short-lived}
spec:
  hard: {pods: "3"}
  scopes: [Terminating]
`

const pod = `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
    - {name: app, image: a, resources: {requests: {cpu: 500m}, limits: {cpu: 1500m}}}
    - {name: proxy, image: b, resources: {requests: {cpu: 100m}, limits: {cpu: 200m}}}
  initContainers:
    - {name: log, image: c, restartPolicy: Always, resources: {requests: {cpu: 50m}, limits: {cpu: 100m}}}
    - {name: migrate, image: c, resources: {requests: {cpu: "1"}, limits: {cpu: "1"}}}
`

describe('kadm explain', () => {
  const write = inFolder()

  function explain(...argv: string[]): Promise<CommandRun> {
    write({'policies.yaml': policies, 'pod.yaml': pod})
    return runCommand(Explain, ...argv)
  }

  it('prints the story of a denied pod, with the policies that the server does not reach', async () => {
    const {stdout, status} = await explain('pod.yaml', '-p', 'policies.yaml')
    expect(status).to.equal(1)
    for (const line of [
      'Pod default/web (pod.yaml:1): CREATE',
      '1. API defaults fill in 18 fields',
      '  LimitRange limits (policies.yaml) sets:',
      '    spec.containers[0].resources.limits[memory]        512Mi  7',
      '7. LimitRanger denies the request',
      '    container app           max ratio cpu  limit 1500m / request 500m = 3 > 2  8     violated',
      '8. ResourceQuota is not reached; it would deny the request as well',
      '    requests.cpu  1500m  1050m        2550m    2     550m too much  14',
      '    requests.cpu 1050m: app 500m + proxy 100m + sidecar log 50m = 650m; init migrate 1 + sidecars started before 50m = 1050m; the greatest is 1050m',
      '  ResourceQuota short-lived (policies.yaml:20) does not count the object: it is not in the scope Terminating.',
      '9. Verdict: denied by LimitRanger (403 Forbidden)',
    ]) expect(stdout.split('\n'), stdout).to.include(line)
  })

  it('prints JSON that fits its schema', async () => {
    const schema = JSON.parse(readFileSync(new URL('../../schemas/explain.schema.json', import.meta.url), 'utf8')) as object
    const validate = new Ajv2020({strict: true, strictRequired: false, allowUnionTypes: true}).compile(schema)
    const {stdout} = await explain('pod.yaml', '-p', 'policies.yaml', '-o', 'json')
    expect(validate(JSON.parse(stdout)), JSON.stringify(validate.errors)).to.equal(true)
  })

  it('names policies and existing objects that the server would reject, before the stories', async () => {
    const broken = 'apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: broken}\nspec: {hard: {pods: -1}}\n'
    const pod = (name: string, containers: string): string => `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}}\nspec: {containers: [${containers}]}\n`
    write({'broken.yaml': broken, 'existing.yaml': pod('empty', ''), 'pod.yaml': pod('a', '{name: a, image: a}')})
    const {status, stdout} = await runCommand(Explain, 'pod.yaml', '-p', 'broken.yaml', '--existing', 'existing.yaml', '--no-color')
    expect(status).to.equal(2)
    expect(stdout.split('\n').filter((line) => /^\S/.test(line) && !/^[=\d]/.test(line))).to.deep.equal([
      'Pod empty is left out: the API server would reject it', 'ResourceQuota broken is not in force: the API server would reject it', 'Pod default/a (pod.yaml:1): CREATE',
    ])
    expect(stdout).to.contain('  spec.containers: Required value\n').and.to.match(/Note: the result is incomplete: 1 policy is rejected, 1 existing object is rejected\n$/)
  })

  it('prints Markdown with a table for each quota', async () => {
    const {stdout} = await explain('pod.yaml', '-p', 'policies.yaml', '-o', 'markdown')
    expect(stdout).to.match(/^## Pod default\/web/).and.to.contain('| requests.cpu | 1500m | 1050m | 2550m | 2 | 550m too much | 14 |')
  })
})
