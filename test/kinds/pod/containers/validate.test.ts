import {expect} from 'chai'
import {validateImageSpaces} from '../../../../src/kinds/pod/containers/validate-container.js'
import {validateContainers, validateEphemeralContainers, validateInitContainers} from '../../../../src/kinds/pod/containers/validate.js'
import type {Pod, PodSpec} from '../../../../src/machinery/api/core-v1.js'
import {FieldPath} from '../../../../src/machinery/field/path.js'
import {portNameErrors} from '../../../../src/machinery/field/port.js'
import {dns1123Label} from '../../../../src/machinery/meta/names.js'
import {type Body, pod} from '../../../helpers/builders.js'
import {decoded} from '../../../helpers/decoded.js'
import {contextOf} from '../../../helpers/container-context.js'

const specOf = (fields: Body): PodSpec => (decoded(pod().having({spec: fields})) as Pod).spec ?? {}

const c = FieldPath.of('C')

const errorsOf = (...containers: Body[]): string[] => validateContainers(...contextOf(specOf({containers})), c).map(String)

const plain = {name: 'app', image: 'i'}

const invalid = (field: string, value: string | number, errors: readonly string[]): string[] =>
  errors.map((error) => `${field}: Invalid value: ${JSON.stringify(value)}: ${error}`)

