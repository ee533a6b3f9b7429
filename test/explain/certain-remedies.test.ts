import {expect} from 'chai'

import {explainRequests} from '../../src/explain/explain.js'
import type {Story} from '../../src/explain/types.js'
import {SourceFile} from '../../src/source/source-file.js'

const pod = (spec: string, metadata = ''): string => `{apiVersion: v1, kind: Pod, metadata: {name: web${metadata}}, spec: {${spec}}}`

const resources = (text: string): string => `containers: [{name: app, image: a, resources: {${text}}}]`

const plain = 'containers: [{name: app, image: a}]'

const workload = (kind: string, more: string, podSpec = plain): string =>
  `{apiVersion: apps/v1, kind: ${kind}, metadata: {name: web}, spec: {${more}, selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {${podSpec}}}}}`

const limits = (item: string): string => `{apiVersion: v1, kind: LimitRange, metadata: {name: limits}, spec: {limits: [{${item}}]}}`

const metadataPolicy = (selector: string): string =>
  `{apiVersion: kadm.dev/v1, kind: MetadataPolicy, metadata: {name: tiers}, spec: {rules: [{policyPredicate: {${selector}}, policyAction: {reject: true}}]}}`

const label = (expression: string): string => metadataPolicy(`labelSelector: {matchExpressions: [{${expression}}]}`)

const classes = `{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: important}, value: 10}
---
{apiVersion: node.k8s.io/v1, kind: RuntimeClass, metadata: {name: gvisor}, handler: runsc}`

function storyOf(object: string, policies = '', existing = ''): Story {
  const files = {files: [new SourceFile('object.yaml', object)], policies: [new SourceFile('policies.yaml', policies)], existing: [new SourceFile('existing.yaml', existing)]}
  const [story] = explainRequests(files).stories
  if (story === undefined) throw new Error('there is no story')
  return story
}

const changesOf = ({remedies: [first]}: Story): string[] =>
  first?.edits.map(({field, operation, from, to}) => `${operation} ${field}: ${from} -> ${to}`) ?? []

interface Case {
  readonly title: string
  readonly object: string
  readonly policies?: string
  readonly changes: readonly string[]
}

const cases: readonly Case[] = [
  {
    title: 'lower a request to the limit that the manifest states', object: pod(resources('requests: {cpu: "2"}, limits: {cpu: "1"}')),
    changes: ['set spec.containers[0].resources.requests[cpu]: 2 -> 1'],
  },
  {
    title: 'raise a default limit to the request', object: pod(resources('requests: {memory: 1Gi}')), policies: limits('type: Container, default: {memory: 512Mi}'),
    changes: ['set spec.containers[0].resources.limits[memory]: 512Mi -> 1Gi'],
  },
  {
    title: 'state a limit of a device that equals the request', object: pod(resources('requests: {example.com/gpu: "2", cpu: "1"}')),
    changes: ['set spec.containers[0].resources.limits[example.com/gpu]: undefined -> 2'],
  },
  {
    title: 'make the request of a device equal to its limit', object: pod(resources('requests: {example.com/gpu: "1"}, limits: {example.com/gpu: "2"}')),
    changes: ['set spec.containers[0].resources.requests[example.com/gpu]: 1 -> 2'],
  },
  {
    title: 'replace negative amounts and numbers by 0', object: workload('Deployment', 'replicas: -3', resources('requests: {cpu: "-1"}')),
    changes: ['set spec.replicas: -3 -> 0', 'set spec.template.spec.containers[0].resources.requests[cpu]: -1 -> 0'],
  },
  {title: 'rename an unknown field with a similar name', object: pod(`restartPolcy: Never, ${plain}`), changes: ['rename spec.restartPolcy: restartPolcy -> restartPolicy']},
  {title: 'replace a misspelt value', object: pod(`restartPolicy: never, ${plain}`), changes: ['set spec.restartPolicy: never -> Never']},
  {
    title: 'read a quoted number as a number', object: pod('containers: [{name: app, image: a, ports: [{containerPort: "80"}]}]'),
    changes: ['set spec.containers[0].ports[0].containerPort: 80 -> 80'],
  },
  {
    title: 'replace a misspelt item of a list',
    object: '{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: data}, spec: {accessModes: [readWriteOnce], resources: {requests: {storage: 1Gi}}}}',
    changes: ['set spec.accessModes[0]: readWriteOnce -> ReadWriteOnce'],
  },
  {title: 'remove a label that a MetadataPolicy forbids', object: pod(plain, ', labels: {tier: x}'), policies: label('key: tier, operator: Exists'), changes: ['remove metadata.labels[tier]: x -> undefined']},
  {
    title: 'set a label to the first value that a MetadataPolicy requires', object: pod(plain), policies: label('key: tier, operator: NotIn, values: [web, db]'),
    changes: ['set metadata.labels[tier]: undefined -> db'],
  },
  {
    title: 'remove an annotation from the template of a workload', object: workload('Deployment', 'replicas: 1').replace('labels: {a: b}}, spec', 'labels: {a: b}, annotations: {note: old}}, spec'),
    policies: metadataPolicy('annotationSelector: {matchLabels: {note: old}}'), changes: ['remove spec.template.metadata.annotations[note]: old -> undefined'],
  },
  {title: 'replace the name of a PriorityClass by a similar one', object: pod(`priorityClassName: importent, ${plain}`), policies: classes, changes: ['set spec.priorityClassName: importent -> important']},
  {title: 'replace the name of a RuntimeClass by a similar one', object: pod(`runtimeClassName: gvizor, ${plain}`), policies: classes, changes: ['set spec.runtimeClassName: gvizor -> gvisor']},
  {
    title: 'change the template of the claim that is denied',
    object: workload('StatefulSet', 'serviceName: s, volumeClaimTemplates: [{metadata: {name: a}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}, '
      + '{metadata: {name: b}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 8Gi}}}}]'),
    policies: limits('type: PersistentVolumeClaim, max: {storage: 5Gi}'),
    changes: ['set spec.volumeClaimTemplates[1].spec.resources.requests[storage]: 8Gi -> 5Gi'],
  },
  {
    title: 'fix several reasons one after another', object: pod(`restartPolicy: never, priorityClassName: importent, ${resources('requests: {cpu: "3"}')}`),
    policies: `${classes}\n---\n${limits('type: Container, max: {cpu: "2"}, default: {cpu: "1"}')}`,
    changes: [
      'set spec.priorityClassName: importent -> important', 'set spec.containers[0].resources.requests[cpu]: 3 -> 2', 'set spec.containers[0].resources.limits[cpu]: 1 -> 2',
      'set spec.restartPolicy: never -> Never',
    ],
  },
]

