import {expect} from 'chai'

import {reasonsText} from '../../src/report/suggest/texts.js'
import {SourceFile} from '../../src/source/source-file.js'
import {suggestRequests} from '../../src/suggest/requests/requests.js'
import type {SuggestInput, Suggestion, SuggestOptions} from '../../src/suggest/types.js'
import {readUsage} from '../../src/suggest/usage/read-usage.js'
import {Usage} from '../../src/suggest/usage/usage.js'
import {app, type Body, container, limitRange, pod, quota, type Resources} from '../helpers/builders.js'
import {CountedWork} from '../helpers/counted-work.js'
import {fileOf} from '../helpers/simulated.js'
import {autoscaler, deployment} from '../helpers/workload-manifests.js'
import {cronJob, job, statefulSet} from '../helpers/workloads.js'

const suggest = (bodies: readonly Body[], policies: readonly Body[], options: SuggestOptions = {}, others: Partial<SuggestInput> = {}): Suggestion =>
  suggestRequests({files: [fileOf('files.yaml', bodies)], policies: [fileOf('policies.yaml', policies)], ...others}, {namespace: 'dev', headroom: 0n, ...options})

/** The changes: `limits[cpu] 1 -> 2: reason`. */
const changes = ({objects}: Suggestion): string[] => objects.flatMap(({amounts}) => amounts.map(({field, present, value, reasons}) =>
  `${String(field).replace(/^.*resources\./, '')} ${String(present ?? '')} -> ${value}: ${reasonsText(reasons)}`))

