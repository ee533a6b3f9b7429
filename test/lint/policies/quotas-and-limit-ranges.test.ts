import {limits, quotaOf, testRule, together} from '../../helpers/rule-table.js'

const container = (lists: string): string => limits('l', `type: Container, ${lists}`)

describe('quotas and the LimitRanges of their namespace', () => {
  testRule('resource-quota/unmet-demand', {
    severity: 'warning',
    accept: {
      'no LimitRange among the manifests': quotaOf('q', 'requests.cpu: 1'),
      'a LimitRange of another namespace': together(container('default: {memory: 1Gi}').replace('name: l', 'name: l, namespace: dev'), quotaOf('q', 'requests.cpu: 10')),
      'defaults for all required amounts': together(container('default: {cpu: 1, memory: 1Gi}'), quotaOf('q', 'requests.cpu: 10, limits.cpu: 10, memory: 10Gi')),
      'defaults in two LimitRanges': together(container('default: {cpu: 1}'), limits('m', 'type: Container, max: {memory: 1Gi}'), quotaOf('q', 'cpu: 10, limits.memory: 10Gi')),
      'keys that require no amounts': together(container('default: {cpu: 1}'), quotaOf('q', 'pods: 10, ephemeral-storage: 10Gi')),
      'a scope that excludes pods without amounts': together(container('min: {ephemeral-storage: 1Gi}'), quotaOf('q', 'requests.cpu: 10', '  scopes: [NotBestEffort]\n')),
    },
    reject: {
      'a required request without a default': [
        together(container('default: {cpu: 1}'), quotaOf('q', 'requests.cpu: 10, requests.memory: 10Gi')), '12 10Gi',
        'no LimitRange of the namespace sets requests.memory for containers, and the quota requires it: every pod without it is denied: failed quota: q: must specify requests.memory for: app', '5 limits',
      ],
      'a required limit with only a default request': [
        together(container('defaultRequest: {cpu: 1}'), quotaOf('q', 'limits.cpu: 10')), '12 10', /failed quota: q: must specify limits\.cpu for: app$/, '5 limits',
      ],
      'several amounts': [
        together(limits('l', 'type: Pod, max: {cpu: 10}'), quotaOf('q', 'cpu: 10, memory: 10Gi')), '12 10', /failed quota: q: must specify cpu for: app; memory for: app$/, '12 10Gi', '5 limits',
      ],
      'the scope Terminating': [together(container('default: {cpu: 1}'), quotaOf('q', 'memory: 10Gi', '  scopes: [Terminating]\n')), '12 10Gi', /must specify memory for: app$/, '5 limits'],
    },
  })

  testRule('resource-quota/evadable', {
    severity: 'info',
    accept: {
      'cpu and memory': quotaOf('q', 'cpu: 10, limits.memory: 10Gi, pods: 3, requests.storage: 1Gi'),
      'devices and huge pages, which pods get only on request': quotaOf('q', 'requests.nvidia.com/gpu: 2, hugepages-2Mi: 4Mi, requests.hugepages-1Gi: 1Gi'),
      'a default': together(container('default: {ephemeral-storage: 1Gi}'), quotaOf('q', 'limits.ephemeral-storage: 10Gi')),
      'a default request': together(container('defaultRequest: {ephemeral-storage: 1Gi}'), quotaOf('q', 'ephemeral-storage: 10Gi')),
    },
    reject: {
      'ephemeral storage': [
        quotaOf('q', 'requests.ephemeral-storage: 10Gi'), '5 10Gi', 'a pod that states no ephemeral-storage is admitted without being counted: quotas require amounts of cpu and memory only',
      ],
      'all such keys at once': [
        quotaOf('q', 'limits.ephemeral-storage: 10Gi, requests.ephemeral-storage: 5Gi, requests.nvidia.com/gpu: 2'), '5 10Gi', /^a pod that states no ephemeral-storage is admitted without being counted/,
      ],
    },
  })

  testRule('resource-quota/smaller-than-smallest-pod', {
    severity: 'error',
    accept: {
      'a quota equal to the smallest pod': together(container('min: {cpu: 500m}'), quotaOf('q', 'requests.cpu: 0.5')),
      'limits that a pod may omit': together(container('min: {cpu: 500m}'), quotaOf('q', 'limits.cpu: 100m')),
      'a quota equal to the smallest claim': together(limits('l', 'type: PersistentVolumeClaim, min: {storage: 1Gi}'), quotaOf('q', 'requests.storage: 1Gi')),
      'LimitRanges that deny every pod, in another namespace': together(limits('l', 'type: Container, min: {cpu: 2}', 'type: Pod, max: {cpu: 1}').replace('name: l', 'name: l, namespace: dev'), quotaOf('q', 'cpu: 100m')),
    },
    reject: {
      'less than the smallest container': [
        together(container('min: {cpu: 500m}'), quotaOf('q', 'cpu: 400m')), '12 400m', 'no pod fits into cpu 400m: each uses at least 500m (Container min of LimitRange l)', '6 500m',
      ],
      'less than the smallest pod': [
        together(limits('l', 'type: Container, min: {memory: 1Gi}', 'type: Pod, min: {memory: 2Gi}'), quotaOf('q', 'requests.memory: 1Gi')), '13 1Gi', /each uses at least 2Gi \(Pod min of LimitRange l\)/, '7 2Gi',
      ],
      'limits that a LimitRange requires': [
        together(container('min: {cpu: 500m}, max: {cpu: 1}'), quotaOf('q', 'limits.cpu: 400m')), '12 400m', /^no pod fits into limits\.cpu 400m/, '6 500m',
      ],
      'limits that a LimitRange defaults': [together(container('min: {cpu: 500m}, default: {cpu: 1}'), quotaOf('q', 'limits.cpu: 400m')), '12 400m', /^no pod fits/, '6 500m'],
      'less than the smallest number of devices': [
        together(container('min: {nvidia.com/gpu: 2}, max: {nvidia.com/gpu: 4}'), quotaOf('q', 'requests.nvidia.com/gpu: 1')), '12 1', /^no pod fits into requests\.nvidia\.com\/gpu 1: each uses at least 2/, '6 2',
      ],
      'less than the smallest claim': [
        together(limits('l', 'type: PersistentVolumeClaim, min: {storage: 10Gi}'), quotaOf('q', 'requests.storage: 5Gi')), '12 5Gi',
        'no claim fits into requests.storage 5Gi: each uses at least 10Gi (PersistentVolumeClaim min of LimitRange l)', '6 10Gi',
      ],
      'pods of a scope': [together(container('min: {cpu: 500m}'), quotaOf('q', 'cpu: 400m', '  scopes: [Terminating]\n')), '12 400m', /^no pod in its scopes fits into cpu 400m/, '6 500m'],
    },
  })

  testRule('resource-quota/smaller-than-default', {
    severity: 'warning',
    accept: {
      'a quota equal to the default': together(container('default: {cpu: 1}'), quotaOf('q', 'cpu: 1, limits.cpu: 1')),
      'a default that is denied anyway': together(limits('l', 'type: Container, default: {cpu: 2}', 'type: Pod, max: {cpu: 1}'), quotaOf('q', 'cpu: 500m')),
      'a quota without compute resources': together(container('min: {cpu: 500m}'), quotaOf('q', 'cpu: 400m')).replace('cpu: 400m', 'pods: 1'),
      'a default that another LimitRange may set instead': together(container('default: {cpu: 2}'), limits('m', 'type: Container, default: {cpu: 1}'), quotaOf('q', 'cpu: 1')),
      'keys without a default': together(container('default: {cpu: 2}'), quotaOf('q', 'pods: 1, configmaps: 0')),
    },
    reject: {
      'less than a default limit': [
        together(container('default: {cpu: 2}, defaultRequest: {cpu: 100m}'), quotaOf('q', 'limits.cpu: 1, requests.cpu: 1')), '12 1',
        'a pod of one container that sets no resources uses 2 of limits.cpu, and the quota allows 1: all such pods are denied', '6 2',
      ],
      'less than every default': [
        together(container('default: {cpu: 2}'), limits('m', 'type: Container, default: {cpu: 3}'), quotaOf('q', 'cpu: 1')), '19 1', /uses 2 of cpu, and the quota allows 1/, '6 2', '13 3',
      ],
    },
  })

  testRule('manifest/undeclared-namespace', {
    severity: 'info',
    accept: {
      'no namespaces among the manifests': limits('l, namespace: dev', 'type: Pod, max: {cpu: 1}'),
      'a declared namespace': together('apiVersion: v1\nkind: Namespace\nmetadata: {name: dev}\n', limits('l, namespace: dev', 'type: Pod, max: {cpu: 1}')),
      'a namespace of every cluster': together('apiVersion: v1\nkind: Namespace\nmetadata: {name: dev}\n', limits('l, namespace: kube-system', 'type: Pod, max: {cpu: 1}')),
      'a policy without a namespace': together('apiVersion: v1\nkind: Namespace\nmetadata: {name: dev}\n', limits('l', 'type: Pod, max: {cpu: 1}')),
      'other objects': together('apiVersion: v1\nkind: Namespace\nmetadata: {name: dev}\n', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: prod}\n'),
    },
    reject: {
      'a misspelt namespace': [
        together(quotaOf('q, namespace: devlopment', 'pods: 3'), 'apiVersion: v1\nkind: Namespace\nmetadata: {name: development}\n'), '3 devlopment',
        'no manifest declares the namespace "devlopment" of this ResourceQuota, although others are declared: it must exist before',
      ],
    },
  })
})
