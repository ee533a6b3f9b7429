import {expect} from 'chai'
import {validatePodLevelResources} from '../../../../src/kinds/pod/resources/validate.js'
import type {Pod} from '../../../../src/machinery/api/core-v1.js'
import {FieldPath} from '../../../../src/machinery/field/path.js'
import {qualifiedName} from '../../../../src/machinery/meta/names.js'
import {app, type Body, container, pod, type Resources, sidecar} from '../../../helpers/builders.js'
import {decoded} from '../../../helpers/decoded.js'

const errorsOf = (spec: Body): string[] => validatePodLevelResources((decoded(pod().asking(spec)) as Pod).spec ?? {}, FieldPath.of('R')).map(String)

const limited = (resources: Resources, ...containers: Body[]): string[] => errorsOf({resources, containers})

const cpu = (amount: string): Body => app({requests: {cpu: amount}, limits: {cpu: amount}})

describe('validatePodLevelResources', () => {
  it('accepts missing and empty resources', () => {
    expect(errorsOf({})).to.deep.equal([])
    expect(errorsOf({resources: {}})).to.deep.equal([])
  })

  it('accepts requests that cover those of the containers', () => {
    expect(limited({requests: {cpu: '2'}, limits: {cpu: '2'}}, cpu('1'), cpu('1'))).to.deep.equal([])
    expect(limited({requests: {memory: '1'}}, cpu('1'))).to.deep.equal([])
    expect(limited({requests: {'hugepages-2Mi': '2Mi', 'cpu': '1'}, limits: {'hugepages-2Mi': '2Mi'}}, cpu('1'))).to.deep.equal([])
  })

  const unsupported = (field: string, name: string): string => `R.${field}[${name}]: Unsupported value: "${name}": supported values: "cpu", "hugepages-", "memory"`

  const reject: Record<string, [resources: Resources, ...errors: string[]]> = {
    'other resources': [
      {limits: {'ephemeral-storage': '1', 'kubernetes.io/x': '1'}, requests: {pods: '1'}},
      unsupported('limits', 'ephemeral-storage'), unsupported('limits', 'kubernetes.io/x'), unsupported('requests', 'pods'),
    ],
    'unknown resources': [{limits: {foo: '1'}}, 'R.limits[foo]: Invalid value: "foo": must be a standard resource type or fully qualified'],
    'invalid resource names': [{limits: {'a b': '1'}}, ...qualifiedName('a b').map((error) => `R.limits[a b]: Invalid value: "a b": ${error}`)],
    'negative amounts': [{limits: {cpu: '-1'}}, 'R.limits[cpu]: Invalid value: "-1": must be greater than or equal to 0'],
    'requests above limits': [{requests: {cpu: '2'}, limits: {cpu: '1'}}, 'R.requests: Invalid value: "2": must be less than or equal to cpu limit of 1'],
    'huge pages without cpu or memory': [{limits: {'hugepages-2Mi': '2Mi'}}, 'R: Forbidden: HugePages require cpu or memory'],
    'an empty list of claims': [{claims: []}, 'R.claims: Forbidden: claims may not be set for Resources at pod-level'],
    'claims': [
      {claims: [{name: 'a'}]}, 'R.claims: Forbidden: claims may not be set for Resources at pod-level',
      'R.claims[0]: Not found: "a": must be one of the names in pod.spec.resourceClaims which is empty',
    ],
  }

  for (const [title, [resources, ...errors]] of Object.entries(reject)) {
    it(`rejects ${title}`, () => expect(errorsOf({resources})).to.deep.equal(errors))
  }

  it('does not report declared claims as not found', () => {
    expect(errorsOf({resources: {claims: [{name: 'a'}]}, resourceClaims: [{name: 'a', resourceClaimName: 'x'}]})).to.deep.equal(['R.claims: Forbidden: claims may not be set for Resources at pod-level'])
  })

  describe('requests', () => {
    const short = (amount: string, sum: string, name = 'cpu'): string =>
      `R.requests[${name}]: Invalid value: "${amount}": must be greater than or equal to aggregate container requests of ${sum}`

    it('must cover the sum of the containers', () => {
      expect(limited({requests: {cpu: '1999m'}}, cpu('1'), cpu('1'))).to.deep.equal([short('1999m', '2')])
      expect(limited({requests: {memory: '1', cpu: '1'}}, cpu('2'), app({requests: {memory: '2'}}))).to.deep.equal([short('1', '2', 'cpu'), short('1', '2', 'memory')])
    })

    it('must cover init containers and sidecars', () => {
      expect(errorsOf({resources: {requests: {cpu: '1'}}, initContainers: [container('i', {requests: {cpu: '3'}})]})).to.deep.equal([short('1', '3')])
      expect(errorsOf({resources: {requests: {cpu: '1'}}, containers: [cpu('1')], initContainers: [sidecar('s', {requests: {cpu: '1'}})]})).to.deep.equal([short('1', '2')])
    })
  })

  describe('limits', () => {
    const pages = (amount: string): Body => app({limits: {'hugepages-2Mi': amount, 'cpu': '1'}})

    it('of huge pages must cover the sum of the containers', () => {
      const resources = {limits: {'hugepages-2Mi': '4Mi', 'cpu': '1'}}
      expect(limited(resources, pages('2Mi'), pages('2Mi'))).to.deep.equal([])
      expect(limited(resources, pages('2Mi'), pages('4Mi'))).to.deep.equal([
        'R.limits[hugepages-2Mi]: Invalid value: "4Mi": must be greater than or equal to aggregate container limits of 6Mi',
      ])
    })

    it('of cpu and memory can be below the sum of the containers', () => expect(limited({limits: {cpu: '1'}}, cpu('1'), cpu('1'))).to.deep.equal([]))

    it('must cover the limits of each container', () => {
      expect(limited({limits: {cpu: '1', memory: '1Gi'}}, cpu('1'), app({limits: {'memory': '2Gi', 'cpu': '2', 'a.b/c': '1'}}))).to.deep.equal([
        'R.containers[1][cpu].limits: Invalid value: "2": must be less than or equal to pod limits of 1',
        'R.containers[1][memory].limits: Invalid value: "2Gi": must be less than or equal to pod limits of 1Gi',
      ])
    })

    it('can be lower than limits of init containers', () => {
      expect(errorsOf({resources: {limits: {cpu: '1'}}, initContainers: [container('i', {limits: {cpu: '2'}})]})).to.deep.equal([])
    })
  })

  it('rejects pod-level resources on Windows', () => {
    expect(errorsOf({resources: {limits: {foo: '1'}}, os: {name: 'windows'}})).to.deep.equal(['R: Forbidden: may not be set for a windows pod'])
    expect(errorsOf({resources: {}, os: {name: 'linux'}})).to.deep.equal([])
    expect(errorsOf({os: {name: 'windows'}})).to.deep.equal([])
  })

  it('reports all errors in the order of the API server', () => {
    const resources = {limits: {'cpu': '1', 'hugepages-2Mi': '2Mi', 'foo': '1'}, requests: {cpu: '2'}, claims: [{}]}
    expect(limited(resources, app({requests: {cpu: '3'}, limits: {'cpu': '4', 'hugepages-2Mi': '4Mi'}})).map((error) => error.replace(/: .*/, ''))).to.deep.equal([
      'R.claims', 'R.limits[foo]', 'R.requests', 'R.claims[0]', 'R.requests[cpu]', 'R.limits[hugepages-2Mi]', 'R.containers[0][cpu].limits',
      'R.containers[0][hugepages-2Mi].limits',
    ])
  })

  it('reports errors under the rule pod/pod-level-resources', () => {
    const spec = (decoded(pod().limitedTo({limits: {'cpu': '1', 'pods': '1', 'foo': '1', 'hugepages-2Mi': '2Mi'}, requests: {cpu: '1'}, claims: []})
      .with(app({requests: {cpu: '2'}, limits: {'cpu': '2', 'hugepages-2Mi': '4Mi'}}))) as Pod).spec
    const origins = new Set(validatePodLevelResources(spec ?? {}, FieldPath.of('R')).map(({origin}) => origin))
    expect(origins).to.deep.equal(new Set(['pod/pod-level-resources']))
    expect(validatePodLevelResources({resources: {}, os: {name: 'windows'}}, FieldPath.of('R'))[0]?.origin).to.equal('pod/pod-level-resources')
  })
})
