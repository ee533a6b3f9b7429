import {expect} from 'chai'
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs'

import Capacity from '../../commands/capacity.js'
import Simulate from '../../commands/simulate.js'
import {inFolder} from '../helpers/in-folder.js'
import {expectGitlab, expectSarif} from '../helpers/report-formats.js'
import {runCommand} from '../helpers/run-command.js'

const policies = `apiVersion: v1
kind: LimitRange
metadata: {name: limits, namespace: dev}
spec:
  limits:
    - type: Container
      max: {cpu: "2"}
---
apiVersion: v1
kind: ResourceQuota
metadata: {name: team, namespace: dev}
spec:
  hard:
    pods: "2"
`

const app = `apiVersion: v1
kind: Pod
metadata: {name: greedy}
spec:
  containers:
    - name: app
      image: nginx
      resources:
        limits: {cpu: "3"}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 3
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: app, image: nginx}]}
`

describe('CI formats of simulate and capacity', () => {
  inFolder()
  const read = (name: string): string => readFileSync(name, 'utf8')

  beforeEach(() => {
    for (const name of ['policies', 'apps']) mkdirSync(name)
    writeFileSync('policies/team.yaml', policies)
    writeFileSync('apps/web.yaml', app)
  })

  it('simulate prints and writes them, and keeps its exit status', async () => {
    const {status, stdout, stderr} = await runCommand(Simulate, 'apps', '-p', 'policies', '-n', 'dev', '-o', 'github', '-o', 'sarif=a.sarif', '-o', 'junit=a.xml', '-o', 'gitlab=a.json', '-o', 'markdown=a.md')
    expect({status, stderr}).to.deep.equal({status: 1, stderr: ''})
    expect(stdout.split('\n')).to.have.length(3)
    expect(stdout).to.match(/^::error file=apps\/web\.yaml,line=9,col=23,[^\n]*title=kadm simulate\/denied::pods "greedy" is forbidden: maximum cpu usage per Container is 2, but limit is 3%0Asee policies\/team\.yaml:7:18: /)
    expect(stdout).to.match(/\n::error file=apps\/web\.yaml,line=\d+,[^\n]*title=kadm simulate\/pods-denied::2 of 3 pods created: /)
    const sarif = JSON.parse(read('a.sarif')) as {runs: [{results: [{locations: [{physicalLocation: object}], relatedLocations: [{physicalLocation: object}]}]}]}
    expectSarif(sarif)
    const [{locations: [at], relatedLocations: [policy]}] = sarif.runs[0].results
    expect(at.physicalLocation).to.deep.include({artifactLocation: {uri: 'apps/web.yaml', uriBaseId: '%SRCROOT%'}, region: {startLine: 9, startColumn: 23, endLine: 9, endColumn: 26}})
    expect(policy.physicalLocation).to.deep.include({artifactLocation: {uri: 'policies/team.yaml', uriBaseId: '%SRCROOT%'}, region: {startLine: 7, startColumn: 18, endLine: 7, endColumn: 21}})
    expect(read('a.xml')).to.contain('name="Pod dev/greedy">').and.to.contain('name="Deployment dev/web"/>')
    expectGitlab(JSON.parse(read('a.json')))
    expect(read('a.md').split('\n')[0]).to.equal('### kadm simulate: 1 admitted, 1 denied; 1 pod of workloads denied')
  })

  it('report success if no object is denied', async () => {
    writeFileSync('apps/web.yaml', app.replace('"3"', '"1"').replace('replicas: 3', 'replicas: 1'))
    const run = await runCommand(Simulate, 'apps', '-p', 'policies', '-n', 'dev', '-o', 'github', '-o', 'junit=a.xml')
    expect([run.status, run.stdout]).to.deep.equal([0, ''])
    expect(read('a.xml')).to.contain('<testsuites name="kadm simulate" tests="2" failures="0"').and.to.contain('name="Deployment dev/web"/>')
  })

  it('capacity prints and writes them', async () => {
    const {status, stdout} = await runCommand(Capacity, 'apps', '-p', 'policies', '-n', 'dev', '-o', 'github', '-o', 'sarif=a.sarif', '-o', 'junit=a.xml', '-o', 'gitlab=a.json', '-o', 'markdown=a.md')
    expect(status).to.equal(1)
    expect(stdout).to.match(/^::error file=apps\/web\.yaml,line=11,[^\n]*title=kadm capacity\/exceeded::pods of quota team all the time: 3 needed, 2 allowed; Deployment\/web adds 3%0Asee policies\/team\.yaml:14:11: 2 of pods is allowed here$/m)
    expectSarif(JSON.parse(read('a.sarif')))
    expect(read('a.xml')).to.contain('name="pods of quota dev/team"')
    expectGitlab(JSON.parse(read('a.json')))
    expect(read('a.md')).to.match(/^\| Namespace \|/)
  })
})