describe('validateContainers', () => {
  it('requires a container', () => {
    expect(errorsOf()).to.deep.equal(['C: Required value'])
    expect(validateContainers(...contextOf({}), c).map(({origin}) => origin)).to.deep.equal(['pod/containers'])
  })

  it('accepts several containers', () => expect(errorsOf(plain, {...plain, name: 'b-2'})).to.deep.equal([]))

  const reject: Record<string, [container: Body, errors: string[]]> = {
    'no name': [{image: 'i'}, ['C[0].name: Required value']],
    'an empty name': [{image: 'i', name: ''}, ['C[0].name: Required value']],
    'a name that is not a DNS label': [{...plain, name: 'A_b'}, invalid('C[0].name', 'A_b', dns1123Label('A_b'))],
    'a name with dots': [{...plain, name: 'a.b'}, invalid('C[0].name', 'a.b', ['must not contain dots'])],
    'a long name': [{...plain, name: 'a'.repeat(64)}, invalid('C[0].name', 'a'.repeat(64), ['must be no more than 63 characters'])],
    'no image': [{name: 'app'}, ['C[0].image: Required value']],
    'an empty image': [{...plain, image: ''}, ['C[0].image: Required value']],
    'an unknown restartPolicy': [
      {...plain, restartPolicy: 'always'}, ['C[0].restartPolicy: Unsupported value: "always": supported values: "Always", "Never", "OnFailure"'],
    ],
    'an empty restartPolicy': [
      {...plain, restartPolicy: ''}, ['C[0].restartPolicy: Unsupported value: "": supported values: "Always", "Never", "OnFailure"'],
    ],
    'negative resources': [{...plain, resources: {limits: {cpu: '-1'}}}, ['C[0].resources.limits[cpu]: Invalid value: "-1": must be greater than or equal to 0']],
    'resources that are not for containers': [
      {...plain, resources: {requests: {storage: '1'}}}, ['C[0].resources.requests[storage]: Invalid value: "storage": must be a standard resource for containers'],
    ],
    'an unknown resource claim': [
      {...plain, resources: {claims: [{name: 'gpu'}]}}, ['C[0].resources.claims[0]: Not found: "gpu": must be one of the names in pod.spec.resourceClaims which is empty'],
    ],
  }

  for (const [title, [container, errors]] of Object.entries(reject)) {
    it(`rejects ${title}`, () => expect(errorsOf(container)).to.deep.equal(errors))
  }

  for (const restartPolicy of ['Always', 'Never', 'OnFailure']) {
    it(`accepts restartPolicy ${restartPolicy}`, () => expect(errorsOf({...plain, restartPolicy})).to.deep.equal([]))
  }

  it('rejects duplicate names, including empty ones', () => {
    expect(errorsOf(plain, plain, {name: 'b', image: 'i'}, plain)).to.deep.equal(['C[1].name: Duplicate value: "app"', 'C[3].name: Duplicate value: "app"'])
    expect(errorsOf({image: 'i'}, {image: 'i'})).to.deep.equal(['C[0].name: Required value', 'C[1].name: Required value', 'C[1].name: Duplicate value: ""'])
  })

  it('reports name, image, ports, resources, claims, duplicate name and restartPolicy in this order', () => {
    const bad = {name: 'A', ports: [{}], resources: {limits: {cpu: '-1'}, claims: [{}]}, restartPolicy: 'x'}
    expect(errorsOf(bad, bad).map((error) => error.replace(/: .*/, ''))).to.deep.equal([
      'C[0].name', 'C[0].image', 'C[0].ports[0].containerPort', 'C[0].resources.limits[cpu]', 'C[0].resources.claims[0]', 'C[0].restartPolicy',
      'C[1].name', 'C[1].image', 'C[1].ports[0].containerPort', 'C[1].resources.limits[cpu]', 'C[1].resources.claims[0]', 'C[1].name', 'C[1].restartPolicy',
    ])
  })

  it('names the rule of each error', () => {
    const bad = {name: 'A', ports: [{name: '-'}, {containerPort: 70000, hostPort: 70000, protocol: 'x'}], resources: {claims: [{name: 'a'}]}, restartPolicy: 'x'}
    expect(validateContainers(...contextOf(specOf({containers: [bad, bad, {name: ''}]})), c).map(({field, origin}) => `${field} ${origin}`)).to.include.members([
      'C[0].name pod/container-name', 'C[2].name pod/container-name', 'C[0].image pod/container-image', 'C[0].ports[0].name pod/container-port',
      'C[0].ports[0].containerPort pod/container-port', 'C[0].ports[1].containerPort pod/container-port', 'C[0].ports[1].hostPort pod/container-port',
      'C[0].ports[1].protocol pod/container-port', 'C[0].resources.claims[0] pod/resource-claims', 'C[0].restartPolicy pod/restart-policy',
    ])
  })

  describe('ports', () => {
    const portErrors = (...ports: Body[]): string[] => errorsOf({...plain, ports})

    const accept: Record<string, Body[]> = {
      'a port number': [{containerPort: 80}],
      'the minimum and maximum port': [{containerPort: 1, hostPort: 65535}, {containerPort: 65535, hostPort: 1}],
      'a name': [{containerPort: 80, name: 'http'}],
      'several ports without names': [{containerPort: 80}, {containerPort: 80, name: ''}],
      'every protocol': [{containerPort: 80, protocol: 'TCP'}, {containerPort: 80, protocol: 'UDP'}, {containerPort: 80, protocol: 'SCTP'}, {containerPort: 80, protocol: ''}],
      'hostPort 0': [{containerPort: 80, hostPort: 0}],
    }

    for (const [title, ports] of Object.entries(accept)) {
      it(`accepts ${title}`, () => expect(portErrors(...ports)).to.deep.equal([]))
    }

    const p = 'C[0].ports[0]'
    const range = ['must be between 1 and 65535, inclusive']

    const rejected: Record<string, [ports: Body[], errors: string[]]> = {
      'no port number': [[{}], [`${p}.containerPort: Required value`]],
      'port number 0': [[{containerPort: 0}], [`${p}.containerPort: Required value`]],
      'a port number out of range': [[{containerPort: 65536}, {containerPort: -1}], [...invalid(`${p}.containerPort`, 65536, range), ...invalid('C[0].ports[1].containerPort', -1, range)]],
      'a hostPort out of range': [[{containerPort: 80, hostPort: 65536}], invalid(`${p}.hostPort`, 65536, range)],
      'an invalid name': [[{containerPort: 80, name: 'HTTP--1'}], invalid(`${p}.name`, 'HTTP--1', portNameErrors('HTTP--1'))],
      'a duplicate name': [
        [{containerPort: 80, name: 'a'}, {containerPort: 81, name: 'b'}, {containerPort: 82, name: 'a'}], ['C[0].ports[2].name: Duplicate value: "a"'],
      ],
      'a duplicate invalid name, without reporting the duplicate': [
        [{containerPort: 80, name: 'A'}, {containerPort: 81, name: 'A'}], [...invalid(`${p}.name`, 'A', portNameErrors('A')), ...invalid('C[0].ports[1].name', 'A', portNameErrors('A'))],
      ],
      'an unknown protocol': [[{containerPort: 80, protocol: 'tcp'}], [`${p}.protocol: Unsupported value: "tcp": supported values: "SCTP", "TCP", "UDP"`]],
      'several invalid fields': [
        [{name: '-', hostPort: -1, protocol: 'x'}],
        [
          ...invalid(`${p}.name`, '-', portNameErrors('-')), `${p}.containerPort: Required value`, ...invalid(`${p}.hostPort`, -1, range),
          `${p}.protocol: Unsupported value: "x": supported values: "SCTP", "TCP", "UDP"`,
        ],
      ],
    }

    for (const [title, [ports, errors]] of Object.entries(rejected)) {
      it(`rejects ${title}`, () => expect(portErrors(...ports)).to.deep.equal(errors))
    }

    it('accepts the same name in different containers', () => {
      expect(errorsOf({...plain, ports: [{containerPort: 80, name: 'a'}]}, {name: 'b', image: 'i', ports: [{containerPort: 80, name: 'a'}]})).to.deep.equal([])
    })
  })
})

