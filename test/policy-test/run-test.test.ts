import {expect} from 'chai'

import {readManifests} from '../../src/manifests/read-manifests.js'
import {runTests} from '../../src/policy-test/run-tests.js'
import {SourceFile} from '../../src/source/source-file.js'

/** Returns the failures and problems of one test. */
function nameErrors(head: string, test: string, given: Readonly<Record<string, string>> = {}): string[] {
  const file = new SourceFile('team.kadm-test.yaml', `apiVersion: test.kadm.dev/v1\nkind: Suite\n${head}\ntests:\n- name: a\n  ${test}\n`)
  const files = new Map(Object.entries(given).map(([path, text]) => [path, {sources: [new SourceFile(path, text)]}]))
  const {files: [result]} = runTests([{file, files}])
  expect(result?.errors.map(({message}) => message)).to.deep.equal([])
  return (result?.tests ?? []).flatMap(({failures, problems}) => [
    ...failures.map(({field, expected, actual}) => `${field}: ${expected} | ${actual}`), ...problems.map(({message}) => message),
  ])
}

const quota = (namespace: string): string => `{apiVersion: v1, kind: ResourceQuota, metadata: {name: team, namespace: ${namespace}}, spec: {hard: {pods: "1"}}}`

const pod = '{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: i, securityContext: {privileged: true}}]}}'

