import {expect} from 'chai'
import {validateContainerResourceName} from '../../../src/kinds/shared/resource-names.js'
import {ceilResources, fractionalBytesWarning, validateResourceQuantity, validateResourceRequirements} from '../../../src/kinds/shared/resources.js'
import {FieldPath} from '../../../src/machinery/field/path.js'
import type {Amounts} from '../../helpers/builders.js'
import {quantity, resourceList, texts} from '../../helpers/resources.js'

const path = FieldPath.of('spec', 'resources')

describe('ceilResources', () => {
  it('rounds requests and limits up to milli-units', () => {
    const {limits, requests} = ceilResources({limits: resourceList({cpu: '0.0001'}), requests: resourceList({memory: '1.0001'})})
    expect([texts(limits), texts(requests)]).to.deep.equal([{cpu: '1m'}, {memory: '1001m'}])
  })

  it('returns the same object if nothing is rounded, and keeps other fields', () => {
    const resources = {limits: resourceList({cpu: '1'}), claims: [{name: 'a'}]}
    expect(ceilResources(resources)).to.equal(resources)
    expect(ceilResources({})).to.deep.equal({})
    expect(ceilResources({...resources, requests: resourceList({cpu: '0.0001'})})).to.have.property('claims', resources.claims)
  })
})

describe('validateResourceQuantity', () => {
  const negative = (text: string): string => `spec.resources: Invalid value: "${text}": must be greater than or equal to 0`
  const fraction = (text: string): string => `spec.resources: Invalid value: "${text}": must be an integer`

  const counted = [
    'pods', 'resourcequotas', 'services', 'replicationcontrollers', 'secrets', 'configmaps', 'persistentvolumeclaims', 'services.nodeports',
    'services.loadbalancers', 'nvidia.com/gpu', 'count/pods',
  ]

  for (const name of counted) {
    it(`rejects a fraction of ${name}`, () => expect(validateResourceQuantity(name, quantity('1500m'), path).map(String)).to.deep.equal([fraction('1500m')]))
  }

  const table: [name: string, text: string, errors: string[]][] = [
    ['cpu', '1500m', []],
    ['kubernetes.io/x', '1500m', []],
    ['requests.nvidia.com/gpu', '1500m', []],
    ['requests.storage', '1500m', []],
    ['cpu', '0', []],
    ['pods', '2', []],
    ['pods', '1k', []],
    ['cpu', '-1', [negative('-1')]],
    ['memory', '-1m', [negative('-1m')]],
    ['pods', '-1500m', [negative('-1500m'), fraction('-1500m')]],
    ['pods', '9223372036854775', []],
    ['pods', '9223372036854776', [fraction('9223372036854776')]],
  ]

  for (const [name, text, errors] of table) {
    it(`${errors.length === 0 ? 'accepts' : 'rejects'} ${name} ${text}`, () => expect(validateResourceQuantity(name, quantity(text), path).map(String)).to.deep.equal(errors))
  }

  it('reports all errors under one rule', () => {
    expect(new Set(validateResourceQuantity('pods', quantity('-1500m'), path).map(({origin}) => origin))).to.deep.equal(new Set(['resources/quantity']))
  })
})

