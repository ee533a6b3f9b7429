import {expect} from 'chai'
import {validatePod, validatePodCreate} from '../../../src/kinds/pod/validate.js'
import type {Pod} from '../../../src/machinery/api/core-v1.js'
import {app, type Body, container, pod} from '../../helpers/builders.js'
import {decoded} from '../../helpers/decoded.js'

const errorsOf = (spec: Body): string[] => validatePod(decoded(pod().asking(spec)) as Pod).map(String)

describe('validatePod', () => {
  it('accepts a plain pod', () => expect(errorsOf({})).to.deep.equal([]))

  it('requires a container', () => {
    expect(validatePod(decoded(pod().having({spec: null})) as Pod).map(String)).to.deep.equal(['spec.containers: Required value'])
    expect(errorsOf({containers: []})).to.deep.equal(['spec.containers: Required value'])
  })

  it('allows both SELinux policies in an update if one was set before', () => {
    const withPolicy = (seLinuxChangePolicy?: string): Pod => decoded(pod().asking({securityContext: {seLinuxChangePolicy}})) as Pod
    const errors = (to: string, from?: string): string[] => validatePod(withPolicy(to), withPolicy(from)).map(String)
    const at = 'spec.securityContext.seLinuxChangePolicy'
    expect(errors('MountOption')).to.deep.equal([`${at}: Unsupported value: "MountOption": supported values: "Recursive"`])
    expect(errors('MountOption', 'Recursive')).to.deep.equal([])
    expect(errors('Other', 'Recursive')).to.deep.equal([`${at}: Unsupported value: "Other": supported values: "MountOption", "Recursive"`])
  })

  for (const restartPolicy of ['Always', 'OnFailure', 'Never', '']) {
    it(`accepts restartPolicy "${restartPolicy}"`, () => expect(errorsOf({restartPolicy})).to.deep.equal([]))
  }

  for (const seconds of [1, 2147483647]) {
    it(`accepts activeDeadlineSeconds ${seconds}`, () => expect(errorsOf({activeDeadlineSeconds: seconds})).to.deep.equal([]))
  }

  const supported = 'supported values: "Always", "OnFailure", "Never"'
  const deadline = 'must be between 1 and 2147483647, inclusive'

  const reject: Record<string, [spec: Body, ...errors: string[]]> = {
    'an unknown restartPolicy': [{restartPolicy: 'always'}, `spec.restartPolicy: Unsupported value: "always": ${supported}`],
    'activeDeadlineSeconds 0': [{activeDeadlineSeconds: 0}, `spec.activeDeadlineSeconds: Invalid value: 0: ${deadline}`],
    'negative activeDeadlineSeconds': [{activeDeadlineSeconds: -1}, `spec.activeDeadlineSeconds: Invalid value: -1: ${deadline}`],
    'activeDeadlineSeconds beyond int32': [{activeDeadlineSeconds: 2147483648}, `spec.activeDeadlineSeconds: Invalid value: 2147483648: ${deadline}`],
    'activeDeadlineSeconds beyond the precision of doubles': [{activeDeadlineSeconds: 2n ** 60n}, `spec.activeDeadlineSeconds: Invalid value: 1152921504606846976: ${deadline}`],
    'invalid overhead': [
      {overhead: {foo: '1', cpu: '-1'}},
      'spec.overhead.limits[cpu]: Invalid value: "-1": must be greater than or equal to 0',
      'spec.overhead.limits[foo]: Invalid value: "foo": must be a standard resource type or fully qualified',
      'spec.overhead.limits[foo]: Invalid value: "foo": must be a standard resource for containers',
    ],
    'huge pages in overhead without cpu or memory': [{overhead: {'hugepages-2Mi': '2Mi'}}, 'spec.overhead: Forbidden: HugePages require cpu or memory'],
  }

  for (const [title, [spec, ...errors]] of Object.entries(reject)) {
    it(`rejects ${title}`, () => expect(errorsOf(spec)).to.deep.equal(errors))
  }

  it('rejects white space around the images of containers and init containers', () => {
    expect(errorsOf({containers: [{name: 'a', image: ' i'}], initContainers: [{name: 'b', image: 'i '}]})).to.deep.equal([
      'spec.containers[0].image: Invalid value: " i": must not have leading or trailing whitespace',
      'spec.initContainers[0].image: Invalid value: "i ": must not have leading or trailing whitespace',
    ])
  })

  it('reports all errors in the order of the API server', () => {
    const bad = {
      activeDeadlineSeconds: 0, restartPolicy: 'x', overhead: {cpu: '-1'}, resources: {limits: {foo: '1'}}, ephemeralContainers: [{name: 'e'}],
      initContainers: [{name: 'i', image: ' '}], containers: [{name: 'c'}, {name: 'd', image: ' '}],
    }
    expect(errorsOf(bad).map((error) => error.replace(/: .*/, ''))).to.deep.equal([
      'spec.containers[0].image', 'spec.ephemeralContainers[0].image', 'spec.resources.limits[foo]', 'spec.restartPolicy', 'spec.activeDeadlineSeconds',
      'spec.overhead.limits[cpu]', 'spec.containers[1].image', 'spec.initContainers[0].image',
    ])
  })

  it('names the rule of each error', () => {
    const errors = validatePod(decoded(pod().asking({activeDeadlineSeconds: 0, restartPolicy: 'x'})))
    expect(errors.map(({origin}) => origin)).to.deep.equal(['pod/restart-policy', 'pod/active-deadline'])
  })
})

describe('validatePodCreate', () => {
  it('rejects ephemeral containers', () => {
    const errors = validatePodCreate(decoded(pod().asking({ephemeralContainers: [container('e')]})))
    expect(errors.map((error) => `${String(error)} ${error.origin}`)).to.deep.equal(['spec.ephemeralContainers: Forbidden: cannot be set on create pod/ephemeral-containers'])
  })

  it('accepts other pods', () => {
    for (const manifest of [pod(), pod().asking({ephemeralContainers: []}), pod().having({spec: null}), pod().with(app(), app())]) {
      expect(validatePodCreate(decoded(manifest))).to.deep.equal([])
    }
  })
})