describe('a test of policies', () => {
  it('overrides the server of its file', () => {
    const privileged = (expected: string): string => `object: ${pod}\n  server: {allowPrivileged: ${expected}}\n  expect: {allowed: ${expected}}`
    expect(nameErrors('server: {allowPrivileged: true}', privileged('false'))).to.deep.equal([])
    expect(nameErrors('server: {allowPrivileged: false}', privileged('true'))).to.deep.equal([])
  })

  it('simulates the Nodes that the server settings name, and pods that never become ready', () => {
    const agent = '{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: agent}, spec: {selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, '
      + 'spec: {containers: [{name: app, image: i}]}}}}'
    expect(nameErrors('server: {nodes: 3}', `object: ${agent}\n  expect: {pods: 3}`)).to.deep.equal([])
    const web = agent.replace('DaemonSet', 'Deployment').replace('spec: {', 'spec: {replicas: 2, ')
    const rollout = (verdict: string): string => `object: ${web}\n  expect: {rollout: ${verdict}}`
    expect([nameErrors('policies: []', rollout('fits')), nameErrors('server: {neverReady: true}', rollout('blocked'))]).to.deep.equal([[], []])
  })

  it('simulates the rollouts of earlier steps that an expectation is about', () => {
    const named = (name: string): string => `{apiVersion: apps/v1, kind: Deployment, metadata: {name: ${name}}, spec: {selector: {matchLabels: {a: b}}, `
      + 'template: {metadata: {labels: {a: b}}, spec: {containers: [{name: app, image: i}]}}}}'
    const step = (name: string, expected: string): string => `  - {object: ${named(name)}, expect: ${expected}}`
    const steps = (first: string, second: string): string => ['steps:', step('web', first), step('api', second), step('db', '{allowed: true}')].join('\n')
    const own = '{object: Deployment/api, rollout: fits}'
    expect(nameErrors('policies: []', steps('{rollout: fits}', own))).to.deep.equal([])
    expect(nameErrors('policies: []', steps('{rollout: fits}', '{object: Deployment/web, rollout: blocked}'))).to.deep.equal(['rollout: blocked | fits'])
    expect(nameErrors('policies: []', steps('{rollout: fits}', '{rollout: fits}')))
      .to.deep.equal(['pods: one workload | the workloads are Deployment/web, Deployment/api: choose one with "object: KIND/NAME"'])
  })

  it('sends the objects of each step once, and compares the state after a step with what it expects', () => {
    const step = (name: string, expected: string): string => `  - {object: ${pod.replace('web', name)}, expect: ${expected}}`
    const used = (pods: number): string => `{quotas: {team: {pods: ${pods}}}}`
    const steps = ['a', 'b', 'c', 'd'].map((name, i) => step(name, used(name === 'b' ? 9 : i + 1)))
    const text = `apiVersion: test.kadm.dev/v1\nkind: Suite\npolicies: [${quota('default').replace('"1"', '"4"')}]\ntests:\n- name: t\n  steps:\n${steps.join('\n')}\n`
    const read: string[] = []
    const {files: [result]} = runTests([{file: new SourceFile('t.kadm-test.yaml', text), files: new Map()}], {reading: {entriesOf(file, version) {
      const entries = readManifests(file, {version})
      read.push(...entries.flatMap(({manifest}) => manifest === undefined ? [] : (manifest.body['metadata'] as {readonly name: string}).name))
      return entries
    }}})
    expect(result?.tests[0]?.failures).to.have.length(1)
    expect(result?.tests[0]?.failures[0]).to.include({step: 2, field: 'quotas.team.pods', expected: '9', actual: '2'})
    expect(read.sort()).to.deep.equal(['a', 'b', 'c', 'd', 'team'])
  })

  it('scales by the endpoint for it, which changes nothing but the number of replicas', () => {
    const web = '{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec: {selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, '
      + 'spec: {containers: [{name: app, image: i}]}}}}'
    const stored = '{spec: {replicas: 2, template: {spec: {containers: [{image: i}]}}}}'
    const scaled = `{object: ${web.replace('image: i', 'image: j')}, operation: scale, replicas: 2, expect: {pods: 2, stored: ${stored}}}`
    expect(nameErrors('policies: []', `steps:\n  - {object: ${web}}\n  - ${scaled}`)).to.deep.equal([])
  })

  it('overrides the namespace of its file', () => {
    const head = `namespace: dev\npolicies: [${quota('dev')}, ${quota('ops')}]`
    expect(nameErrors(head, `object: ${pod}\n  namespace: ops\n  expect: {quotas: {ops/team: {pods: 1}, dev/team: {pods: 0}}}`)).to.deep.equal([])
    expect(nameErrors(head, `object: ${pod}\n  expect: {quotas: {ops/team: {pods: 0}, dev/team: {pods: 1}}}`)).to.deep.equal([])
  })

  it('does not run if kubectl would stop reading above an object', () => {
    expect(nameErrors('policies: []', 'object: two.yaml', {'two.yaml': `a: [\n---\n${pod}\n`})).to.include('kubectl does not send this object: it stops reading above it')
  })

  for (const text of ['', '# nothing\n---\n', 'apiVersion: v1\nkind: List\nitems: []\n']) {
    it(`does not run if there is no object to send: ${JSON.stringify(text)}`, () => {
      const message = 'there is no object to send'
      for (const expected of ['{allowed: false, message: hello}', '{admitted: 0}', '{quotas: {}}']) {
        expect(nameErrors('policies: []', `object: none.yaml\n  expect: ${expected}`, {'none.yaml': text})).to.deep.equal([message])
      }
      expect(nameErrors('policies: []', `steps:\n  - object: ${pod}\n  - object: none.yaml\n    operation: delete\n    expect: {denied: 0}`, {'none.yaml': text})).to.deep.equal([message])
      expect(nameErrors('policies: []', `objects: [none.yaml, ${pod}]`, {'none.yaml': text})).to.deep.equal([])
    })
  }

  it('sends a step without a time at the time of the last Event before it', () => {
    const configuration = '{apiVersion: eventratelimit.admission.k8s.io/v1alpha1, kind: Configuration, limits: [{type: Server, qps: 1, burst: 1}]}'
    const event = '{apiVersion: v1, kind: Event, metadata: {name: NAME}, involvedObject: {kind: Pod, name: web, namespace: default}}'
    const steps = (expected: string): string => `steps:\n  - {object: ${event.replace('NAME', 'a')}, at: 5s}\n  - {object: ${event.replace('NAME', 'b')}, at: 6s, expect: {allowed: true}}\n`
      + `  - {object: ${event.replace('NAME', 'c')}, expect: {allowed: ${expected}}}`
    expect(nameErrors(`policies: [${configuration}]`, steps('false'))).to.deep.equal([])
    expect(nameErrors(`policies: [${configuration}]`, 'events: [{at: 0s, times: 3, every: 1s, expect: {admitted: 3}}]')).to.deep.equal([])
    expect(nameErrors(`policies: [${configuration}]`, 'events: [{at: 0s, times: 3, expect: {admitted: 1, denied: 2}}]')).to.deep.equal([])
    const repeated = `steps:\n  - {object: ${event.replace('{name: NAME}', '{generateName: a}')}, at: 0s, times: 2, every: 1s, expect: {admitted: 2}}\n  - {object: ${event.replace('NAME', 'c')}, expect: {allowed: false}}`
    expect(nameErrors(`policies: [${configuration}]`, repeated)).to.deep.equal([])
  })
})
