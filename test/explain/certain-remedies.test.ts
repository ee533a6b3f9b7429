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

const kata = '{apiVersion: node.k8s.io/v1, kind: RuntimeClass, metadata: {name: kata}, handler: kata, overhead: {podFixed: {cpu: 250m}}, scheduling: {nodeSelector: {disk: ssd}}}'

const claim = (storage: string): string =>
  `{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: data}, spec: {storageClassName: slow, volumeName: v, accessModes: [ReadWriteOnce], resources: {requests: {storage: ${storage}}}}, status: {phase: Bound}}`

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
  readonly existing?: string
  readonly changes: readonly string[]
  readonly advice?: readonly string[]
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
    title: 'set a label to the only value that a MetadataPolicy requires', object: pod(plain), policies: label('key: tier, operator: NotIn, values: [web]'),
    changes: ['set metadata.labels[tier]: undefined -> web'],
  },
  {
    title: 'remove an annotation from the template of a workload', object: workload('Deployment', 'replicas: 1').replace('labels: {a: b}}, spec', 'labels: {a: b}, annotations: {note: old}}, spec'),
    policies: metadataPolicy('annotationSelector: {matchLabels: {note: old}}'), changes: ['remove spec.template.metadata.annotations[note]: old -> undefined'],
  },
  {title: 'replace the name of a PriorityClass by a similar one', object: pod(`priorityClassName: importent, ${plain}`), policies: classes, changes: ['set spec.priorityClassName: importent -> important']},
  {title: 'replace the name of a RuntimeClass by a similar one', object: pod(`runtimeClassName: gvizor, ${plain}`), policies: classes, changes: ['set spec.runtimeClassName: gvizor -> gvisor']},
  {
    title: 'set the priority of a pod to that of its class', object: pod(`priorityClassName: important, priority: 5, ${plain}`), policies: classes,
    changes: ['set spec.priority: 5 -> 10'],
  },
  {
    title: 'set the preemption policy of a pod to that of its class', object: pod(`priorityClassName: important, preemptionPolicy: Never, ${plain}`), policies: classes,
    changes: ['set spec.preemptionPolicy: Never -> PreemptLowerPriority'],
  },
  {
    title: 'remove an overhead that is not that of the RuntimeClass', object: pod(`runtimeClassName: kata, overhead: {cpu: 100m}, ${plain}`), policies: kata,
    changes: ['remove spec.overhead: {"cpu":"100m"} -> undefined'],
  },
  {
    title: 'remove an overhead of a pod whose RuntimeClass has none', object: pod(`runtimeClassName: gvisor, overhead: {cpu: 100m}, ${plain}`), policies: classes,
    changes: ['remove spec.overhead: {"cpu":"100m"} -> undefined'],
  },
  {
    title: 'set a node selector to that of the RuntimeClass', object: pod(`runtimeClassName: kata, nodeSelector: {disk: hdd}, ${plain}`), policies: kata,
    changes: ['set spec.nodeSelector[disk]: hdd -> ssd'],
  },
  {
    title: 'keep the size of a claim that cannot be expanded', object: claim('2Gi'), existing: claim('1Gi'),
    changes: ['set spec.resources.requests[storage]: 2Gi -> 1Gi'],
  },
  {
    title: 'keep the stored value of a field that an update must not change', object: workload('Deployment', 'replicas: 1').replaceAll('a: b', 'a: b, c: d'),
    existing: workload('Deployment', 'replicas: 1'), advice: ['An update cannot make this change of spec.selector: delete the object and create it again.'],
    changes: ['set spec.selector: {"matchLabels":{"a":"b","c":"d"}} -> {"matchLabels":{"a":"b"}}'],
  },
  {
    title: 'change the template of the claim that is denied',
    object: workload('StatefulSet', 'serviceName: s, volumeClaimTemplates: [{metadata: {name: a}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}, '
      + '{metadata: {name: b}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 8Gi}}}}]'),
    policies: limits('type: PersistentVolumeClaim, max: {storage: 5Gi}'),
    changes: ['set spec.volumeClaimTemplates[1].spec.resources.requests[storage]: 8Gi -> 5Gi'],
  },
  {
    title: 'remove an annotation that contradicts the class of an Ingress',
    object: '{apiVersion: networking.k8s.io/v1, kind: Ingress, metadata: {name: web, annotations: {kubernetes.io/ingress.class: traefik}}, '
      + 'spec: {ingressClassName: nginx, defaultBackend: {service: {name: web, port: {number: 80}}}}}',
    changes: ['remove metadata.annotations[kubernetes.io/ingress.class]: traefik -> undefined'],
  },
  ...['initContainers', 'containers'].flatMap((list) => ([['seccomp', 'container.seccomp.security.alpha'], ['appArmor', 'container.apparmor.security.beta']] as const).map(([field, key]): Case => ({
    title: `remove an annotation that contradicts ${field} of ${list} in a template`,
    object: workload('Deployment', 'replicas: 1', `${list === 'containers' ? '' : `${plain}, `}${list}: [{name: one, image: a, securityContext: {${field}Profile: {type: RuntimeDefault}}}]`)
      .replace('labels: {a: b}', `labels: {a: b}, annotations: {${key}.kubernetes.io/one: unconfined}`),
    changes: [`remove spec.template.metadata.annotations[${key}.kubernetes.io/one]: unconfined -> undefined`],
  }))),
  {
    title: 'remove an annotation that contradicts the seccomp profile of a pod',
    object: pod(`securityContext: {seccompProfile: {type: RuntimeDefault}}, ${plain}`, ', annotations: {seccomp.security.alpha.kubernetes.io/pod: unconfined}'),
    changes: ['remove metadata.annotations[seccomp.security.alpha.kubernetes.io/pod]: unconfined -> undefined'],
  },
  {
    title: 'leave out amounts that a default sets anyway',
    object: pod('containers: [{name: a, image: a}, {name: b, image: b}]'),
    policies: `${limits('type: Container, min: {memory: 1Gi}, default: {memory: 4Gi}, defaultRequest: {memory: 1Gi}')}\n---\n`
      + '{apiVersion: v1, kind: ResourceQuota, metadata: {name: q}, spec: {hard: {limits.memory: 4608Mi}}}',
    changes: ['set spec.containers[0].resources.limits[memory]: 4Gi -> 1Gi', 'set spec.containers[1].resources.limits[memory]: 4Gi -> 3584Mi'],
  },
  {
    title: 'raise a request to its min before its limit is stated for a ratio', object: pod(resources('requests: {memory: 1Mi}')),
    policies: limits('type: Container, min: {memory: 64Mi}, maxLimitRequestRatio: {memory: "4"}'),
    changes: ['set spec.containers[0].resources.requests[memory]: 1Mi -> 64Mi', 'set spec.containers[0].resources.limits[memory]: undefined -> 64Mi'],
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
  for (const {title, object, policies, existing, changes, advice = []} of cases) {
    it(title, () => {
      const story = storyOf(object, policies, existing)
      expect(changesOf(story), story.review.status.message).to.deep.equal(changes)
      expect([story.advice, story.withoutRemedy]).to.deep.equal([advice, undefined])
    })
  }

  it('offer one change for each of two rules that set a label to different values', () => {
    const policy = (name: string, selector: string): string =>
      `{apiVersion: kadm.dev/v1, kind: MetadataPolicy, metadata: {name: ${name}}, spec: {rules: [{policyPredicate: {labelSelector: {matchLabels: {${selector}}}}, policyAction: {updatedLabels: {team: ${name}}}}]}}`
    const {remedies} = storyOf(pod(plain, ', labels: {app: web, tier: front}'), `${policy('one', 'app: web')}\n---\n${policy('two', 'tier: front')}`)
    expect(remedies.map(({edits}) => edits.map(({field, operation}) => `${operation} ${field}`))).to.deep.equal([['remove metadata.labels[app]'], ['remove metadata.labels[tier]']])
  })
})