describe('validateInitContainers', () => {
  const errors = (containers: readonly Body[], ...initContainers: Body[]): string[] =>
    validateInitContainers(...contextOf(specOf({containers, initContainers})), c).map(String)

  it('accepts a pod without init containers', () => expect(validateInitContainers(...contextOf({}), c)).to.deep.equal([]))

  it('validates each as a container', () => {
    expect(errors([plain], {name: 'A', resources: {limits: {cpu: '-1'}}})).to.deep.equal([
      ...invalid('C[0].name', 'A', dns1123Label('A')), 'C[0].image: Required value', 'C[0].resources.limits[cpu]: Invalid value: "-1": must be greater than or equal to 0',
    ])
  })

  it('rejects names of containers and duplicate names', () => {
    const init = {name: 'init', image: 'i'}
    expect(errors([plain], init, plain, init)).to.deep.equal(['C[1].name: Duplicate value: "app"', 'C[2].name: Duplicate value: "init"'])
  })

  it('does not report duplicate empty names of init containers', () => {
    expect(errors([plain], {image: 'i'}, {image: 'i'})).to.deep.equal(['C[0].name: Required value', 'C[1].name: Required value'])
    expect(errors([{image: 'i'}], {image: 'i'})).to.deep.equal(['C[0].name: Required value', 'C[0].name: Duplicate value: ""'])
  })

  it('reports the restartPolicy before the duplicate name', () => {
    expect(errors([plain], {...plain, restartPolicy: 'x'})).to.deep.equal([
      'C[0].restartPolicy: Unsupported value: "x": supported values: "Always", "Never", "OnFailure"', 'C[0].name: Duplicate value: "app"',
    ])
  })

  it('accepts claims that the pod declares', () => {
    const spec = specOf({containers: [plain], initContainers: [{name: 'i', image: 'i', resources: {claims: [{name: 'gpu'}]}}], resourceClaims: [{name: 'gpu', resourceClaimName: 'x'}]})
    expect(validateInitContainers(...contextOf(spec), c)).to.deep.equal([])
    expect(validateContainers(...contextOf({...spec, containers: spec.initContainers ?? []}), c)).to.deep.equal([])
    expect(validateEphemeralContainers(...contextOf({resourceClaims: [{name: 'gpu'}], ephemeralContainers: spec.initContainers ?? []}), c).map(String))
      .to.deep.equal(['C[0].resources: Forbidden: cannot be set for an Ephemeral Container'])
  })
})

