import {expect} from 'chai'

import {ApiClient} from '../../tools/oracle/api-client.js'
import type {KubeJson, RecordedAnswer, Recording} from '../../tools/oracle/case.js'
import {differences} from '../../tools/oracle/differences.js'
import {recordedAnswer} from '../../tools/oracle/recorded-form.js'
import {verify} from '../../tools/oracle/verification.js'

const namespace = 'v0-1'

const pod = (metadata: KubeJson['metadata']): KubeJson => ({apiVersion: 'v1', kind: 'Pod', metadata})

const recorded = (object: KubeJson, body: object, code = 201, isWhole = false): RecordedAnswer =>
  recordedAnswer({object}, namespace, isWhole, {code, body: body as Record<string, unknown>, warnings: []})

describe('recordedAnswer', () => {
  it('contains the pod fields that admission can change', () => {
    const stored = {
      ...pod({name: 'web', uid: 'u', labels: {a: 'b'}}),
      spec: {containers: [{name: 'c', image: 'i', resources: {limits: {cpu: '1'}}}], dnsPolicy: 'ClusterFirst', priority: 0},
      status: {phase: 'Pending', qosClass: 'Burstable'},
    }
    expect(recorded(pod({name: 'web'}), stored)).to.deep.equal({code: 201, object: {
      kind: 'Pod', metadata: {name: 'web', labels: {a: 'b'}}, spec: {containers: [{name: 'c', resources: {limits: {cpu: '1'}}}], priority: 0}, status: {qosClass: 'Burstable'},
    }})
  })

  it('masks the random suffix of a generated name, in objects and messages', () => {
    expect(recorded(pod({generateName: 'web-'}), pod({name: 'web-x7k2p', generateName: 'web-'}))).to.deep.equal(
      {code: 201, object: {kind: 'Pod', metadata: {name: 'web-XXXXX'}, spec: {}, status: {}}})
    expect(recorded(pod({generateName: 'web-'}), {reason: 'Forbidden', message: 'pods "web-x7k2p" is forbidden', details: {name: 'web-x7k2p'}}, 403)).to.deep.equal(
      {code: 403, reason: 'Forbidden', message: 'pods "web-XXXXX" is forbidden'})
  })

  it('masks ports in messages that the server chose, and keeps those that were asked for', () => {
    const service = (nodePort?: number): KubeJson => ({apiVersion: 'v1', kind: 'Service', metadata: {name: 's'}, spec: {ports: [{port: 80, ...nodePort && {nodePort}}]}})
    const duplicate = (object: KubeJson): string | undefined => recorded(object, {message: 'duplicate nodePort: {TCP 28092}'}, 500, true).message
    expect([duplicate(service()), duplicate(service(28_092))]).to.deep.equal(['duplicate nodePort: {TCP allocated}', 'duplicate nodePort: {TCP 28092}'])
  })

  it('contains whole objects, except for values that differ between runs', () => {
    const service = {apiVersion: 'v1', kind: 'Service', metadata: {name: 's', uid: '11111111-2222-3333-4444-555555555555', creationTimestamp: 't', namespace}}
    const stored = {...service, spec: {clusterIP: '10.0.7.7', clusterIPs: ['10.0.7.7'], ports: [{port: 80, nodePort: 30_123}], externalName: `x.${namespace}.svc`}, status: {}}
    expect(recorded({...service, spec: {ports: [{port: 80}]}}, stored, 201, true)).to.deep.equal({code: 201, object: {
      kind: 'Service', metadata: {name: 's'}, spec: {clusterIP: 'allocated', clusterIPs: ['allocated'], ports: [{port: 80, nodePort: 'allocated'}], externalName: 'x.NS.svc'},
    }})
  })
})

describe('differences', () => {
  const recording = (response: RecordedAnswer, quotas?: Recording['quotas']): Recording => ({id: 'a', requests: [], responses: [response], ...quotas && {quotas}})
  const forbidden = (message: string): RecordedAnswer => ({code: 403, reason: 'Forbidden', message})

  const same: readonly (readonly [string, RecordedAnswer, RecordedAnswer])[] = [
    ['returns nothing for equal responses', forbidden('no'), forbidden('no')],
    ['ignores the order of errors', forbidden('pods "p" is forbidden: [a, b]'), forbidden('pods "p" is forbidden: [b, a]')],
    ['accepts an alternative message', {...forbidden('a'), alternatives: ['b']}, forbidden('b')],
    ['accepts an alternative response', {code: 201, object: {a: '1'}, otherwise: [{code: 201, object: {a: '2'}}]}, {code: 201, object: {a: '2'}}],
    ['ignores a diff after the message', forbidden('a\n  diff'), forbidden('a\n another')],
  ]
  for (const [title, before, now] of same) it(title, () => expect(differences(recording(before), recording(now))).to.deep.equal([]))

  it('reports a different message', () => expect(differences(recording(forbidden('a')), recording(forbidden('b')))).to.deep.equal([
    'a, request 0:\n  recorded {"code":403,"message":"a","reason":"Forbidden"}\n  now      {"code":403,"message":"b","reason":"Forbidden"}',
  ]))

  it('reports a different usage of a quota', () => expect(differences(recording({code: 200}, {q: {hard: {}, used: {pods: '1'}}}), recording({code: 200}))).to.deep.equal([
    'a, quotas:\n  recorded {"q":{"used":{"pods":"1"}}}\n  now      {}',
  ]))
})

describe('recorder', () => {
  it('rejects a server on another machine', () => {
    expect(() => new ApiClient('https://kube.example.com:6443', 't')).to.throw('https://kube.example.com:6443 is on another machine: recordings create and delete objects there')
  })

  it('skips the verification without a server', async () => {
    const printed: string[] = []
    expect(await verify({}, (text) => printed.push(text))).to.equal(true)
    expect(printed).to.deep.equal(['test:oracle: skipped, without a server: tools/oracle/up.sh starts one and prints the environment variables that name it\n'])
  })

  it('reports a probe that fails to start', async () => {
    const printed: string[] = []
    expect(await verify({KADM_ORACLE_PROBE: '/nonexistent/probe'}, (text) => printed.push(text))).to.equal(false)
    expect(printed[1]).to.equal('quantity: 5143 cases, 1 differences\nthe probe does not run: spawnSync /nonexistent/probe ENOENT\n')
  })
})