describe('remedies of more than two rules that set a label to different values', () => {
  const rule = (name: string, team: string): string =>
    `{apiVersion: kadm.dev/v1, kind: MetadataPolicy, metadata: {name: ${name}}, spec: {rules: [{policyPredicate: {labelSelector: {matchLabels: {${name}: x}}}, policyAction: {updatedLabels: {team: ${team}}}}]}}`
  const removedBy = (rules: readonly string[], labels: readonly string[]): string[][] =>
    storyOf(pod(plain, `, labels: {${labels.map((name) => `${name}: x`).join(', ')}}`), rules.join('\n---\n'))
      .remedies.map(({edits}) => edits.map(({field, operation}) => `${operation} ${field}`))

  it('keep all but one from matching', () => {
    expect(removedBy([rule('a', 'one'), rule('b', 'two'), rule('c', 'three')], ['a', 'b', 'c'])).to.deep.equal([
      ['remove metadata.labels[a]', 'remove metadata.labels[b]'], ['remove metadata.labels[a]', 'remove metadata.labels[c]'],
    ])
  })

  it('keep those that agree, and prefer the fewest edits', () => {
    expect(removedBy([rule('a', 'one'), rule('b', 'two'), rule('c', 'one'), rule('d', 'one')], ['a', 'b', 'c', 'd'])).to.deep.equal([
      ['remove metadata.labels[b]'], ['a', 'c', 'd'].map((name) => `remove metadata.labels[${name}]`),
    ])
  })
})