describe('suggestRequests', () => {
  describe('sends', () => {
    const jobs = Array.from({length: 10}, (_, i) => job(`j${i}`, {completions: 5, parallelism: 2}))
    const requestsFor = (bodies: readonly Body[], policies: readonly Body[]): number => {
      const work = new CountedWork()
      suggest(bodies, policies, {work})
      return work.requests
    }
    const defaulting = [limitRange('l', {type: 'Container', default: {cpu: '1'}})]

    it('all objects once without changes, and once with all of them', () => {
      expect(requestsFor(jobs, []), 'without changes').to.equal(20)
      expect(requestsFor(jobs, defaulting)).to.equal(42)
    })

    it('further times only the objects for which there is no answer', () => {
      expect(requestsFor([...jobs, job('s', {suspend: true})], defaulting)).to.be.at.most(62)
    })
  })

  const bounds = (item: Parameters<typeof limitRange>[1]): Body[] => [limitRange('l', {type: 'Container', ...item})]
  const cases: Readonly<Record<string, readonly [resources: Resources, policies: readonly Body[], expected: readonly string[]]>> = {
    'states the defaults of LimitRanges': [
      {requests: {memory: '1Mi'}}, bounds({default: {cpu: '1'}, defaultRequest: {cpu: '100m', memory: '2Mi'}}),
      ['requests[cpu]  -> 100m: default of LimitRange l', 'limits[cpu]  -> 1: default of LimitRange l'],
    ],
    'lowers limits and requests to a max': [
      {requests: {cpu: '3'}, limits: {cpu: '4'}}, bounds({max: {cpu: '2'}}), ['limits[cpu] 4 -> 2: max of LimitRange l 2', 'requests[cpu] 3 -> 2: max of LimitRange l 2'],
    ],
    'raises requests and limits to a min': [
      {requests: {cpu: '1m'}, limits: {cpu: '2m'}}, bounds({min: {cpu: '50m'}}), ['requests[cpu] 1m -> 50m: min of LimitRange l 50m', 'limits[cpu] 2m -> 50m: min of LimitRange l 50m'],
    ],
    'raises requests to keep a ratio': [
      {requests: {memory: '100Mi'}, limits: {memory: '1Gi'}}, bounds({maxLimitRequestRatio: {memory: '3'}}),
      ['requests[memory] 100Mi -> 350Mi: maxLimitRequestRatio of LimitRange l 3'],
    ],
    'raises requests to the limit for a ratio of 1': [
      {requests: {memory: '100Mi'}, limits: {memory: '1100Mi'}}, bounds({maxLimitRequestRatio: {memory: '1'}}),
      ['requests[memory] 100Mi -> 1100Mi: maxLimitRequestRatio of LimitRange l 1'],
    ],
    'states the greatest limit that keeps a ratio': [
      {requests: {memory: '100Mi'}}, bounds({maxLimitRequestRatio: {memory: '3'}}), ['limits[memory]  -> 300Mi: maxLimitRequestRatio of LimitRange l 3'],
    ],
    'states a limit beside a request above the default limit': [
      {requests: {cpu: '2'}}, bounds({default: {cpu: '1'}}), ['limits[cpu]  -> 2: its request, which is above the default limit'],
    ],
    'states what a quota requires': [
      {requests: {cpu: '1'}}, [quota({'limits.cpu': '9', 'requests.cpu': '9'})], ['limits[cpu]  -> 1: ResourceQuota q requires it; as much as in requests'],
    ],
    'suggests nothing for what is stated': [{requests: {cpu: '1'}, limits: {cpu: '1'}}, [...bounds({default: {cpu: '1'}}), quota({'limits.cpu': '9'})], []],
  }
  for (const [what, [resources, policies, expected]] of Object.entries(cases)) {
    it(what, () => {
      for (const body of [pod('a').with(app(resources)), deployment('a', 1, resources), cronJob().withPods({containers: [app(resources)]})]) {
        const suggestion = suggest([body], policies)
        expect(changes(suggestion)).to.deep.equal(expected)
        expect(suggestion.proof.regressions).to.deep.equal([])
        expect(suggestion.notes).to.deep.equal([])
      }
    })
  }

  it('changes workloads that are suspended or have no replicas, as they create pods later', () => {
    const containers = {containers: [app({requests: {cpu: '2'}})]}
    const workloads = [
      deployment('a', 0, {requests: {cpu: '2'}}), statefulSet('b', {replicas: 0}).withPods(containers), job('c', {suspend: true}).withPods(containers),
      job('d', {parallelism: 0}).withPods(containers), cronJob('e', {suspend: true}).withPods(containers),
    ]
    for (const body of workloads) {
      expect(changes(suggest([body], bounds({default: {cpu: '1'}})))).to.deep.equal(['limits[cpu]  -> 2: its request, which is above the default limit'])
    }
  })

  it('requests what is used of a Deployment without replicas, and keeps the default limit below it from denying pods of its autoscaler', () => {
    const usage = new Usage(readUsage(new SourceFile('top', 'web-5d8f7c9b6d-zx2k4 app 90m 300Mi\n'), 'dev').samples)
    const suggestion = suggest([deployment('web', 0), autoscaler('web', 1, 3)], bounds({default: {memory: '256Mi'}}), {}, {usage})
    expect(changes(suggestion)).to.include('limits[memory]  -> 300Mi: its request, which is above the default limit')
    expect(suggestion.proof.regressions).to.deep.equal([])
  })

  it('prints a patch with all containers up to the changed one by name', () => {
    const made = deployment('web', 1).asking({template: {metadata: {labels: {app: 'web'}}, spec: {containers: [container('a', {limits: {cpu: '1'}}), container('b')]}}})
    const [object] = suggest([made], bounds({default: {cpu: '2'}})).objects
    expect(object?.body).to.deep.equal({
      apiVersion: 'apps/v1', kind: 'Deployment', metadata: {name: 'web', namespace: 'dev'},
      spec: {template: {spec: {containers: [{name: 'a'}, {name: 'b', resources: {limits: {cpu: '2'}, requests: {cpu: '2'}}}]}}},
    })
    expect(object?.amounts.map(({field}) => String(field))).to.deep.equal(
      ['spec.template.spec.containers[1].resources.requests[cpu]', 'spec.template.spec.containers[1].resources.limits[cpu]'])
  })

  it('requests what is used, and raises a memory limit that is lower', () => {
    const usage = new Usage(readUsage(new SourceFile('top', 'web-0 app 90m 200Mi\nweb-1 app 200m 300Mi\n'), 'dev').samples)
    const web = {...deployment('web', 1, {requests: {cpu: '1', memory: '1Gi'}, limits: {memory: '128Mi'}}), kind: 'StatefulSet'} as Body
    const suggestion = suggest([web].map((body) => ({...body, spec: {...body['spec'] as Body, serviceName: 'web', template: {
      metadata: {labels: {app: 'web'}}, spec: {containers: [app({requests: {cpu: '1', memory: '64Mi'}, limits: {memory: '128Mi'}})]},
    }}})), [], {headroom: 1000n, percentile: 50}, {usage})
    expect(changes(suggestion)).to.deep.equal([
      'requests[cpu] 1 -> 100m: usage at the 50th percentile of 2 pods in 2 measurements 90m + 10 %',
      'requests[memory] 64Mi -> 350Mi: largest usage of 2 pods in 2 measurements 300Mi + 10 %',
      'limits[memory] 128Mi -> 350Mi: largest usage of 2 pods in 2 measurements 300Mi + 10 %',
    ])
  })

  it('counts the usage of a pod for one of two numbered Jobs', () => {
    const usage = new Usage(readUsage(new SourceFile('top', 'migrate-zx2k4 app 100m 64Mi\nmigrate-2-zx2k4 app 200m 128Mi\n'), 'dev').samples)
    const jobs = ['migrate', 'migrate-2'].map((name) => job(name).withPods({containers: [app({requests: {cpu: '1', memory: '1Gi'}})]}))
    const {objects} = suggest(jobs, [], {}, {usage})
    expect(objects.map(({name, amounts}) => [name, ...amounts.map(({value}) => String(value))])).to.deep.equal([['migrate', '100m', '64Mi'], ['migrate-2', '200m', '128Mi']])
  })

  it('leaves out amounts that a bound keeps as they are', () => {
    const usage = new Usage(readUsage(new SourceFile('top', 'a app 9m 70Mi\n'), 'dev').samples)
    const suggestion = suggest([pod('a').with(app({requests: {cpu: '20m', memory: '50Mi'}}))], bounds({min: {cpu: '20m'}}), {}, {usage})
    expect(changes(suggestion)).to.deep.equal(['requests[memory] 50Mi -> 70Mi: largest usage of 1 pod in 1 measurement 70Mi'])
  })

  it('lowers the greatest container to a max of the pod, and raises it to a min', () => {
    const made = (cpu: string): Body => deployment('web', 1).asking({template: {metadata: {labels: {app: 'web'}}, spec: {
      containers: [container('a', {requests: {cpu: '100m'}, limits: {cpu: '100m'}}), container('b', {requests: {cpu}, limits: {cpu}})],
    }}})
    const item = limitRange('l', {type: 'Pod', max: {cpu: '1'}, min: {cpu: '500m'}})
    expect(changes(suggest([made('2')], [item]))).to.deep.equal(['limits[cpu] 2 -> 900m: max of LimitRange l 1', 'requests[cpu] 2 -> 900m: max of LimitRange l 1'])
    expect(changes(suggest([made('300m')], [item]))).to.deep.equal(['requests[cpu] 300m -> 400m: min of LimitRange l 500m', 'limits[cpu] 300m -> 400m: min of LimitRange l 500m'])
  })

  it('states the limits that a max of the pod requires', () => {
    const suggestion = suggest([deployment('web', 1, {requests: {cpu: '100m'}})], [limitRange('l', {type: 'Pod', max: {cpu: '1'}})])
    expect(changes(suggestion)).to.deep.equal(['limits[cpu]  -> 100m: LimitRange l requires it; as much as in requests'])
  })

  it('raises the amounts of a pod as a whole with those of its containers', () => {
    const made = (...containers: Body[]): Body => deployment('web', 1).asking({template: {metadata: {labels: {app: 'web'}}, spec: {resources: {requests: {cpu: '300m'}, limits: {cpu: '400m', memory: '1Gi'}}, containers}}})
    const bounded = suggest([made(app({requests: {cpu: '200m'}}))], bounds({min: {cpu: '500m'}}))
    expect(changes(bounded)).to.deep.equal([
      'requests[cpu] 200m -> 500m: min of LimitRange l 500m',
      'requests[cpu] 300m -> 500m: as much as its containers request together',
      'limits[cpu] 400m -> 500m: as much as the pod requests',
    ])
    expect(bounded.notes).to.deep.equal([])
    const usage = new Usage(readUsage(new SourceFile('top', 'web-5d8f7c9b6d-zx2k4 a 200m 1Mi\nweb-5d8f7c9b6d-zx2k4 b 600m 2047Mi\n'), 'dev').samples)
    const measured = suggest([made(container('a'), container('b', {limits: {cpu: '350m', memory: '1Gi'}}))], [], {}, {usage})
    expect(measured.objects[0]?.body).to.containSubset({spec: {template: {spec: {
      resources: {requests: {cpu: '800m'}, limits: {cpu: '800m', memory: '2049Mi'}},
      containers: [{name: 'a', resources: {requests: {cpu: '200m', memory: '1Mi'}}}, {name: 'b', resources: {requests: {cpu: '600m', memory: '2Gi'}, limits: {cpu: '600m', memory: '2Gi'}}}],
    }}}})
    expect(changes(measured).slice(-1)).to.deep.equal(['limits[memory] 1Gi -> 2049Mi: as much as the pod requests'])
    expect(measured.proof.regressions).to.deep.equal([])
  })

  it('raises the limit of a pod as a whole to the largest one of its containers', () => {
    const given = pod('a').asking({resources: {limits: {memory: '1Gi'}}, containers: [app({requests: {memory: '1Gi'}, limits: {memory: '1Gi'}})]})
    expect(changes(suggest([given], bounds({min: {memory: '3Gi'}}))).slice(-1)).to.deep.equal(['limits[memory] 1Gi -> 3Gi: as much as the largest limit of its containers'])
  })

  it('leaves out measured usage with which policies deny what they admit now, and still states the defaults', () => {
    const usage = new Usage(readUsage(new SourceFile('top', 'a app 2 1Mi\n'), 'dev').samples)
    const given = pod('a').asking({resources: {requests: {cpu: '300m'}, limits: {cpu: '500m'}}, containers: [app()]})
    const suggestion = suggest([given], [limitRange('l', {type: 'Pod', max: {cpu: '1'}}, {type: 'Container', defaultRequest: {cpu: '100m'}})], {}, {usage})
    expect(changes(suggestion)).to.deep.equal(['requests[memory]  -> 1Mi: largest usage of 1 pod in 1 measurement 1Mi', 'requests[cpu]  -> 100m: default of LimitRange l'])
    expect(suggestion.notes).to.deep.equal(['the measured cpu of container app of Pod a is left out, as with it: pods "a" is forbidden: maximum cpu usage per Pod is 1, but limit is 2'])
    expect(suggestion.proof.regressions).to.deep.equal([])
  })

  it('leaves out only the usage that harms: of a resource, and of some containers', () => {
    const names = ['a', 'b', 'c', 'd', 'e']
    const ofUsage = (amounts: Readonly<Record<string, string>>): Usage =>
      new Usage(readUsage(new SourceFile('top', names.map((name) => `web ${name} ${amounts[name] ?? '10m'} 1Mi\n`).join('')), 'dev').samples)
    const given = pod('web').asking({resources: {requests: {cpu: '300m'}, limits: {cpu: '500m'}}, containers: names.map((name) => container(name))})
    const policies = [limitRange('l', {type: 'Pod', max: {cpu: '1'}})]
    const one = suggest([given], policies, {}, {usage: ofUsage({c: '2'})})
    expect(changes(one).map((text) => text.replace(/:.*/, '')).sort()).to.deep.equal([...names.map(() => 'requests[memory]  -> 1Mi'), ...['a', 'b', 'd', 'e'].map(() => 'requests[cpu]  -> 10m')].sort())
    expect(one.notes).to.deep.equal(['the measured cpu of container c of Pod web is left out, as with it: pods "web" is forbidden: maximum cpu usage per Pod is 1, but limit is 2020m'])
    const two = suggest([given], policies, {}, {usage: ofUsage({a: '2', e: '3'})})
    expect(changes(two).filter((text) => text.startsWith('requests[cpu]'))).to.have.length(3)
    expect(two.notes[0]).to.match(/^the measured cpu of container a and cpu of container e of Pod web is left out, as with it: .* but limit is 3\d+m$/)
    expect([...one.proof.regressions, ...two.proof.regressions]).to.deep.equal([])
  })

  it('suggests nothing for sidecars that are injected', () => {
    const injector = (made: Body): Body => {
      const {spec: {containers, ...spec}, ...body} = made as {readonly spec: {readonly containers: readonly Body[]}}
      return {...body, spec: {...spec, containers: [...containers, container('proxy')]}}
    }
    const suggestion = suggest([deployment('web', 1, {requests: {cpu: '100m'}})], bounds({default: {cpu: '1'}}), {injector})
    expect(suggestion.objects.flatMap(({amounts}) => amounts.map(({field}) => String(field)))).to.deep.equal(['spec.template.spec.containers[0].resources.limits[cpu]'])
  })

  it('suggests nothing for an object that cannot be decoded', () => {
    const body = pod('a').with(container('app', {limits: {cpu: '3'}}))
    const {objects, notes} = suggest([{...body, spec: {...body['spec'] as Body, initContainers: ['text']}}], bounds({default: {cpu: '1', memory: '1Gi'}}))
    expect(objects).to.deep.equal([])
    expect(notes.join()).to.contain('cannot be handled as a Pod')
  })

  it('names pods that stay denied', () => {
    const suggestion = suggest([pod('a').with(app())], [limitRange('l', {type: 'Pod', max: {cpu: '1'}})])
    expect(suggestion.notes).to.deep.equal(['the pods of Pod a are denied with these changes, too: pods "a" is forbidden: maximum cpu usage per Pod is 1.  No limit is specified'])
  })

  it('reports usage that does not fit into a quota', () => {
    const usage = new Usage(readUsage(new SourceFile('top', 'a app 2 1Mi\n'), 'dev').samples)
    const suggestion = suggest([pod('a').with(app({requests: {cpu: '1'}}))], [quota({'requests.cpu': '1'})], {}, {usage})
    expect(suggestion.proof.regressions).to.deep.equal([
      'Pod a is denied: pods "a" is forbidden: exceeded quota: q, requested: requests.cpu=2, used: requests.cpu=0, limited: requests.cpu=1',
    ])
  })
})
