import {expect} from 'chai'

import {within} from '../../../../helpers/cpu-time.js'
import {lintText} from '../../../../helpers/lint-text.js'
import {quotaOf, testRule, together} from '../../../../helpers/rule-table.js'

const selector = (...expressions: readonly string[]): string => `  scopeSelector: {matchExpressions: [${expressions.map((each) => `{${each}}`).join(', ')}]}\n`

const high = 'scopeName: PriorityClass, operator: In, values: [high]'

describe('ResourceQuota checks', () => {
  testRule('resource-quota/untracked-key', {
    severity: 'warning',
    accept: {
      'resources of containers': quotaOf('q', 'cpu: 1, requests.memory: 1Gi, limits.ephemeral-storage: 1Gi, hugepages-2Mi: 4Mi, requests.nvidia.com/gpu: 1'),
      'counts of objects': quotaOf('q', 'pods: 1, configmaps: 1, count/deployments.apps: 1, count/configmaps: 1, services.nodeports: 1, count/leases.coordination.k8s.io: 1'),
      'counts of custom resources': quotaOf('q', 'count/widgets.example.com: 1'),
      'claims by storage class': quotaOf('q', 'requests.storage: 1Gi, gold.storageclass.storage.k8s.io/requests.storage: 1Gi, gold.storageclass.storage.k8s.io/persistentvolumeclaims: 1'),
      'devices by device class': quotaOf('q', 'gpu.deviceclass.resource.k8s.io/devices: 1, requests.deviceclass.resource.kubernetes.io/gpu: 1'),
    },
    reject: {
      'limits of devices': [
        quotaOf('q', 'limits.nvidia.com/gpu: 4'), '5 4', 'limits.nvidia.com/gpu never counts anything: for extended resources, quotas count only requests, which equal the limits',
      ],
      'a device without the prefix requests.': [quotaOf('q', 'nvidia.com/gpu: 4'), '5 4', 'nvidia.com/gpu never counts anything: extended resources are counted as requests'],
      'a kind instead of a resource': [quotaOf('q', 'count/deployment.app: 4'), '5 4', /^count\/deployment\.app never counts anything: Kubernetes serves no such resource in that group$/],
      'events': [quotaOf('q', 'count/events: 4'), '5 4', 'count/events never counts anything: the server leaves events out of all quotas'],
      'events of events.k8s.io': [quotaOf('q', 'count/events.events.k8s.io: 4'), '5 4', /the server leaves events out of all quotas/],
      'an unknown resource of kubernetes.io': [quotaOf('q', 'kubernetes.io/foo: 4'), '5 4', /no evaluator counts it/],
      'a cluster-scoped resource': [quotaOf('q', 'count/namespaces: 4'), '5 4', /Kubernetes serves no such resource/],
    },
  })

  it('suggest the intended key for a key without usage', () => {
    const hintFor = (key: string): string | undefined => lintText(quotaOf('q', `${key}: 4`)).find(({ruleId}) => ruleId === 'resource-quota/untracked-key')?.hint
    const hints = {
      'limits.nvidia.com/gpu': 'write "requests.nvidia.com/gpu"', 'nvidia.com/gpu': 'write "requests.nvidia.com/gpu"',
      'count/deployment.app': 'write "count/deployments.apps"', 'count/deployments': 'write "count/deployments.apps"', 'count/Ingress.networking.k8s.io': 'write "count/ingresses.networking.k8s.io"',
      'count/pod': 'write "count/pods"', 'count/configmaps.v1': 'write "count/configmaps"', 'count/events': undefined, 'kubernetes.io/foo': undefined, 'count/typo.apps': undefined,
    }
    for (const [key, hint] of Object.entries(hints)) expect(hintFor(key), key).to.equal(hint)
  })

  testRule('resource-quota/zero', {
    severity: 'info',
    accept: {
      'resources that a quota of 0 forbids on purpose': quotaOf('q', 'services.loadbalancers: 0, services.nodeports: 0, requests.nvidia.com/gpu: 0, count/secrets: 0, gold.storageclass.storage.k8s.io/requests.storage: 0'),
      'pods of a scope': quotaOf('q', 'pods: 0', '  scopes: [CrossNamespacePodAffinity]\n'),
      'a small amount': quotaOf('q', 'cpu: 1m'),
    },
    reject: {
      'pods of 0': [quotaOf('q', 'pods: 0'), '5 0', 'pods is 0: no pod can be created in the namespace'],
      'requests.cpu of 0': [quotaOf('q', 'requests.cpu: "0"'), '5 "0"', 'requests.cpu is 0: every container must set a request of 0, or its pod is denied'],
      'limits.memory of 0': [quotaOf('q', 'limits.memory: 0Mi'), '5 0Mi', 'limits.memory is 0: every container must set a limit of 0, or its pod is denied'],
      'requests.storage of 0': [quotaOf('q', 'requests.storage: 0'), '5 0', 'requests.storage is 0: no claim can be created in the namespace'],
    },
  })

  testRule('resource-quota/requests-above-limits', {
    severity: 'warning',
    accept: {
      'equal amounts': quotaOf('q', 'requests.cpu: 1, limits.cpu: 1000m'),
      'requests without limits': quotaOf('q', 'requests.cpu: 1, limits.memory: 1Gi'),
      'a cpu bound that a lower requests.cpu overrides': quotaOf('q', 'cpu: 10, requests.cpu: 1, limits.cpu: 5'),
    },
    reject: {
      'requests above limits': [
        quotaOf('q', 'requests.cpu: 10, limits.cpu: 1'), '5 10', 'ResourceQuota requests.cpu (10) should be less than limits.cpu (1): a request is at most its limit, so that limits.cpu is used up first', '5 1',
      ],
      'memory above limits.memory': [quotaOf('q', 'memory: 2Gi, limits.memory: 1Gi'), '5 2Gi', /^ResourceQuota memory \(2Gi\) should be less than limits\.memory \(1Gi\)/, '5 1Gi'],
    },
  })

  testRule('resource-quota/scope-value', {
    severity: 'warning',
    accept: {'valid label values': quotaOf('q', 'pods: 1', selector(high, 'scopeName: PriorityClass, operator: Exists')), 'an empty value': quotaOf('q', 'pods: 1', selector('scopeName: PriorityClass, operator: NotIn, values: [""]'))},
    reject: {
      'a value with a space': [
        quotaOf('q', 'pods: 1', selector('scopeName: PriorityClass, operator: In, values: [bad value!]')), '6 values',
        /^every new pod of the namespace gets the answer 500: error matching scopes of quota q, err: error on matching scope \{PriorityClass In \[bad value!\]\}: failed to parse and convert selector: values\[0\]\[PriorityClass\]: Invalid value: "bad value!"/,
      ],
      'a value for claims that is too long': [
        quotaOf('q', 'requests.storage: 1Gi', selector(`scopeName: VolumeAttributesClass, operator: NotIn, values: [${'a'.repeat(70)}]`)), '6 values', /^every new claim .* must be no more than 63 bytes$/,
      ],
    },
  })

  testRule('resource-quota/never-matches', {
    severity: 'warning',
    accept: {
      'a quota without scopes': quotaOf('q', 'count/configmaps: 1'),
      'keys of pods in scopes of pods': quotaOf('q', 'pods: 1, count/pods: 1, requests.nvidia.com/gpu: 1', '  scopes: [NotTerminating, NotBestEffort]\n'),
      'keys of claims in a scope of claims': quotaOf('q', 'requests.storage: 1Gi, gold.storageclass.storage.k8s.io/persistentvolumeclaims: 1', '  scopes: [VolumeAttributesClass]\n'),
      'conditions that one class meets': quotaOf('q', 'pods: 1', selector(high, 'scopeName: PriorityClass, operator: NotIn, values: [low]')),
      'conditions that two classes of a claim meet': quotaOf('q', 'requests.storage: 1Gi',
        selector('scopeName: VolumeAttributesClass, operator: In, values: [gold]', 'scopeName: VolumeAttributesClass, operator: NotIn, values: [gold]')),
      'conditions that pods without a class meet': quotaOf('q', 'pods: 1', selector('scopeName: PriorityClass, operator: NotIn, values: [a]', 'scopeName: PriorityClass, operator: DoesNotExist')),
    },
    reject: {
      'scopes that exclude each other': [
        quotaOf('q', 'pods: 1', `  scopes: [BestEffort]\n${selector('scopeName: NotBestEffort, operator: Exists')}`), '6 scopes', 'this quota never counts anything: no pod is in the scope BestEffort and in NotBestEffort',
      ],
      'a scope of claims together with a scope of pods': [
        quotaOf('q', 'count/pods: 1', '  scopes: [VolumeAttributesClass, Terminating]\n'), '6 scopes', /: only claims are in the scope VolumeAttributesClass, and only pods in Terminating$/,
      ],
      'conditions on classes that exclude each other': [
        quotaOf('q', 'pods: 1', selector(high, 'scopeName: PriorityClass, operator: In, values: [low]')), '6 scopeSelector', /: nothing meets \{PriorityClass In \[high\]\} and \{PriorityClass In \[low\]\}$/,
      ],
      'a class together with DoesNotExist': [quotaOf('q', 'pods: 1', selector(high, 'scopeName: PriorityClass, operator: DoesNotExist')), '6 scopeSelector', /: nothing meets/],
      'counts of other objects in a scope of pods': [
        quotaOf('q', 'count/configmaps: 1, pods: 2', '  scopes: [Terminating]\n'), '5 1', 'count/configmaps never counts anything: only pods can be in the scopes of this quota',
      ],
      'only counts of other objects in a scope of pods': [
        quotaOf('q', 'count/configmaps: 1, count/services: 2', selector(high)), '6 scopeSelector',
        'this quota never counts anything: only pods can be in the scopes of this quota, and it bounds nothing that they use',
      ],
      'counts of pods in a scope of claims': [
        quotaOf('q', 'count/pods: 1, requests.storage: 1Gi', '  scopes: [VolumeAttributesClass]\n'), '5 1', 'count/pods never counts anything: only claims can be in the scopes of this quota',
      ],
    },
  })

  testRule('resource-quota/never-bites', {
    severity: 'info',
    accept: {
      'different keys': together(quotaOf('a', 'pods: 1'), quotaOf('b', 'services: 2')),
      'a lower bound for the pods of a scope': together(quotaOf('a', 'pods: 10'), quotaOf('b', 'pods: 5', '  scopes: [Terminating]\n')),
      'the same bound in other scopes': together(quotaOf('a', 'pods: 5', '  scopes: [NotTerminating]\n'), quotaOf('b', 'pods: 5', '  scopes: [Terminating]\n')),
      'count/pods above pods': quotaOf('a', 'pods: 5, count/pods: 10'),
      'storage of a class below the total': quotaOf('a', 'requests.storage: 10Gi, gold.storageclass.storage.k8s.io/requests.storage: 5Gi'),
    },
    reject: {
      'a higher bound for the same key': [together(quotaOf('a', 'pods: 5'), quotaOf('b', 'pods: 10')), '11 10', 'pods 10 is never reached: pods 5 of ResourceQuota a counts the same and stops it before', '5 5'],
      'the second of two equal bounds': [together(quotaOf('b', 'pods: 5'), quotaOf('a', 'pods: 5')), '5 5', /^pods 5 is never reached: pods 5 of ResourceQuota a/, '11 5'],
      'a higher bound for the pods of a scope': [
        together(quotaOf('a', 'pods: 5'), quotaOf('b', 'pods: 10', '  scopes: [Terminating]\n')), '11 10', /^pods 10 is never reached/, '5 5',
      ],
      'a higher bound under a synonym of the key': [quotaOf('a', 'cpu: 2, requests.cpu: 4'), '5 4', 'requests.cpu 4 is never reached: cpu 2 counts as much and stops it before', '5 2'],
      'pods above count/pods': [quotaOf('a', 'count/pods: 5, pods: 10'), '5 10', /^pods 10 is never reached: count\/pods 5 counts as much/, '5 5'],
      'configmaps above count/configmaps': [together(quotaOf('a', 'count/configmaps: 5'), quotaOf('b', 'configmaps: 6')), '11 6', /^configmaps 6 is never reached/, '5 5'],
      'storage of a class above the total': [
        quotaOf('a', 'requests.storage: 5Gi, gold.storageclass.storage.k8s.io/requests.storage: 10Gi'), '5 10Gi', /^gold\.storageclass\.storage\.k8s\.io\/requests\.storage 10Gi is never reached/, '5 5Gi',
      ],
      'claims of a class above the total': [
        quotaOf('a', 'persistentvolumeclaims: 5, gold.storageclass.storage.k8s.io/persistentvolumeclaims: 10'), '5 10', /persistentvolumeclaims 5 counts as much/, '5 5',
      ],
      'load balancers above services': [quotaOf('a', 'services: 5, services.loadbalancers: 10'), '5 10', /^services\.loadbalancers 10 is never reached: services 5/, '5 5'],
    },
  })

  const status = (hard: string, used = '{}'): string => `status: {hard: {${hard}}, used: ${used}}\n`

  testRule('resource-quota/stale-status', {
    severity: 'warning',
    accept: {
      'no status': quotaOf('q', 'pods: 1'),
      'an empty status': `${quotaOf('q', 'pods: 1')}status: {}\n`,
      'a status with usage only': `${quotaOf('q', 'pods: 1')}status: {used: {pods: 1}}\n`,
      'the same bounds in other units': `${quotaOf('q', 'cpu: 1, memory: 1Gi')}${status('cpu: 1000m, memory: 1024Mi')}`,
    },
    reject: {
      'a different bound': [
        `${quotaOf('q', 'pods: 10')}${status('pods: 5')}`, '6 5', 'status.hard has pods 5, and spec.hard 10: admission compares with 5 until the quota controller updates status.hard', '5 10',
      ],
      'a key that the spec lacks': [
        `${quotaOf('q', 'pods: 10')}${status('pods: 10, secrets: 1')}`, '6 1', 'status.hard has secrets 1, which spec.hard lacks: admission enforces it until the quota controller updates status.hard',
      ],
      'a key that the status lacks': [
        `${quotaOf('q', 'pods: 10, secrets: 1')}${status('pods: 10')}`, '6 hard',
        'status.hard lacks secrets, which is 1 in spec.hard: admission does not enforce it until the quota controller updates status.hard', '5 1',
      ],
    },
  })

  testRule('resource-quota/unbounded-usage', {
    severity: 'warning',
    accept: {
      'usage of a key that the spec bounds': `${quotaOf('q', 'pods: 1')}status: {used: {pods: 1}}\n`,
      'usage of a bounded custom resource': `${quotaOf('q', 'count/widgets.example.com: 1')}status: {used: {count/widgets.example.com: 1}}\n`,
    },
    reject: {
      'a misspelt key': [`${quotaOf('q', 'requests.cpu: 1')}status: {used: {request.cpu: 2}}\n`, '6 2', 'status.used has request.cpu, which neither spec.hard nor status.hard bounds: it counts nothing'],
      'a key that is not a resource': [`${quotaOf('q', 'pods: 1')}${status('pods: 1', '{pods: 0, nothing: 3}')}`, '6 3', 'status.used has nothing, which neither spec.hard nor status.hard bounds: it counts nothing'],
    },
  })

  it('report stale bounds, not unbounded usage, for a key that only status.hard bounds', () => {
    expect(lintText(`${quotaOf('q', 'pods: 1')}${status('pods: 1, secrets: 2', '{secrets: 1}')}`).map(({ruleId}) => ruleId)).to.deep.equal(['resource-quota/stale-status'])
  })

  it('skip quotas with thousands of conditions or keys @slow', within(5, () => {
    const values = Array.from({length: 20_000}, (_, i) => `c${i}`).join(', ')
    const conditions = `scopeName: PriorityClass, operator: In, values: [${values}]`
    expect(lintText(quotaOf('q', 'pods: 1', selector(conditions, 'scopeName: PriorityClass, operator: DoesNotExist')))).to.deep.equal([])
    expect(lintText(quotaOf('q', Array.from({length: 20_000}, (_, i) => `count/a${i}.example.com: 1`).join(', ')))).to.deep.equal([])
  }))

  it('limit the number of findings on thousands of quotas @slow', within(5, () => {
    const many = Array.from({length: 3000}, (_, i) => quotaOf(`q-${i}`, 'pods: 5, cpu: 1'))
    expect(lintText(together(...many)).filter(({ruleId}) => ruleId === 'resource-quota/never-bites')).to.have.length(398)
  }))
})