describe('Events that EventRateLimit denies', () => {
  const event = (name: string, time: string): string =>
    `{apiVersion: v1, kind: Event, metadata: {name: ${name}, namespace: default}, involvedObject: {kind: Pod, namespace: default, name: ${name}}, reason: Started, type: Normal${time === '' ? '' : `, firstTimestamp: "2026-01-01T00:00:${time}Z"`}}`
  const delaysOf = (limits: string, events: readonly string[]): unknown[] => {
    const pluginConfigurations = {EventRateLimit: {limits: JSON.parse(limits) as object[]}}
    return explainRequests({files: [new SourceFile('events.yaml', events.join('\n---\n'))]}, {pluginConfigurations})
      .stories.map(({remedies: [first]}) => first && [first.delayMilliseconds, first.isSmallest])
  }

  it('are admitted later, when there is a token', () => {
    expect(delaysOf('[{"type": "Namespace", "qps": 3, "burst": 1}]', [event('a', ''), event('b', '')])).to.deep.equal([undefined, [334, true]])
  })

  it('wait for the slowest limit', () => {
    const limits = '[{"type": "Namespace", "qps": 1, "burst": 1}, {"type": "Server", "qps": 2, "burst": 1}]'
    expect(delaysOf(limits, [event('a', ''), event('b', '')])).to.deep.equal([undefined, [1000, true]])
  })

  it('wait longer if another Event takes the token', () => {
    const limits = '[{"type": "Namespace", "qps": 1, "burst": 1}]'
    expect(delaysOf(limits, [event('a', '00'), event('b', '00'), event('c', '01')])).to.deep.equal([undefined, [2000, true], undefined])
  })
})

