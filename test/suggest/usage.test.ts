import {expect} from 'chai'

import {SourceFile} from '../../src/source/source-file.js'
import {readUsage} from '../../src/suggest/usage/read-usage.js'
import {percentile, Usage, type UsageSubject} from '../../src/suggest/usage/usage.js'

const read = (text: string): readonly string[] => {
  const file = new SourceFile('usage', text)
  const {samples, errors} = readUsage(file, 'dev')
  const place = (offset: number): string => `${file.position(offset).line}:${file.position(offset).column}`
  return [
    ...samples.map(({namespace, pod, container, cpu, memory}) => [namespace, pod, container, cpu, memory].join(' ')),
    ...errors.map(({message, span: {start}}) => `${place(start)}: ${message}`),
  ]
}

const wrongKind = 'usage is the output of "kubectl top pods --containers", or objects of the kinds PodMetrics and PodMetricsList'

const metrics = (pod: string, containers = 'containers: [{name: app, usage: {cpu: 1234567n, memory: 2048Ki}}]'): string =>
  `{apiVersion: metrics.k8s.io/v1beta1, kind: PodMetrics, metadata: {name: ${pod}, namespace: shop}, timestamp: "2026-01-31T10:00:00Z", window: 15s, ${containers}}`

describe('readUsage', () => {
  const cases: Readonly<Record<string, readonly [text: string, expected: readonly string[]]>> = {
    'kubectl top pods --containers': ['POD      NAME   CPU(cores)   MEMORY(bytes)   \nweb-0    app    12m          45Mi            \nweb-0    log    1m           3Mi\n', ['dev web-0 app 12m 45Mi', 'dev web-0 log 1m 3Mi']],
    'all namespaces, with Windows line breaks': ['NAMESPACE POD NAME CPU(cores) MEMORY(bytes)\r\nshop web-0 app 1 1Gi\r\n', ['shop web-0 app 1 1Gi']],
    'no headers': ['web-0 app 12m 45Mi\n', ['dev web-0 app 12m 45Mi']],
    'no headers, all namespaces': ['shop web-0 app 12m 45Mi', ['shop web-0 app 12m 45Mi']],
    'several outputs in one file': ['POD NAME CPU(cores) MEMORY(bytes)\na b 1m 1Mi\n\nPOD NAME CPU(cores) MEMORY(bytes)\na b 2m 2Mi\n', ['dev a b 1m 1Mi', 'dev a b 2m 2Mi']],
    'a sum': ['POD NAME CPU(cores) MEMORY(bytes)\na b 1m 1Mi\n         ________ ________\n      1m 1Mi\nc d 1m 1Mi\n', ['dev a b 1m 1Mi', 'dev c d 1m 1Mi']],
    'pods without containers': ['NAME CPU(cores) MEMORY(bytes)\nweb-0 12m 45Mi\n', ['1:1: the usage of containers is missing: run "kubectl top pods --containers"']],
    'a line with another number of columns': ['POD NAME CPU(cores) MEMORY(bytes)\na b 1m\n', ['2:1: a line has 4 columns (POD, NAME, CPU(cores), MEMORY(bytes)), and this one has 3']],
    'an amount that is none': ['POD NAME CPU(cores) MEMORY(bytes)\na b 1x 1Mi\n', ['2:1: "1x" is no amount of CPU, such as 250m']],
    'an unknown amount of memory': ['POD NAME CPU(cores) MEMORY(bytes)\na b 1 <unknown>\n', ['2:1: "<unknown>" is no amount of memory, such as 128Mi']],
    'a negative amount': ['a b -1 1Mi\n', ['1:1: "-1" is no amount of CPU, such as 250m']],
    'PodMetrics': [metrics('web-0'), ['shop web-0 app 2m 2Mi']],
    'a list of kubectl, and a document more': [`{apiVersion: v1, kind: List, items: [${metrics('a')}, ${metrics('b')}]}\n---\n${metrics('c')}`, ['a', 'b', 'c'].map((pod) => `shop ${pod} app 2m 2Mi`)],
    'PodMetricsList, whose items have no kind': [
      '{"kind":"PodMetricsList","apiVersion":"metrics.k8s.io/v1beta1","items":[{"metadata":{"name":"a"},"containers":[{"name":"b","usage":{"cpu":"0","memory":"1Mi"}}]}]}', ['dev a b 0 1Mi'],
    ],
    'amounts in finer units than kubectl prints': [
      'kind: PodMetrics\nmetadata: {name: a}\ncontainers: [{name: b, usage: {cpu: 2100123456n, memory: 3000000Ki}}, {name: c, usage: {cpu: "0", memory: "1"}}]\n',
      ['dev a b 2101m 2930Mi', 'dev a c 0 1Mi'],
    ],
    'another kind': ['kind: Pod\napiVersion: v1\n', [`1:7: ${wrongKind}`]],
    'a list with another kind': ['kind: List\nitems:\n- kind: Pod\n', [`3:9: ${wrongKind}`]],
    'a text': ['just: [text', ['1:7: the bracket [ is never closed']],
    'nothing': ['', ['1:1: there is no usage in the file']],
    'no name': ['kind: PodMetrics\ncontainers: []\n', ['1:1: metrics of a pod need its name: metadata.name']],
    'no containers': [metrics('a', 'container: []'), ['1:1: metrics of a pod have a list of containers']],
    'no usage': [metrics('a', 'containers: [{name: b}]'), ['1:155: usage.cpu must be an amount such as 250m']],
    'a container that is none': [metrics('a', 'containers: [5]'), ['1:155: metrics of a container need its name']],
  }
  for (const [what, [text, expected]] of Object.entries(cases)) {
    it(`reads ${what}`, () => {
      expect(read(text)).to.deep.equal(expected)
    })
  }

  it('reports files that cannot be read', () => {
    expect(readUsage(new SourceFile('f', '', 'permission denied')).errors).to.containSubset([{message: 'the file cannot be read: permission denied'}])
  })
})

