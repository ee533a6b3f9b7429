import {expect} from 'chai'

import {capacityReporters} from '../../src/report/capacity/index.js'
import {simulationFindings} from '../../src/report/simulate/findings.js'
import {simulateReporters} from '../../src/report/simulate/index.js'
import {capacity} from '../../src/simulate/capacity/capacity.js'
import type {Simulation} from '../../src/simulate/simulate.js'
import {simulate} from '../../src/simulate/simulate.js'
import {SourceFile} from '../../src/source/source-file.js'
import {app, type Body, limitRange, pod, quota} from '../helpers/builders.js'
import {hostileTexts, reporting} from '../helpers/findings.js'
import {expectGitlab, expectSarif, junitErrors} from '../helpers/report-formats.js'
import {fileOf, simulated} from '../helpers/simulated.js'
import {autoscaler, deployment, job} from '../helpers/workload-manifests.js'

/** The findings of a simulation: position, severity, rule and message, with related positions. */
const found = (simulation: Simulation): string[] => simulationFindings(simulation).map(({file, span, ruleId, severity, message, related}) => {
  const text = `${file.path}:${file.position(span.start).line} ${file.slice(span).slice(0, 12)} ${severity} ${ruleId} ${message}`
  return [text, ...related.map((other) => `${other.file.path} ${other.file.slice(other.span)} ${other.message}`)].join(' | ')
})

const tooMuch = (cpu: string): string => `pods "p" is forbidden: maximum cpu usage per Container is 1, but limit is ${cpu}`