describe('validateEphemeralContainers', () => {
  const errors = (...ephemeralContainers: Body[]): string[] =>
    validateEphemeralContainers(...contextOf(specOf({containers: [plain], initContainers: [{name: 'init', image: 'i'}], ephemeralContainers})), c).map(String)

  const debug = {name: 'debug', image: 'i'}

  it('accepts a pod without ephemeral containers', () => expect(validateEphemeralContainers(...contextOf({}), c)).to.deep.equal([]))

  it('accepts a container or init container as target', () => {
    expect(errors(debug, {...debug, name: 'b', targetContainerName: 'app'}, {...debug, name: 'c', targetContainerName: 'init'}, {...debug, name: 'd', targetContainerName: ''}))
      .to.deep.equal([])
  })

  it('rejects any other target', () => {
    expect(errors(debug, {...debug, name: 'b', targetContainerName: 'debug'})).to.deep.equal(['C[1].targetContainerName: Not found: "debug"'])
  })

  it('validates each as a container', () => {
    expect(errors({ports: [{}]})).to.deep.equal([
      'C[0].name: Required value', 'C[0].image: Required value', 'C[0].ports[0].containerPort: Required value', 'C[0].ports: Forbidden: cannot be set for an Ephemeral Container',
    ])
  })

  it('rejects names of other containers', () => {
    expect(errors(plain, {...debug, name: 'init'}, debug, debug))
      .to.deep.equal(['C[0].name: Duplicate value: "app"', 'C[1].name: Duplicate value: "init"', 'C[3].name: Duplicate value: "debug"'])
  })

  it('rejects unsupported fields, even empty ones', () => {
    const fields = ['ports', 'resources', 'resizePolicy', 'restartPolicy', 'restartPolicyRules', 'livenessProbe', 'readinessProbe', 'startupProbe', 'lifecycle']
    const given = {
      lifecycle: {}, startupProbe: {}, readinessProbe: {}, livenessProbe: {}, restartPolicyRules: [], restartPolicy: 'Always', resizePolicy: [],
      resources: {limits: {cpu: '1'}}, ports: [],
    }
    expect(errors({...debug, ...given})).to.deep.equal(fields.map((field) => `C[0].${field}: Forbidden: cannot be set for an Ephemeral Container`))
  })

  it('accepts empty resources', () => {
    expect(errors({...debug, resources: {}})).to.deep.equal([])
    expect(errors({...debug, resources: {limits: {}}})).to.deep.equal(['C[0].resources: Forbidden: cannot be set for an Ephemeral Container'])
  })

  it('reports container, image, duplicate name, target and unsupported fields in this order', () => {
    expect(errors({name: 'app', image: ' i', ports: [{}], targetContainerName: 'x'}).map((error) => error.replace(/: .*/, ''))).to.deep.equal([
      'C[0].ports[0].containerPort', 'C[0].image', 'C[0].name', 'C[0].targetContainerName', 'C[0].ports',
    ])
  })

  it('names the rule of each error', () => {
    const spec = specOf({ephemeralContainers: [{...debug, targetContainerName: 'x', ports: []}]})
    expect(validateEphemeralContainers(...contextOf(spec), c).map(({origin}) => origin)).to.deep.equal(['pod/ephemeral-containers', 'pod/ephemeral-containers'])
  })
})

describe('validateImageSpaces', () => {
  it('rejects white space around images', () => {
    const images = ['i', ' i', 'i ', '\u00a0i', 'a b', '', ' ']
    const errors = validateImageSpaces(images.map((image) => ({image})), c)
    expect(errors.map(String)).to.deep.equal([[1, ' i'], [2, 'i '], [6, ' ']].map(([i, image]) =>
      `C[${String(i)}].image: Invalid value: "${String(image)}": must not have leading or trailing whitespace`)
      .toSpliced(2, 0, 'C[3].image: Invalid value: "\\u00a0i": must not have leading or trailing whitespace'))
    expect(new Set(errors.map(({origin}) => origin))).to.deep.equal(new Set(['pod/container-image']))
  })

  it('accepts a container without an image', () => expect(validateImageSpaces([{}], c)).to.deep.equal([]))
})