describe('Usage', () => {
  const usage = (...pods: string[]): Usage => new Usage(readUsage(new SourceFile('u', pods.map((pod, i) => `shop ${pod} app ${i + 1}m ${i + 1}Mi\n`).join(''))).samples)
  const owners: readonly (readonly [pod: string, kind: string, name: string])[] = [
    ['web-5d8f7c9b6d-zx2k4', 'Deployment', 'web'], ['web-api-5d8f7c9b6d-zx2k4', 'Deployment', 'web-api'], ['db-12', 'StatefulSet', 'db'], ['agent-zx2k4', 'DaemonSet', 'agent'],
    ['batch-zx2k4', 'Job', 'batch'], ['batch-3-zx2k4', 'Job', 'batch'], ['migrate-2-zx2k4', 'Job', 'migrate-2'], ['nightly-29123456-zx2k4', 'CronJob', 'nightly'], ['alone', 'Pod', 'alone'], ['rs-zx2k4', 'ReplicaSet', 'rs'],
  ]
  for (const [pod, kind, name] of owners) {
    it(`assigns the pod ${pod} to ${kind} ${name}`, () => {
      expect(usage(pod).of({namespace: 'shop', kind, name}, 'app')).to.include({samples: 1, pods: 1})
      expect(usage(pod).podsOutside([{namespace: 'shop', kind, name}])).to.deep.equal([])
    })
  }

  const long = (length: number): string => 'n'.repeat(length)
  const cutNames: readonly (readonly [kind: string, length: number, rest: string])[] = [
    ['Deployment', 47, '-5d8f7c9b6d-'], ['Deployment', 48, '-5d8f7c9b6d-'], ['Deployment', 57, '-5d8f7c9b6d-'], ['Deployment', 63, '-5d8f7c9b6d-'],
    ['CronJob', 52, '-29123456-'], ['Job', 58, '-'], ['DaemonSet', 60, '-'], ['ReplicaSet', 63, '-'],
  ]
  for (const [kind, length, rest] of cutNames) {
    it(`assigns pods whose names are cut to a ${kind} with a name of ${length} letters`, () => {
      const pod = `${`${long(length)}${rest}`.slice(0, 58)}zx2k4`
      const subject = {namespace: 'shop', kind, name: long(length)}
      expect(usage(pod).of(subject, 'app')).to.include({samples: 1, pods: 1})
      expect(usage(pod).podsOutside([subject])).to.deep.equal([])
      const others = [{...subject, namespace: 'dev'}, {...subject, name: long(40)}, {...subject, kind: 'StatefulSet'}]
      for (const other of others) expect(usage(pod).of(other, 'app')).to.equal(undefined)
      expect(usage(pod).of(subject, 'log')).to.equal(undefined)
      expect(usage(pod).podsOutside(others)).to.deep.equal([`shop/${pod}`])
    })
  }

  it('assigns a pod to the workload with the longest name', () => {
    const job = (name: string): UsageSubject => ({namespace: 'shop', kind: 'Job', name})
    const jobs = [job('migrate'), job('migrate-2'), {...job('migrate-2'), namespace: 'dev'}]
    const measured = usage('migrate-2-zx2k4', 'migrate-3-zx2k4', 'migrate-zx2k4').among(jobs)
    expect(jobs.map((subject) => measured.of(subject, 'app')?.cpu.map(String))).to.deep.equal([['2m', '3m'], ['1m'], undefined])
    expect(measured.podsOutside(jobs)).to.deep.equal([])
    const [short, cut] = [{...job(long(40)), kind: 'Deployment'}, {...job(`${long(40)}-bcdfg-${long(15)}`), kind: 'Deployment'}]
    const pod = `${cut.name.slice(0, 58)}zx2k4`
    expect([short, cut].map((subject) => usage(pod).among([short, cut]).of(subject, 'app')?.samples)).to.deep.equal([undefined, 1])
    expect(usage(pod).among([short]).podsOutside([short, cut])).to.deep.equal([`shop/${pod}`])
  })

  it('does not assign a pod to a workload whose name is only a part', () => {
    expect(usage('web-api-5d8f7c9b6d-zx2k4').of({namespace: 'shop', kind: 'Deployment', name: 'web'}, 'app')).to.equal(undefined)
    expect(usage('web-5d8f7c9b6d-zx2k4', 'x').podsOutside([{namespace: 'shop', kind: 'Deployment', name: 'web'}])).to.deep.equal(['shop/x'])
  })

  it('orders the measurements of all pods of a workload', () => {
    const {cpu, samples, pods} = usage('db-1', 'db-0', 'db-1').of({namespace: 'shop', kind: 'StatefulSet', name: 'db'}, 'app') ?? {cpu: [], samples: 0, pods: 0}
    expect([samples, pods, cpu.map(String)]).to.deep.equal([3, 2, ['1m', '2m', '3m']])
    expect([1, 50, 67, 95, 100].map((share) => String(percentile(cpu, share)))).to.deep.equal(['1m', '2m', '3m', '3m', '3m'])
  })
})
