import {expect} from 'chai'
import {
  hugePageSize, isExtendedResourceName, isHugePageResourceName, isNativeResource, isOvercommitAllowed, isPodLevelResource, isStandardContainerResourceName,
  validateContainerResourceName, validateResourceName,
} from '../../../src/kinds/shared/resource-names.js'
import {FieldPath} from '../../../src/machinery/field/path.js'
import {qualifiedName} from '../../../src/machinery/meta/names.js'

describe('classification of resource names', () => {
  type Verdicts = [name: string, isNative: boolean, isExtended: boolean, isHugePage: boolean, isOvercommitAllowed: boolean, isStandardInContainers: boolean]

  const table: Verdicts[] = [
    ['cpu', true, false, false, true, true],
    ['memory', true, false, false, true, true],
    ['ephemeral-storage', true, false, false, true, true],
    ['storage', true, false, false, true, false],
    ['pods', true, false, false, true, false],
    ['hugepages-2Mi', true, false, true, false, true],
    ['hugepages-', true, false, true, false, true],
    ['requests.hugepages-2Mi', true, false, false, true, false],
    ['nvidia.com/gpu', false, true, false, false, false],
    ['requests.nvidia.com/gpu', false, false, false, false, false],
    ['kubernetes.io/batch', true, false, false, true, false],
    ['my.kubernetes.io/gpu', true, false, false, true, false],
    ['gold.storageclass.storage.k8s.io/requests.storage', false, true, false, false, false],
    [`${'a'.repeat(244)}/x`, false, true, false, false, false],
    [`${'a'.repeat(245)}/x`, false, false, false, false, false],
    ['Bad_/x', false, false, false, false, false],
    ['a/b/c', false, false, false, false, false],
    ['hugepages-/x', false, false, true, false, true],
    ['', true, false, false, true, false],
  ]

  for (const [name, ...verdicts] of table) {
    it(name.length > 50 ? `a name of ${name.length} bytes` : JSON.stringify(name), () => {
      const checks = [isNativeResource, isExtendedResourceName, isHugePageResourceName, isOvercommitAllowed, isStandardContainerResourceName]
      expect(checks.map((check) => check(name))).to.deep.equal(verdicts)
    })
  }
})

describe('isPodLevelResource', () => {
  for (const [name, verdict] of [['cpu', true], ['memory', true], ['hugepages-2Mi', true], ['ephemeral-storage', false], ['a.b/c', false], ['storage', false]] as const) {
    it(`returns ${verdict} for ${name}`, () => expect(isPodLevelResource(name)).to.equal(verdict))
  }
})

describe('hugePageSize', () => {
  for (const [name, size] of [['hugepages-2Mi', '2Mi'], ['hugepages-1Gi', '1Gi'], ['hugepages-1500m', '1500m'], ['hugepages-0', '0'], ['hugepages--1', '-1']] as const) {
    it(`returns ${size} for ${name}`, () => expect(String(hugePageSize(name))).to.equal(size))
  }

  for (const name of ['hugepages-', 'hugepages-foo', 'hugepages-2mi']) {
    it(`returns undefined for ${name}`, () => expect(hugePageSize(name)).to.equal(undefined))
  }
})

const general = 'must be a standard resource type or fully qualified'
const ofContainers = 'must be a standard resource for containers'
const ofExtended = "doesn't follow extended resource name standard"

describe('validateResourceName', () => {
  const accept = [
    'cpu', 'memory', 'ephemeral-storage', 'requests.cpu', 'requests.memory', 'requests.ephemeral-storage', 'limits.cpu', 'limits.memory',
    'limits.ephemeral-storage', 'pods', 'resourcequotas', 'services', 'replicationcontrollers', 'secrets', 'configmaps', 'persistentvolumeclaims',
    'storage', 'requests.storage', 'services.nodeports', 'services.loadbalancers', 'hugepages-2Mi', 'hugepages-foo', 'requests.hugepages-2Mi',
    'nvidia.com/gpu', 'kubernetes.io/x', 'requests.nvidia.com/gpu', 'count/pods', 'a/B_c.d',
  ]

  for (const name of accept) {
    it(`accepts ${name}`, () => expect(validateResourceName(name, FieldPath.of('max').key(name), 'resources/name')).to.deep.equal([]))
  }

  const reject: Record<string, readonly string[]> = {
    'foo': [general],
    'CPU': [general],
    'limits.storage': [general],
    'limits.hugepages-2Mi': [general],
    'requests.pods': [general],
    'toString': [general],
    '': qualifiedName(''),
    'hugepages-': qualifiedName('hugepages-'),
    'a b': qualifiedName('a b'),
    '/x': qualifiedName('/x'),
    'Bad_/x': qualifiedName('Bad_/x'),
    'a/b/c': qualifiedName('a/b/c'),
    [`a/${'b'.repeat(64)}`]: ['name part must be no more than 63 bytes'],
  }

  for (const [name, messages] of Object.entries(reject)) {
    it(`rejects ${JSON.stringify(name)}`, () => {
      const errors = validateResourceName(name, FieldPath.of('max').key(name), 'resources/name')
      expect(errors.map(String)).to.deep.equal(messages.map((message) => `max[${name}]: Invalid value: ${JSON.stringify(name)}: ${message}`))
      expect(errors.map(({origin}) => origin)).to.deep.equal(messages.map(() => 'resources/name'))
    })
  }

  it('quotes names as JSON, escaping <', () => {
    const [error] = validateResourceName('<', FieldPath.of('max'), 'resources/name')
    expect(String(error)).to.match(/^max: Invalid value: "\\u003c": name part must consist/)
  })
})

describe('validateContainerResourceName', () => {
  const accept = ['cpu', 'memory', 'ephemeral-storage', 'hugepages-2Mi', 'hugepages-foo', 'nvidia.com/gpu', 'kubernetes.io/x', 'x.kubernetes.io/y', 'count/pods']

  for (const name of accept) {
    it(`accepts ${name}`, () => expect(validateContainerResourceName(name, FieldPath.of('max'), 'resources/name')).to.deep.equal([]))
  }

  const reject: Record<string, readonly string[]> = {
    'storage': [ofContainers],
    'pods': [ofContainers],
    'requests.cpu': [ofContainers],
    'requests.hugepages-2Mi': [ofContainers],
    'foo': [general, ofContainers],
    '': [...qualifiedName(''), ofContainers],
    'a b': [...qualifiedName('a b'), ofContainers],
    'hugepages-': qualifiedName('hugepages-'),
    'requests.nvidia.com/gpu': [ofExtended],
    [`${'a'.repeat(245)}/x`]: [ofExtended],
    '/x': [...qualifiedName('/x'), ofExtended],
    'a/b/c': [...qualifiedName('a/b/c'), ofExtended],
    'kubernetes.io/b c': qualifiedName('kubernetes.io/b c'),
  }

  for (const [name, messages] of Object.entries(reject)) {
    it(`rejects ${name.length > 50 ? `a name of ${name.length} bytes` : JSON.stringify(name)}`, () => {
      const errors = validateContainerResourceName(name, FieldPath.of('max').key(name), 'resources/name')
      expect(errors.map(String)).to.deep.equal(messages.map((message) => `max[${name}]: Invalid value: ${JSON.stringify(name)}: ${message}`))
      expect(errors.map(({origin}) => origin)).to.deep.equal(messages.map(() => 'resources/name'))
    })
  }
})