describe('changes for plugins that are off by default', () => {
  const changesWith = (plugin: string, object: string, {policies = '', existing = '', configuration}: {policies?: string, existing?: string, configuration?: object} = {}): readonly (readonly string[])[] => {
    const files = {files: [new SourceFile('object.yaml', object)], policies: [new SourceFile('policies.yaml', policies)], existing: [new SourceFile('existing.yaml', existing)]}
    const {stories} = explainRequests(files, {enableAdmissionPlugins: [plugin], ...configuration && {pluginConfigurations: {[plugin]: configuration}}})
    expect(stories.map(({review}) => review.allowed)).to.deep.equal([false])
    return stories.map(changesOf)
  }

  const service = (...addresses: string[]): string => `{apiVersion: v1, kind: Service, metadata: {name: web}, spec: {clusterIP: 10.0.0.9, ports: [{port: 80}], externalIPs: [${addresses.join(', ')}]}}`

  const namespaceWith = (annotations: object): string => JSON.stringify({apiVersion: 'v1', kind: 'Namespace', metadata: {name: 'default', annotations}})

  it('remove external IPs of Services that DenyServiceExternalIPs forbids', () => {
    expect(changesWith('DenyServiceExternalIPs', service('10.1.1.1', '10.1.1.2'))).to.deep.equal([['remove spec.externalIPs: ["10.1.1.1","10.1.1.2"] -> undefined']])
    expect(changesWith('DenyServiceExternalIPs', service('10.1.1.3', '10.1.1.1', '10.1.1.2'), {existing: service('10.1.1.1')}))
      .to.deep.equal([['remove spec.externalIPs[0]: 10.1.1.3 -> undefined', 'remove spec.externalIPs[2]: 10.1.1.2 -> undefined']])
  })

  it('set node selectors to those of the namespace, for PodNodeSelector', () => {
    const policies = namespaceWith({'scheduler.alpha.kubernetes.io/node-selector': 'disk=ssd,zone=a'})
    expect(changesWith('PodNodeSelector', pod(`nodeSelector: {disk: hdd, zone: a, app: x}, ${plain}`), {policies})).to.deep.equal([['set spec.nodeSelector[disk]: hdd -> ssd']])
  })

  it('remove labels of node selectors that are not in the whitelist of PodNodeSelector, and set others to its values', () => {
    const configuration = {podNodeSelectorPluginConfig: {default: 'disk=ssd'}}
    expect(changesWith('PodNodeSelector', pod(`nodeSelector: {disk: hdd, app: x}, ${plain}`), {configuration}))
      .to.deep.equal([['set spec.nodeSelector[disk]: hdd -> ssd', 'remove spec.nodeSelector[app]: x -> undefined']])
    const policies = namespaceWith({'scheduler.alpha.kubernetes.io/node-selector': 'zone=a'})
    expect(changesWith('PodNodeSelector', pod(`nodeSelector: {app: x}, ${plain}`), {configuration, policies})).to.deep.equal([[]])
  })

  it('remove tolerations that are not in the whitelist of PodTolerationRestriction', () => {
    const whitelist = (...own: object[]): string => namespaceWith({'scheduler.alpha.kubernetes.io/tolerationsWhitelist': JSON.stringify(own)})
    const policies = whitelist({key: 'node.kubernetes.io/not-ready', operator: 'Exists'}, {key: 'node.kubernetes.io/unreachable', operator: 'Exists'}, {key: 'gpu', operator: 'Exists'})
    const tolerations = 'tolerations: [{key: a, operator: Exists}, {key: gpu, operator: Exists}, {key: b, operator: Exists}]'
    expect(changesWith('PodTolerationRestriction', pod(`${tolerations}, ${plain}`), {policies}))
      .to.deep.equal([['remove spec.tolerations[0]: {"key":"a","operator":"Exists"} -> undefined', 'remove spec.tolerations[2]: {"key":"b","operator":"Exists"} -> undefined']])
    // The server adds tolerations that this whitelist does not have.
    expect(changesWith('PodTolerationRestriction', pod(`${tolerations}, ${plain}`), {policies: whitelist({key: 'gpu', operator: 'Exists'})})).to.deep.equal([[]])
  })
})

describe('changes of Events', () => {
  const event = (name: string, more: string): string =>
    `{apiVersion: v1, kind: Event, metadata: {name: ${name}, namespace: default${more}}, involvedObject: {kind: Pod, namespace: default, name: ${name}}, reason: Started, type: Normal}`

  it('are verified with the tokens that other Events leave', () => {
    const policies = [new SourceFile('p.yaml', label('key: tier, operator: Exists'))]
    const pluginConfigurations = {EventRateLimit: {limits: [{type: 'Namespace', qps: 1, burst: 2}]}}
    const files = [new SourceFile('events.yaml', [event('a', ''), event('b', ', labels: {tier: x}'), event('c', '')].join('\n---\n'))]
    const {stories} = explainRequests({files, policies}, {pluginConfigurations})
    expect(stories.map(({review}) => review.status.code)).to.deep.equal([201, 403, 201])
    expect(stories.map(changesOf)).to.deep.equal([[], ['remove metadata.labels[tier]: x -> undefined'], []])
  })
})

interface AdviceCase {
  readonly title: string
  readonly object: string
  readonly policies?: string
  readonly existing?: string
  readonly advice: readonly string[]
  readonly withoutRemedy?: string
}

