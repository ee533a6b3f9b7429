import {limits, testRule, together} from '../../../../helpers/rule-table.js'

const container = (lists: string): string => `type: Container, ${lists}`
const pod = (lists: string): string => `type: Pod, ${lists}`
const claim = (lists: string): string => `type: PersistentVolumeClaim, ${lists}`

describe('LimitRanges of one namespace', () => {
  testRule('limit-range/contradiction', {
    severity: 'error',
    accept: {
      'a min equal to the max': together(limits('a', container('min: {cpu: 1}')), limits('b', container('max: {cpu: 1000m}'))),
      'a min of containers equal to the max of pods': together(limits('a', container('min: {cpu: 1}')), limits('b', pod('max: {cpu: 1}'))),
      'containers that add up to the min of pods': together(limits('a', container('max: {ephemeral-storage: 1Gi}')), limits('b', pod('min: {ephemeral-storage: 3Gi}, max: {ephemeral-storage: 3Gi}'))),
      'bounds that only a pod with pod-level cpu can meet': together(limits('a', container('min: {cpu: 400m}, max: {cpu: 600m}')), limits('b', pod('min: {cpu: 700m}, max: {cpu: 750m}'))),
      'bounds that only a pod with pod-level memory can meet': together(limits('a', container('max: {memory: 0}')), limits('b', pod('min: {memory: 1Gi}'))),
      'a max that forbids all claims': limits('a', claim('max: {storage: 0}')),
      'amounts that the server computes wrongly': together(limits('a', container('min: {cpu: 12E}')), limits('b', container('max: {cpu: 1}'))),
      'bounds with a whole number of huge pages between them': together(limits('a', container('min: {hugepages-2Mi: 4Mi}')), limits('b', container('max: {hugepages-2Mi: 6Mi}'))),
    },
    reject: {
      'a min of containers above their max': [
        together(limits('a', container('min: {cpu: 2}')), limits('b', container('max: {cpu: 1}'))), '6 2',
        'no pod can satisfy these bounds: a container has cpu at least 2, and at most 1 (Container min of LimitRange a, Container max of LimitRange b)', '13 1',
      ],
      'a min of pods above their max': [
        together(limits('a', pod('min: {memory: 2Gi}')), limits('b', pod('max: {memory: 1Gi}'))), '6 2Gi', /: a pod has memory at least 2Gi, and at most 1Gi/, '13 1Gi',
      ],
      'a min of containers above the max of pods': [
        together(limits('a', pod('max: {cpu: 1}')), limits('b', container('min: {cpu: 2}'))), '13 2', /a container has cpu at least 2, and a whole pod at most 1/, '6 1',
      ],
      'bounds of containers that do not add up to those of pods': [
        together(limits('a', container('min: {ephemeral-storage: 4Gi}, max: {ephemeral-storage: 6Gi}')), limits('b', pod('min: {ephemeral-storage: 7Gi}, max: {ephemeral-storage: 7.5Gi}'))),
        '6 4Gi', /containers have ephemeral-storage at least 4Gi and at most 6Gi each, and no number of containers adds up to what a pod may have: at least 7Gi and at most 7680Mi/,
        '6 6Gi', '13 7Gi', '13 7.5Gi',
      ],
      'a max of 0 for containers under a min for pods': [
        together(limits('a', container('max: {ephemeral-storage: 0}')), limits('b', pod('min: {ephemeral-storage: 1Gi}'))), '6 0', /no number of containers adds up/, '13 1Gi',
      ],
      'bounds without a whole number of devices between them': [
        together(limits('a', container('min: {nvidia.com/gpu: 1200m}')), limits('b', container('max: {nvidia.com/gpu: 1800m}'))), '6 1200m',
        /a container has nvidia.com\/gpu from 1200m to 1800m, and no whole number of units is between them/, '13 1800m',
      ],
      'bounds without a whole number of huge pages between them': [
        together(limits('a', container('min: {hugepages-2Mi: 3Mi}')), limits('b', pod('max: {hugepages-2Mi: 3Mi}'))), '6 3Mi', /a container has hugepages-2Mi at least 3Mi, and a whole pod at most 3Mi/, '13 3Mi',
      ],
      'a ratio, which requires an amount, with a max of 0': [
        together(limits('a', container('maxLimitRequestRatio: {cpu: 2}')), limits('b', container('max: {cpu: 0}'))), '6 2', /a container has cpu more than 0, and at most 0/, '13 0',
      ],
      'resources that require contradictory numbers of containers': [
        together(
          limits('a', container('max: {ephemeral-storage: 1Gi}'), pod('min: {ephemeral-storage: 3Gi}')), limits('b', container('min: {nvidia.com/gpu: 1}'), pod('max: {nvidia.com/gpu: 2}')),
        ),
        '7 3Gi', /of ephemeral-storage a pod reaches 3Gi with 3 containers or more, and of nvidia.com\/gpu it may have 2 at most/, '6 1Gi', '14 1', '15 2',
      ],
      'a min of claims above their max': [
        together(limits('a', claim('max: {storage: 1Gi}')), limits('b', claim('min: {storage: 2Gi}'))), '13 2Gi',
        'no claim can satisfy these bounds: a claim has storage at least 2Gi, and at most 1Gi (PersistentVolumeClaim min of LimitRange b, PersistentVolumeClaim max of LimitRange a)', '6 1Gi',
      ],
    },
  })

  describe('a LimitRange that contradicts itself', () => testRule('limit-range/contradiction', {
    severity: 'warning',
    accept: {},
    reject: {
      'a min of containers above the max of pods': [limits('a', container('min: {cpu: 2}'), pod('max: {cpu: 1}')), '6 2', /a whole pod at most 1/, '7 1'],
      'a max below zero': [limits('a', container('max: {cpu: -1}')), '6 -1', /a container has at most cpu -1, which is below zero/],
      'huge pages without a valid size': [limits('a', pod('max: {hugepages-foo: 1}')), '6 1', /no amount of hugepages-foo is valid/],
    },
  }))

  testRule('limit-range/container-max-below-pod-min', {
    severity: 'warning',
    accept: {
      'equal bounds': limits('a', container('max: {cpu: 1}'), pod('min: {cpu: 1}')),
      'bounds that limit-range/contradiction reports': limits('a', container('max: {ephemeral-storage: 0}'), pod('min: {ephemeral-storage: 1Gi}')),
    },
    reject: {
      'a max of containers below the min of pods': [
        limits('a', container('max: {cpu: 1}'), pod('min: {cpu: 2500m}')), '6 1',
        'a container has at most cpu 1 (Container max of LimitRange a), and a pod at least 2500m (Pod min of LimitRange a): a pod of one container is denied, '
          + 'as is every pod of fewer than 3, unless it states cpu for the pod as a whole (spec.resources)', '7 2500m',
      ],
      'a max of containers of 0': [
        limits('a', container('max: {memory: 0}'), pod('min: {memory: 1Gi}')), '6 0', /: every pod is denied, unless it states memory for the pod as a whole/, '7 1Gi',
      ],
      'a resource without pod-level amounts': [
        limits('a', container('max: {ephemeral-storage: 1Gi}'), pod('min: {ephemeral-storage: 2Gi}')), '6 1Gi', /as is every pod of fewer than 2$/, '7 2Gi',
      ],
    },
  })

  testRule('limit-range/refused-default', {
    severity: 'warning',
    accept: {
      'defaults within all bounds': limits('a', container('default: {cpu: 1}, defaultRequest: {cpu: 500m}, maxLimitRequestRatio: {cpu: 2}'), pod('max: {cpu: 1}, min: {cpu: 500m}')),
      'bounds for a resource without a default': limits('a', container('default: {cpu: 1}'), pod('max: {memory: 1Gi}')),
      'a default that one order of the LimitRanges admits': together(limits('a', container('default: {cpu: 2}')), limits('b', container('max: {cpu: 1}'))),
      'a default that meets the min of pods with several containers': limits('a', container('default: {cpu: 1}'), pod('min: {cpu: 2}')),
      'a default request where pods must state a limit anyway': limits('a', container('defaultRequest: {cpu: 1}'), pod('max: {cpu: 500m}')),
    },
    reject: {
      'a default above the max of pods': [
        limits('a', container('default: {cpu: 2}'), pod('max: {cpu: 1}')), '6 2',
        'a container that does not set cpu gets 2 as request and limit, and is rejected: maximum cpu usage per Pod is 1, but limit is 2', '7 1',
      ],
      'a max of containers above the max of pods': [limits('a', container('max: {memory: 2Gi}'), pod('max: {memory: 1Gi}')), '6 2Gi', /gets 2Gi as request and limit, and is rejected/, '7 1Gi'],
      'a default that the ratio of pods forbids': [
        limits('a', container('default: {cpu: 1}, defaultRequest: {cpu: 100m}'), pod('maxLimitRequestRatio: {cpu: 4}')), '6 1',
        /gets a request of 100m and a limit of 1, and is rejected: cpu max limit to request ratio per Pod is 4, but provided ratio is 10.000000/, '7 4',
      ],
      'a default that the ratio of its own item forbids': [
        limits('a', container('default: {cpu: 1}, defaultRequest: {cpu: 100m}, maxLimitRequestRatio: {cpu: 4}')), '6 1', /ratio per Container is 4, but provided ratio is 10/, '6 4',
      ],
      'a default that the min of another LimitRange forbids in any order': [
        together(limits('a', container('default: {cpu: 100m}')), limits('b', container('min: {cpu: 200m}'))), '6 100m', /and is rejected: minimum cpu usage per Container is 200m, but request is 100m/, '13 200m',
      ],
      'a default for huge pages only': [
        limits('a', container('default: {hugepages-2Mi: 2Mi}')), '6 2Mi', /and is rejected: spec\.containers\[0\]\.resources: Forbidden: HugePages require cpu or memory/,
      ],
      'a default request without a limit for a device': [
        limits('a', container('defaultRequest: {nvidia.com/gpu: 1}')), '6 1', /and is rejected: spec\.containers\[0\]\.resources\.limits: Required value: Limit must be set for non overcommitable resources/,
      ],
      'a default of half a device': [limits('a', container('default: {nvidia.com/gpu: 500m}')), '6 500m', /must be an integer/],
    },
  })

  testRule('limit-range/default-below-pod-min', {
    severity: 'warning',
    accept: {
      'a default that meets the min of pods': limits('a', container('default: {cpu: 1}'), pod('min: {cpu: 1}')),
      'a min of pods that is 200 times the default': limits('a', container('default: {cpu: 10m}'), pod('min: {cpu: 2}')),
    },
    reject: {
      'a default that meets the min of pods only with several containers': [
        limits('a', container('default: {cpu: 400m}'), pod('min: {cpu: 1}')), '6 400m',
        'a container that does not set cpu gets 400m as request and limit, and a pod of fewer than 3 such containers is rejected: minimum cpu usage per Pod is 1, but request is 400m', '7 1',
      ],
    },
  })

  testRule('limit-range/order-dependent-default', {
    severity: 'warning',
    accept: {
      'the same default twice': together(limits('a', container('default: {cpu: 500m}')), limits('b', container('default: {cpu: 0.5}'))),
      'defaults for different resources': together(limits('a', container('default: {cpu: 500m}')), limits('b', container('default: {memory: 1Gi}'))),
      'bounds for pods': together(limits('a', container('default: {cpu: 500m}')), limits('b', pod('max: {cpu: 2}'))),
    },
    reject: {
      'different limits': [
        together(limits('a', container('default: {cpu: 500m}')), limits('b', container('default: {cpu: 1}'))), '6 500m',
        'a container that does not set cpu gets a limit of 500m (LimitRange a) or 1 (LimitRange b): the server lists LimitRanges in no fixed order, and the first one wins', '13 1',
      ],
      'different requests': [
        together(limits('a', container('defaultRequest: {cpu: 500m}')), limits('b', container('defaultRequest: {cpu: 1}'))), '6 500m', /gets a request of 500m \(LimitRange a\) or 1/, '13 1',
      ],
      'a default and a max': [
        together(limits('a', container('default: {cpu: 500m}')), limits('b', container('max: {cpu: 1}'))), '6 500m', /gets a limit of 500m \(LimitRange a\) or 1 \(LimitRange b\)/, '13 1',
      ],
      'a default that is rejected in one order': [
        together(limits('a', container('default: {cpu: 2}')), limits('b', container('max: {cpu: 1}'))), '6 2',
        /; with LimitRange a first it is rejected: maximum cpu usage per Container is 1, but limit is 2$/, '13 1',
      ],
      'a request above the limit in one order': [
        together(limits('a', container('defaultRequest: {cpu: 500m}')), limits('b', container('default: {cpu: 200m}'))), '6 500m',
        /; with LimitRange a first it is rejected: spec\.containers\[0\]\.resources\.requests: Invalid value: "500m": must be less than or equal to cpu limit of 200m$/, '13 200m',
      ],
    },
  })

  testRule('limit-range/explicit-required', {
    severity: 'info',
    accept: {
      'a max of containers, which is also the default': limits('a', container('max: {cpu: 1}')),
      'a max of pods with a default for containers': limits('a', container('default: {cpu: 1}'), pod('max: {cpu: 2}')),
      'a default in another LimitRange': together(limits('a', container('default: {cpu: 1}')), limits('b', pod('max: {cpu: 2}, maxLimitRequestRatio: {cpu: 2}'))),
    },
    reject: {
      'a max of pods': [
        limits('a', pod('max: {cpu: 1}')), '6 1',
        'no LimitRange sets a default limit for cpu, which the Pod max of LimitRange a requires: every pod that sets no limit is denied',
      ],
      'a min of pods': [limits('a', pod('min: {cpu: 1}')), '6 1', /no LimitRange sets a default request for cpu, which the Pod min of LimitRange a requires/],
      'a ratio of containers': [limits('a', container('min: {cpu: 1}, maxLimitRequestRatio: {cpu: 2}')), '6 2', /no LimitRange sets a default limit for cpu, which the Container max limit\/request ratio/],
    },
  })

  testRule('limit-range/extended-resource-default', {
    severity: 'warning',
    accept: {
      'a max of 0': limits('a', container('max: {nvidia.com/gpu: 0}')),
      'a max with an explicit default': limits('a', container('max: {nvidia.com/gpu: 4}, default: {nvidia.com/gpu: 0}')),
      'a default equal to the max': limits('a', container('max: {nvidia.com/gpu: 1}, default: {nvidia.com/gpu: 1}')),
      'a min, which requires the resource anyway': limits('a', container('min: {nvidia.com/gpu: 1}, max: {nvidia.com/gpu: 4}')),
      'cpu': limits('a', container('max: {cpu: 4}')),
      'a max of pods': limits('a', pod('max: {nvidia.com/gpu: 4}')),
    },
    reject: {
      'a max for a device': [
        limits('a', container('max: {nvidia.com/gpu: 4}')), '6 4',
        'every container that does not set nvidia.com/gpu requests 4 of it: max becomes the default when no default is set',
      ],
      'a max for huge pages': [limits('a', container('max: {hugepages-2Mi: 4Mi}')), '6 4Mi', /requests 4Mi of it/],
    },
  })

  testRule('limit-range/not-enforced', {
    severity: 'warning',
    accept: {'lists that the server enforces': limits('a', container('min: {cpu: 1}'), pod('max: {cpu: 2}'), claim('min: {storage: 1Gi}, max: {storage: 2Gi}, default: {}'))},
    reject: {
      'a custom type': [limits('a', 'type: example.com/x, max: {cpu: 1}'), '6 example.com/x', /^type example\.com\/x is not enforced: the server stores this item/],
      'a ratio for claims': [limits('a', claim('max: {storage: 1Gi}, maxLimitRequestRatio: {storage: 2}')), '6 maxLimitRequestRatio', /^maxLimitRequestRatio has no effect on claims/],
      'a default for claims': [limits('a', claim('max: {storage: 1Gi}, default: {storage: 1Gi}')), '6 default', /^default has no effect on claims/],
    },
  })

  testRule('limit-range/claim-resource', {
    severity: 'warning',
    accept: {'storage': limits('a', claim('max: {storage: 1Gi}')), 'ephemeral storage of containers': limits('a', container('max: {ephemeral-storage: 1Gi}'))},
    reject: {'the quota resource requests.storage': [limits('a', claim('max: {storage: 1Gi, requests.storage: 5Gi}')), '6 5Gi', /rejects every claim without requests\.storage/]},
  })

  testRule('limit-range/redundant', {
    severity: 'info',
    accept: {
      'a LimitRange that is stricter in one respect': together(limits('a', pod('max: {cpu: 2}'), container('max: {cpu: 2}')), limits('b', pod('max: {cpu: 4}'), container('default: {cpu: 1}'))),
      'a LimitRange with another default': together(limits('a', container('default: {cpu: 1}')), limits('b', container('default: {cpu: 2}'))),
      'an empty LimitRange': limits('a'),
      'bounds of another type': together(limits('a', container('max: {cpu: 2}')), limits('b', pod('max: {cpu: 2}'))),
    },
    reject: {
      'a weaker LimitRange': [
        together(limits('a', pod('max: {cpu: 2}, min: {cpu: 1}')), limits('b', pod('max: {cpu: 4}, min: {cpu: 500m}'))), '10 b',
        'LimitRange b only repeats what LimitRange a says: it has no effect of its own', '6 2',
      ],
      'the second of two equal LimitRanges': [together(limits('b', claim('max: {storage: 1Gi}')), limits('a', claim('max: {storage: 1024Mi}'))), '3 b', /^LimitRange b only repeats/, '13 1024Mi'],
      'a LimitRange that two others cover together': [
        together(limits('a', container('default: {cpu: 1}')), limits('b', pod('max: {cpu: 2}')), limits('c', container('default: {cpu: 1}'), pod('max: {cpu: 2}'))), '17 c',
        /^LimitRange c only repeats what LimitRange a, b say/, '6 1', '13 2',
      ],
    },
  })
})