describe('validateResourceRequirements', () => {
  const errorsOf = (limits?: Amounts, requests?: Amounts): string[] => {
    const resources = {...limits && {limits: resourceList(limits)}, ...requests && {requests: resourceList(requests)}}
    return validateResourceRequirements(resources, validateContainerResourceName, FieldPath.of('B')).map(String)
  }

  const notOvercommitted = 'B.limits: Required value: Limit must be set for non overcommitable resources'
  const needsCpu = 'B: Forbidden: HugePages require cpu or memory'
  const unknown = (at: string, name: string): string[] =>
    ['must be a standard resource type or fully qualified', 'must be a standard resource for containers'].map((error) => `${at}[${name}]: Invalid value: "${name}": ${error}`)
  const indivisible = (at: string, name: string, text: string): string =>
    `${at}[${name}]: Invalid value: "${text}": ${text} is not positive integer multiple of ${name}`

  const accept: Record<string, [limits?: Amounts | undefined, requests?: Amounts]> = {
    'no resources': [],
    'empty lists': [{}, {}],
    'only limits': [{cpu: '1', memory: '1Gi'}],
    'only requests': [undefined, {cpu: '1', memory: '1Gi'}],
    'requests below limits': [{cpu: '1', memory: '1Gi'}, {cpu: '500m', memory: '1G'}],
    'requests equal to limits in another notation': [{'cpu': '1', 'nvidia.com/gpu': '2'}, {'cpu': '1000m', 'nvidia.com/gpu': '2.0'}],
    'a fraction of a native resource without limit': [undefined, {'kubernetes.io/x': '1500m'}],
    'huge pages with cpu': [{'hugepages-2Mi': '4Mi', 'cpu': '1'}, {'hugepages-2Mi': '4Mi'}],
    'huge pages with requested memory': [{'hugepages-2Mi': '4Mi'}, {'hugepages-2Mi': '4Mi', 'memory': '0'}],
    'zero huge pages': [{'hugepages-2Mi': '0', 'cpu': '1'}],
    'huge pages in bytes': [{'hugepages-2Mi': '4194304', 'cpu': '1'}],
  }

  for (const [title, lists] of Object.entries(accept)) {
    it(`accepts ${title}`, () => expect(errorsOf(...lists)).to.deep.equal([]))
  }

  const reject: Record<string, [limits: Amounts | undefined, requests: Amounts | undefined, ...errors: string[]]> = {
    'an unknown name': [{foo: '1'}, {foo: '1'}, ...unknown('B.limits', 'foo'), ...unknown('B.requests', 'foo')],
    'a negative limit': [{cpu: '-1'}, undefined, 'B.limits[cpu]: Invalid value: "-1": must be greater than or equal to 0'],
    'a negative request': [undefined, {cpu: '-1'}, 'B.requests[cpu]: Invalid value: "-1": must be greater than or equal to 0'],
    'a fraction of an extended resource': [
      {'a.b/c': '1500m'}, {'a.b/c': '1500m'}, 'B.limits[a.b/c]: Invalid value: "1500m": must be an integer', 'B.requests[a.b/c]: Invalid value: "1500m": must be an integer',
    ],
    'a request above the limit': [{cpu: '500m'}, {cpu: '700m'}, 'B.requests: Invalid value: "700m": must be less than or equal to cpu limit of 500m'],
    'a request just above the limit': [{memory: '1Gi'}, {memory: '1073741825'}, 'B.requests: Invalid value: "1073741825": must be less than or equal to memory limit of 1Gi'],
    'an extended resource requested below its limit': [{'a.b/c': '2'}, {'a.b/c': '1'}, 'B.requests: Invalid value: "1": must be equal to a.b/c limit of 2'],
    'an extended resource requested above its limit': [{'a.b/c': '1'}, {'a.b/c': '2'}, 'B.requests: Invalid value: "2": must be equal to a.b/c limit of 1'],
    'an extended resource without limit': [{cpu: '1'}, {'a.b/c': '2'}, notOvercommitted],
    'huge pages without limit': [undefined, {'cpu': '1', 'hugepages-2Mi': '2Mi'}, notOvercommitted],
    'huge pages requested below their limit': [{'hugepages-2Mi': '4Mi', 'cpu': '1'}, {'hugepages-2Mi': '2Mi'}, 'B.requests: Invalid value: "2Mi": must be equal to hugepages-2Mi limit of 4Mi'],
    'an amount that is not a multiple of the page size': [
      {'cpu': '1', 'hugepages-2Mi': '3Mi'}, {'hugepages-2Mi': '3Mi'},
      indivisible('B.limits', 'hugepages-2Mi', '3Mi'), indivisible('B.requests', 'hugepages-2Mi', '3Mi'),
    ],
    'huge pages of an invalid size': [{'cpu': '1', 'hugepages-foo': '0'}, undefined, indivisible('B.limits', 'hugepages-foo', '0')],
    'huge pages of size zero': [{'cpu': '1', 'hugepages-0': '0'}, undefined, indivisible('B.limits', 'hugepages-0', '0')],
    'huge pages of a fractional size': [{'cpu': '1', 'hugepages-1500m': '3'}, undefined, indivisible('B.limits', 'hugepages-1500m', '3')],
    'limits of only huge pages': [{'hugepages-2Mi': '2Mi'}, undefined, needsCpu],
    'requests of only huge pages': [undefined, {'hugepages-2Mi': '2Mi'}, notOvercommitted, needsCpu],
    'huge pages with resources other than cpu and memory': [{'hugepages-2Mi': '2Mi', 'ephemeral-storage': '1'}, {'a.b/c': '1'}, notOvercommitted, needsCpu],
  }

  for (const [title, [limits, requests, ...errors]] of Object.entries(reject)) {
    it(`rejects ${title}`, () => expect(errorsOf(limits, requests)).to.deep.equal(errors))
  }

  it('reports limits before requests, each sorted by resource, and all errors of a resource in order', () => {
    expect(errorsOf({memory: '-1', cpu: '-1'}, {'memory': '1', 'hugepages-3Mi': '-1', 'a.b/c': '-1500m'})).to.deep.equal([
      'B.limits[cpu]: Invalid value: "-1": must be greater than or equal to 0',
      'B.limits[memory]: Invalid value: "-1": must be greater than or equal to 0',
      'B.requests[a.b/c]: Invalid value: "-1500m": must be greater than or equal to 0',
      'B.requests[a.b/c]: Invalid value: "-1500m": must be an integer',
      notOvercommitted,
      'B.requests[hugepages-3Mi]: Invalid value: "-1": must be greater than or equal to 0',
      notOvercommitted,
      indivisible('B.requests', 'hugepages-3Mi', '-1'),
      'B.requests: Invalid value: "1": must be less than or equal to memory limit of -1',
    ])
  })

  it('names the rule of each error', () => {
    const lists = {limits: resourceList({'foo': '-1', 'hugepages-2Mi': '1', 'ephemeral-storage': '1'}), requests: resourceList({'ephemeral-storage': '2', 'a.b/c': '1'})}
    const origins = validateResourceRequirements(lists, validateContainerResourceName, path).map(({origin}) => origin)
    expect([...new Set(origins)]).to.deep.equal([
      'resources/name', 'resources/quantity', 'resources/huge-pages', 'resources/limit-required', 'resources/request-not-above-limit',
    ])
  })
})

describe('fractionalBytesWarning', () => {
  it('returns a warning for a fractional amount', () => {
    expect(fractionalBytesWarning('memory', resourceList({memory: '100m', cpu: '100m'}), path))
      .to.deep.equal(['spec.resources[memory]: fractional byte value "100m" is invalid, must be an integer'])
  })

  it('returns no warning for whole or missing amounts', () => {
    expect(fractionalBytesWarning('memory', resourceList({memory: '1Gi', cpu: '100m'}), path)).to.deep.equal([])
    expect(fractionalBytesWarning('memory', resourceList({cpu: '100m'}), path)).to.deep.equal([])
    expect(fractionalBytesWarning('memory', undefined, path)).to.deep.equal([])
  })
})
