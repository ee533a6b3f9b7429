import {expect} from 'chai'

import {lintText, placed} from '../helpers/lint-text.js'
import {limits, podOf, quotaOf, testRule} from '../helpers/rule-table.js'

const claim = (storage: string): string =>
  `apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: a}\nspec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: ${storage}}}}\n`

describe('implausible amounts', () => {
  testRule('resources/cpu-unit', {
    severity: 'warning',
    accept: {
      'cores and thousandths': podOf('requests: {cpu: 500m}, limits: {cpu: 64}'),
      'a max that means unlimited': limits('l', 'type: Container, max: {cpu: 10k}, default: {cpu: 1}'),
      'all the cores of a large cluster': quotaOf('q', 'requests.cpu: 100k, limits.cpu: 999999'),
      'a ratio': limits('l', 'type: Pod, maxLimitRequestRatio: {cpu: 1000}'),
      'a custom resource': quotaOf('q', 'cpu: 1Mi').replace('apiVersion: v1', 'apiVersion: example.com/v1'),
    },
    reject: {
      'a container in mebibytes': [podOf('limits: {cpu: 500Mi}'), '7 500Mi', 'cpu 500Mi is 524288000 cores: cpu counts cores, and m thousandths of one'],
      'a quota in mebibytes': [quotaOf('q', 'requests.cpu: 4Ki'), '5 4Ki', /^requests\.cpu 4Ki is 4096 cores/],
      'a quota in giga': [quotaOf('q', 'limits.cpu: 1G'), '5 1G', /^limits\.cpu 1G is 1000000000 cores/],
      'more cores than a machine has': [podOf('limits: {cpu: 1000}'), '7 1000', /^cpu 1000 is 1000 cores/],
      'a default of a LimitRange': [limits('l', 'type: Container, max: {cpu: 4k}, default: {cpu: 2k}, defaultRequest: {cpu: 1}'), '6 2k', /^cpu 2k is 2000 cores/],
      'a max of a LimitRange in mebibytes': [limits('l', 'type: Pod, max: {cpu: 512Mi}'), '6 512Mi', /cores/],
      'a pod as a whole': [podOf('', '  resources: {limits: {cpu: 2000}}\n'), '8 2000', /^cpu 2000 is 2000 cores/],
    },
  })

  testRule('resources/memory-unit', {
    severity: 'warning',
    accept: {
      'bytes in all units': podOf('requests: {memory: 128Mi}, limits: {memory: 1e9, ephemeral-storage: 1M048576}').replace('1M048576', '1048576'),
      'the canonical form of 0.4Gi': podOf('limits: {memory: 429496729600m}'),
      'zero': podOf('limits: {memory: 0}'),
      'a min of 1 byte': limits('l', 'type: Container, min: {memory: 1}'),
      'a ratio': limits('l', 'type: Pod, maxLimitRequestRatio: {memory: 2}'),
      'a claim': claim('1Gi'),
      'huge pages and devices': podOf('limits: {memory: 1Gi, hugepages-2Mi: 0, nvidia.com/gpu: 1}'),
    },
    reject: {
      'thousandths': [podOf('limits: {memory: 512m}'), '7 512m', 'memory 512m is less than a byte: below 1Mi, probably a mistake; m means thousandths'],
      'no unit': [podOf('requests: {memory: 128}'), '7 128', 'memory 128 is 128 bytes: below 1Mi, probably a mistake'],
      'one byte': [podOf('requests: {memory: 1}'), '7 1', 'memory 1 is 1 byte: below 1Mi, probably a mistake'],
      'a claim without unit': [claim('10'), '4 10', /^storage 10 is 10 bytes/],
      'a quota': [quotaOf('q', 'gold.storageclass.storage.k8s.io/requests.storage: 10k'), '5 10k', /is 10000 bytes/],
      'a min in thousandths': [limits('l', 'type: Container, min: {memory: 64m}'), '6 64m', /^memory 64m is less than a byte/],
      'a max that becomes the default, once': [limits('l', 'type: Container, max: {memory: 512}'), '6 512', /^memory 512 is 512 bytes/],
    },
  })

  it('come with a hint of the intended amount', () => {
    const hintFor = (resources: string): string | undefined => lintText(podOf(resources))[0]?.hint
    expect(hintFor('limits: {cpu: 500Mi}')).to.equal('for thousandths of a core write "500m"')
    expect(hintFor('limits: {cpu: 2000}')).to.equal('for thousandths of a core write "2000m"')
    expect(hintFor('limits: {cpu: 2k}')).to.equal('for thousandths of a core write "2000m"')
    expect(hintFor('limits: {memory: 512m}')).to.equal('for mebibytes write "512Mi"')
    expect(hintFor('limits: {memory: " 0512"}')).to.equal('for mebibytes write "512Mi"')
    expect(hintFor('limits: {cpu: 1000ms}')).to.equal('write "1000m"')
    expect(hintFor('limits: {memory: 1 Gi}')).to.equal('write "1Gi"')
    expect(hintFor('limits: {memory: 1000K}')).to.equal('write "1000k"')
  })

  it('are found in all fields with amounts', () => {
    const pod = 'containers: [{name: a, image: b, resources: {limits: {memory: 1}}}], initContainers: [{name: b, image: b, resources: {requests: {memory: 2}}}], '
      + 'volumes: [{name: v, ephemeral: {volumeClaimTemplate: {spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 3}}}}}}]'
    const text = `apiVersion: apps/v1
kind: StatefulSet
metadata: {name: a}
spec:
  selector: {matchLabels: {a: b}}
  serviceName: a
  template:
    metadata: {labels: {a: b}}
    spec: {${pod}}
  volumeClaimTemplates:
    - metadata: {name: d}
      spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 4}}}
`
    expect(lintText(text).map((found) => placed(found).replace(/:\d+/, ''))).to.deep.equal(['9 1', '9 2', '9 3', '12 4'])
  })

  it('are not reported for an object that the server rejects', () => {
    expect(lintText(podOf('limits: {memory: 512m}').replace('name: app', 'name: App')).map(({ruleId}) => ruleId)).to.deep.equal(['pod/container-name'])
  })
})