describe('simulationFindings', () => {
  it('returns no findings if everything is admitted', () => expect(found(simulated({files: [pod('p'), deployment('web', 2)]}))).to.deep.equal([]))

  it('returns a denial at the field, related to the position of the policy', () => {
    const policies = [limitRange('l', {type: 'Container', max: {cpu: '1'}})]
    expect(found(simulated({files: [pod('p').with(app({limits: {cpu: '2'}}))], policies}))).to.deep.equal([
      `files.yaml:1 "2" error simulate/denied ${tooMuch('2')} | policies.yaml "1" forbidden by LimitRange l, spec.limits[0].max[cpu]`,
    ])
  })

  it('returns one finding for a denial with two reasons, with the other field as related', () => {
    const policies = [limitRange('l', {type: 'Container', max: {cpu: '1', memory: '1Gi'}})]
    const [first, ...others] = found(simulated({files: [pod('p').with(app({limits: {cpu: '2', memory: '2Gi'}}))], policies}))
    expect(others).to.deep.equal([])
    expect(first?.split(' | ').slice(1)).to.deep.equal([
      'files.yaml "2Gi" maximum memory usage per Container is 1Gi, but limit is 2Gi',
      'policies.yaml "1" forbidden by LimitRange l, spec.limits[0].max[cpu]',
      'policies.yaml "1Gi" forbidden by LimitRange l, spec.limits[0].max[memory]',
    ])
  })

  it('returns a denial without a field at the first line of the object', () => {
    const [text = ''] = found(simulated({files: [pod('a'), pod('p')], policies: [quota({pods: '1'})]}))
    expect(text).to.match(/^files\.yaml:3 {"apiVersion error simulate\/denied pods "p" is forbidden: exceeded quota: q, .* \| policies\.yaml "1" forbidden by ResourceQuota q/)
  })

  it('returns rejected policies and unreadable documents', () => {
    const policies = new SourceFile('policies.yaml', `${JSON.stringify(limitRange('l', {type: 'Pod', min: {cpu: '2'}, max: {cpu: '1'}}))}\n---\na: [\n`)
    const files = new SourceFile('files.yaml', `${JSON.stringify(pod('p'))}\n---\nkind: 1\n---\n${JSON.stringify(pod('q'))}\n`)
    expect(found(simulate({files: [files], policies: [policies]}, {namespace: 'dev'})).map((text) => text.split(' ').filter((word) => word.includes('/') || /:\d/.test(word)).slice(0, 2).join(' ')))
      .to.deep.equal(['policies.yaml:2 json/syntax', 'policies.yaml:1 simulate/policy-refused', 'files.yaml:3 manifest/api-version', 'files.yaml:5 simulate/not-sent'])
  })

  it('returns denied pods of a workload at the template', () => {
    const policies = [limitRange('l', {type: 'Container', max: {cpu: '1'}})]
    const [text = '', ...others] = found(simulated({files: [deployment('web', 2, {limits: {cpu: '2'}})], policies}))
    expect(others).to.deep.equal([])
    expect(text).to.match(/^files\.yaml:1 "2" error simulate\/pods-denied 0 of 2 pods created: Error creating: pods "web-XXXXX-XXXXX" is forbidden: maximum cpu usage/)
    expect(text).to.match(/ \| policies\.yaml "1" forbidden by LimitRange l, spec\.limits\[0\]\.max\[cpu\]$/)
  })

  it('returns a rollout that does not fit once', () => {
    const web = deployment('web', 2, {requests: {cpu: '1'}}, {strategy: {rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}})
    const [text = '', ...others] = found(simulated({files: [web], policies: [quota({'requests.cpu': '2'})]}, {rollout: true}))
    expect(others).to.deep.equal([])
    expect(text).to.match(/^files\.yaml:1 {"apiVersion error simulate\/rollout the rollout is blocked: .*exceeded quota: q, requested: requests\.cpu=1/)
    expect(text).to.contain(' | policies.yaml "2" needs at most 4 of requests.cpu: 2 in ResourceQuota q')
  })

  it('returns autoscalers that stop below their maximum, and Jobs that do not complete', () => {
    const scaled = found(simulated({files: [deployment('web', 1), autoscaler('web', 1, 4)], policies: [quota({pods: '2'})]}))
    expect(scaled).to.have.length(1)
    expect(scaled[0]).to.match(/ error simulate\/autoscaler HorizontalPodAutoscaler web stops at 2 pods of 4: Error creating: pods "web-/)
    const jobs = found(simulated({files: [job('j', {completions: 3, parallelism: 3})], policies: [quota({'count/pods': '1'})]}))
    expect(jobs).to.have.length(1)
    expect(jobs[0]).to.match(/ error simulate\/job it stops after 1 of 3 pods: Error creating: pods "j-XXXXX" is forbidden: exceeded quota: q/)
  })

  it('returns the notes of a run', () => {
    const notes = found(simulated({files: [pod('p')], policies: [limitRange('l', {type: 'Pod', max: {cpu: '1'}}).marked({namespace: 'prod'})]}))
    expect(notes).to.have.length(1)
    expect(notes[0]).to.match(/^files\.yaml:1 {"apiVersion info simulate\/note no policy is in the namespace of the objects, "dev"/)
  })
})

/** One finding of every kind. */
const bad: Parameters<typeof simulated>[0] = {
  files: [pod('a'), pod('p').with(app({limits: {cpu: '2'}})), deployment('web', 2, {limits: {cpu: '2'}}), deployment('two', 2, {limits: {cpu: '1'}}), autoscaler('two', 1, 4)],
  policies: [limitRange('l', {type: 'Container', max: {cpu: '1'}}), limitRange('bad', {type: 'x y'}), quota({pods: '3', 'limits.cpu': '9'})],
}

describe('CI reports of simulate and capacity @slow', () => {
  const simulation = simulated(bad)
  const result = capacity({files: [fileOf('files.yaml', bad.files ?? [])], policies: [fileOf('policies.yaml', bad.policies ?? [])]}, {namespace: 'dev'})

  it('are valid SARIF, with all properties of each finding', async () => {
    const report = JSON.parse(await simulateReporters.sarif(simulation, reporting)) as {
      runs: [{results: {relatedLocations?: object[]}[], tool: {driver: {rules: {id: string, help?: object}[]}}}]
    }
    expectSarif(report)
    const {results, tool: {driver: {rules}}} = report.runs[0]
    expect(rules.map(({id}) => id)).to.include.members(['simulate/denied', 'simulate/pods-denied', 'simulate/policy-refused'])
    expect(rules.every(({help}) => help !== undefined)).to.equal(true)
    expect(results.filter(({relatedLocations = []}) => relatedLocations.length > 0)).to.have.length.greaterThan(1)
    expectSarif(JSON.parse(await capacityReporters.sarif(result, reporting)))
  })

  it('are valid JUnit, with a test for each object, limit and other finding', async () => {
    const tests = async (text: string): Promise<string[]> => {
      expect(await junitErrors(text)).to.deep.equal([])
      return [...text.matchAll(/<testcase classname="([^"]*)" name="([^"]*)"(\/?)>/g)].map(([, file = '', name = '', passed]) => `${file} ${name}${passed === '/' ? '' : ' failed'}`)
    }
    expect(await tests(await simulateReporters.junit(simulation, reporting))).to.deep.equal([
      'files.yaml Pod dev/p failed', 'files.yaml simulate/pods-denied Deployment dev/web failed', 'files.yaml simulate/autoscaler Deployment dev/two failed',
      'files.yaml Pod dev/a', 'files.yaml Deployment dev/web', 'files.yaml Deployment dev/two', 'files.yaml HorizontalPodAutoscaler dev/two',
      'policies.yaml simulate/policy-refused LimitRange bad failed',
    ])
    const bounds = (await tests(await capacityReporters.junit(result, reporting))).filter((name) => name.includes('quota'))
    expect(bounds).to.deep.equal(['files.yaml pods of quota dev/q failed', 'policies.yaml limits.cpu of quota dev/q'])
    expect(await junitErrors(await simulateReporters.junit(simulated({}), reporting))).to.deep.equal([])
  })

  it('are valid GitLab reports and GitHub commands', async () => {
    for (const text of [await simulateReporters.gitlab(simulation, reporting), await capacityReporters.gitlab(result, reporting)]) {
      const items = JSON.parse(text) as {readonly fingerprint: string}[]
      expectGitlab(items)
      expect(new Set(items.map(({fingerprint}) => fingerprint)).size).to.equal(items.length)
    }
    const lines = (await simulateReporters.github(simulation, reporting)).split('\n').slice(0, -1)
    expect(lines.filter((line) => /^::error file=(?:files|policies)\.yaml,line=\d+,[^:]*title=kadm simulate\/[a-z-]+::\S/.test(line))).to.have.length(lines.length)
    expect(lines[0]).to.contain('%0Asee policies.yaml:1:')
    expect(await capacityReporters.github(result, reporting)).to.match(/^::error [^\n]*::pods of quota q [a-z ,]+: \d+ needed, 3 allowed; Deployment\/two adds \d/m)
  })

  it('contain the counts of the table in Markdown', async () => {
    const text = await simulateReporters.markdown(simulation, reporting)
    expect(text).to.match(/^### kadm simulate: 4 admitted, 1 denied, 1 policy not in force; 2 pods of workloads denied\n\n- \*\*error\*\* /)
    expect(text).to.match(/\n\n5 objects; 2 workloads: 2 do not get everything\n$/)
    expect(await simulateReporters.markdown(simulated({}), reporting)).to.equal('### kadm simulate: 0 admitted, 0 denied\n\n0 objects\n')
  })

  it('report an exceeded limit at the object, related to the quota', async () => {
    const report = JSON.parse(await capacityReporters.sarif(result, reporting)) as {runs: [{results: {ruleId: string, relatedLocations: object[]}[]}]}
    const exceeded = report.runs[0].results.find(({ruleId}) => ruleId === 'capacity/exceeded')
    expect(exceeded).to.have.nested.property('locations[0].physicalLocation.artifactLocation.uri', 'files.yaml')
    expect(exceeded?.relatedLocations[0]).to.have.nested.property('physicalLocation.artifactLocation.uri', 'policies.yaml')
    expect(exceeded?.relatedLocations[0]).to.have.nested.property('message.text', '3 of pods is allowed here')
  })

  it('report success without findings', async () => {
    const fine = capacity({files: [fileOf('files.yaml', [deployment('web', 1)])], policies: [fileOf('policies.yaml', [quota({pods: '9'})])]}, {namespace: 'dev'})
    expect(await capacityReporters.github(fine, reporting)).to.equal('')
    expect(await capacityReporters.junit(fine, reporting)).to.contain('<testcase classname="policies.yaml" name="pods of quota dev/q"/>')
  })

  it('are valid for any manifest', async () => {
    const junit: string[] = []
    for (const text of hostileTexts) {
      const named: Body[] = [pod(text), limitRange(text, {type: text}), deployment(text, 1), quota({[text]: text}).marked({name: text})]
      const hostile = simulated({files: named, policies: named})
      expectSarif(JSON.parse(await simulateReporters.sarif(hostile, reporting)))
      junit.push(await simulateReporters.junit(hostile, reporting))
      for (const line of (await simulateReporters.github(hostile, reporting)).split('\n').slice(0, -1)) expect(line, JSON.stringify(text)).to.match(/^::(?:error|warning|notice) file=/)
    }
    expect(await junitErrors(...junit)).to.deep.equal([])
  })
})