describe('certain remedies', () => {
  for (const {title, object, policies, changes} of cases) {
    it(title, () => {
      const story = storyOf(object, policies)
      expect(changesOf(story), story.review.status.message).to.deep.equal(changes)
      expect(story.withoutRemedy).to.equal(undefined)
    })
  }
})

interface AdviceCase {
  readonly title: string
  readonly object: string
  readonly policies?: string
  readonly advice: readonly string[]
  readonly withoutRemedy?: string
}

const adviceCases: readonly AdviceCase[] = [
  {
    title: 'any value of a label that must be there', object: pod(plain), policies: label('key: tier, operator: DoesNotExist'),
    advice: ['MetadataPolicy tiers (spec.rules[0]) admits the object with metadata.labels[tier]: any value.'],
  },
  {
    title: 'the known PriorityClasses', object: pod(`priorityClassName: other, ${plain}`), policies: classes,
    advice: ['spec.priorityClassName can be important, system-cluster-critical, system-node-critical: the input has no other PriorityClass.'],
  },
  {
    title: 'the known RuntimeClasses', object: pod(`runtimeClassName: other, ${plain}`), policies: classes,
    advice: ['spec.runtimeClassName can be gvisor: the input has no other RuntimeClass.'],
  },
  {
    title: 'nothing for a field without a certain value', object: pod('containers: [{name: app}]'), advice: [],
    withoutRemedy: 'kadm offers a change of an invalid field only if it is certain: the messages above state what is allowed.',
  },
  {
    title: 'nothing if no change helps', object: pod(plain), policies: '{apiVersion: v1, kind: ResourceQuota, metadata: {name: a}, spec: {hard: {pods: "0"}}}\n---\n{apiVersion: v1, kind: ResourceQuota, metadata: {name: b}, spec: {hard: {pods: "0"}}}',
    advice: [], withoutRemedy: 'kadm found no change of the object or its quotas that would be admitted.',
  },
]

describe('advice without a certain remedy names', () => {
  for (const {title, object, policies, advice, withoutRemedy} of adviceCases) {
    it(title, () => {
      const story = storyOf(object, policies)
      expect(story.remedies).to.deep.equal([])
      expect([story.advice, story.withoutRemedy]).to.deep.equal([advice, withoutRemedy])
    })
  }

  it('the StorageClasses that allow expansion', () => {
    const claim = (storage: string): string => `{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: data}, spec: {storageClassName: slow, volumeName: v, accessModes: [ReadWriteOnce], resources: {requests: {storage: ${storage}}}}, status: {phase: Bound}}`
    const fast = '{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: fast}, provisioner: p, allowVolumeExpansion: true}'
    expect(storyOf(claim('2Gi'), fast, claim('1Gi')).advice).to.deep.equal(['spec.storageClassName can be fast: the input has no other StorageClass that allows expansion.'])
  })
})

describe('the limits of trials', () => {
  it('are the reason that a story states if they prevent a change', () => {
    const one = (name: number): string => pod(resources('requests: {cpu: "2"}, limits: {cpu: "1"}')).replace('name: web', `name: web-${name}`)
    const file = new SourceFile('pods.yaml', Array.from({length: 120}, (_, i) => one(i)).join('\n---\n'))
    const {stories} = explainRequests({files: [file]})
    expect(stories[0]?.remedies).to.have.length(1)
    expect(stories.at(-1)?.withoutRemedy).to.equal('There may be a change that would be admitted, but kadm has not tried it: kadm sends at most 200 changed objects in a run.')
  })

  it('bound the characters that are simulated again', () => {
    const quota = `# ${'x'.repeat(17 * 2 ** 20)}\n{apiVersion: v1, kind: ResourceQuota, metadata: {name: a}, spec: {hard: {pods: "1"}}}`
    expect(storyOf(workload('Deployment', 'replicas: 2'), quota).withoutRemedy)
      .to.equal('There may be a change that would be admitted, but kadm has not tried it: kadm simulates at most 16 Mi characters of input again to verify changes.')
  })
})