const adviceCases: readonly AdviceCase[] = [
  {
    title: 'any value of a label that must be there', object: pod(plain), policies: label('key: tier, operator: DoesNotExist'),
    advice: ['MetadataPolicy tiers (spec.rules[0]) admits the object with metadata.labels[tier]: any value.'],
  },
  {
    title: 'the values of a label of which a MetadataPolicy requires one', object: pod(plain), policies: label('key: tier, operator: NotIn, values: [web, db]'),
    advice: ['MetadataPolicy tiers (spec.rules[0]) admits the object with metadata.labels[tier]: the value "web", "db".'],
  },
  {
    title: 'the rules that set a label to different values', object: pod(plain),
    policies: '{apiVersion: kadm.dev/v1, kind: MetadataPolicy, metadata: {name: tiers}, spec: {rules: [{policyPredicate: {labelSelector: {matchExpressions: [{key: app, operator: DoesNotExist}]}}, policyAction: {updatedLabels: {tier: web}}}, {policyPredicate: {}, policyAction: {updatedLabels: {tier: db}}}]}}',
    advice: [
      'MetadataPolicy tiers (spec.rules[0]) does not set metadata.labels[tier] with metadata.labels[app]: any value.',
      'MetadataPolicy tiers (spec.rules[1]) always sets metadata.labels[tier].',
    ],
  },
  {
    title: 'the fields that an update must not change', object: pod('containers: [{name: app, image: a, env: [{name: A, value: b}]}]'), existing: pod(plain),
    advice: ['An update cannot make this change of spec: delete the object and create it again.'],
  },
  {
    title: 'no value of a Secret', object: '{apiVersion: v1, kind: Secret, metadata: {name: key}, type: other}', existing: '{apiVersion: v1, kind: Secret, metadata: {name: key}, type: secret}',
    advice: ['An update cannot make this change of type: delete the object and create it again.'],
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
  for (const {title, object, policies, existing, advice, withoutRemedy} of adviceCases) {
    it(title, () => {
      const story = storyOf(object, policies, existing)
      expect(story.remedies).to.deep.equal([])
      expect([story.advice, story.withoutRemedy]).to.deep.equal([advice, withoutRemedy])
    })
  }

})

describe('the limits of trials', () => {
  it('are the reason that a story states if they prevent a change', () => {
    const one = (name: number): string => pod(resources('requests: {cpu: "2"}, limits: {cpu: "1"}')).replace('name: web', `name: web-${name}`)
    const file = new SourceFile('pods.yaml', Array.from({length: 120}, (_, i) => one(i)).join('\n---\n'))
    const {stories} = explainRequests({files: [file]})
    expect(stories[0]?.remedies).to.have.length(1)
    expect(stories.at(-1)?.withoutRemedy).to.equal('There may be a change that would be admitted, but kadm has not tried it: kadm sends at most 200 changed objects in a run.')
  })

  it('are the reason that a story states if a smaller change was not tried', () => {
    const one = (name: number): string => pod(resources('requests: {cpu: "2"}, limits: {cpu: "1"}')).replace('name: web', `name: web-${name}`)
    const more = pod(`restartPolcy: Never, ${plain}`).replace('name: web', 'name: first')
    const file = new SourceFile('pods.yaml', [more, ...Array.from({length: 120}, (_, i) => one(i))].join('\n---\n'))
    const stories = explainRequests({files: [file]}).stories.filter(({remedies: [first]}) => first?.isSmallest === false)
    expect(stories.flatMap(({advice}) => advice)).to.deep.equal(['A smaller change may be admitted, too, but kadm has not tried it: kadm sends at most 200 changed objects in a run.'])
  })

  it('bound the characters that all trials together simulate again @slow', () => {
    const quota = `# ${'x'.repeat(9 * 2 ** 20)}\n{apiVersion: v1, kind: ResourceQuota, metadata: {name: a}, spec: {hard: {pods: "1"}}}`
    const {remedies, advice} = storyOf(workload('Deployment', 'replicas: 2'), quota)
    expect(remedies.map(({isSmallest}) => isSmallest)).to.deep.equal([false])
    expect(advice).to.deep.equal(['A smaller change may be admitted, too, but kadm has not tried it: kadm simulates at most 16 Mi characters of input again to verify changes.'])
  })

  it('bound the characters that are simulated again @slow', () => {
    const quota = `# ${'x'.repeat(17 * 2 ** 20)}\n{apiVersion: v1, kind: ResourceQuota, metadata: {name: a}, spec: {hard: {pods: "1"}}}`
    expect(storyOf(workload('Deployment', 'replicas: 2'), quota).withoutRemedy)
      .to.equal('There may be a change that would be admitted, but kadm has not tried it: kadm simulates at most 16 Mi characters of input again to verify changes.')
  })
})
