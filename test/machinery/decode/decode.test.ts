import {expect} from 'chai'
import {decode, decodePartial} from '../../../src/machinery/decode/decode.js'
import {decodeErrorText, type DecodeProblem} from '../../../src/machinery/decode/problem.js'
import {Quantity} from '../../../src/machinery/quantity/quantity.js'
import {type Body, claim, configMap, limitRange, pod, quota} from '../../helpers/builders.js'
import {deepFreeze} from '../../helpers/deep-freeze.js'

const types: Readonly<Record<string, string>> = {
  ConfigMap: 'core/v1.ConfigMap',
  Deployment: 'apps/v1.Deployment',
  Event: 'core/v1.Event',
  LimitRange: 'core/v1.LimitRange',
  PersistentVolumeClaim: 'core/v1.PersistentVolumeClaim',
  Pod: 'core/v1.Pod',
  ResourceQuota: 'core/v1.ResourceQuota',
  Secret: 'core/v1.Secret',
  Service: 'core/v1.Service',
}

const decodeBody = (body: Body): ReturnType<typeof decode> => decode(deepFreeze(body), types[String(body['kind'])] ?? '')

const problemsOf = (body: Body): readonly DecodeProblem[] => decodeBody(body).problems

const errorOf = (body: Body): string | undefined => decodeErrorText(problemsOf(body))

const objectOf = (body: Body): Record<string, unknown> => decodeBody(body).object

const cannot = (found: string, field: string, type: string): string => `json: cannot unmarshal ${found} into Go struct field ${field} of type ${type}`

const strict = (...paths: string[]): string => `strict decoding error: ${paths.map((path) => `unknown field ${path}`).join(', ')}`

/** A pod with these fields in its only container. */
const podOf = (fields: Body): Body => pod().with({name: 'app', image: 'i', ...fields})

/** A pod whose only container has this HTTP probe. */
const probed = (httpGet: Body): Body => podOf({livenessProbe: {httpGet}})

const deployment = (rollingUpdate: Body): Body =>
  ({apiVersion: 'apps/v1', kind: 'Deployment', metadata: {name: 'd'}, spec: {strategy: {rollingUpdate}}})

const service = (port: Body): Body => ({apiVersion: 'v1', kind: 'Service', metadata: {name: 's'}, spec: {ports: [port]}})

const event = (fields: Body): Body => ({apiVersion: 'v1', kind: 'Event', metadata: {name: 'e'}, ...fields})

const secret = (data: Body): Body => ({apiVersion: 'v1', kind: 'Secret', metadata: {name: 's'}, data})

const item = (fields: Body): Body => limitRange('l', {type: 'Pod', ...fields})

/** 2^63, the first number beyond int64. */
const int64End = 2n ** 63n

describe('decode', () => {
  describe('wrong types', () => {
    const table: Record<string, [body: Body, message: string]> = {
      'a number instead of a string': [podOf({image: 3}), cannot('number', 'Container.spec.containers.image', 'string')],
      'a bool instead of a string': [configMap('c', {data: {a: true}}), cannot('bool', 'ConfigMap.data', 'string')],
      'an object instead of a string': [podOf({image: {}}), cannot('object', 'Container.spec.containers.image', 'string')],
      'a list instead of a string': [podOf({image: []}), cannot('array', 'Container.spec.containers.image', 'string')],
      'a large number instead of a string': [podOf({image: int64End}), cannot('number', 'Container.spec.containers.image', 'string')],
      'a number as the value of a label': [pod().labelled({a: 1}), cannot('number', 'ObjectMeta.metadata.labels', 'string')],
      'a number as the value of a variable': [podOf({env: [{name: 'a', value: 5}]}), cannot('number', 'EnvVar.spec.containers.env.value', 'string')],
      'a number instead of a string in a list': [podOf({args: [80]}), cannot('number', 'Container.spec.containers.args', 'string')],
      'a number instead of a string of a named type': [item({type: 5}), cannot('number', 'LimitRangeItem.spec.limits.type', 'v1.LimitType')],
      'a string instead of a bool': [pod().asking({hostNetwork: 'true'}), cannot('string', 'PodSpec.spec.hostNetwork', 'bool')],
      'a number instead of a bool': [pod().asking({hostNetwork: 1}), cannot('number', 'PodSpec.spec.hostNetwork', 'bool')],
      'an object instead of a list': [pod().asking({containers: {a: 1}}), cannot('object', 'PodSpec.spec.containers', '[]v1.Container')],
      'an object instead of the list of limits': [limitRange('l').asking({limits: {}}), cannot('object', 'LimitRangeSpec.spec.limits', '[]v1.LimitRangeItem')],
      'a string instead of a list': [quota({}, {scopes: 'Terminating'}), cannot('string', 'ResourceQuotaSpec.spec.scopes', '[]v1.ResourceQuotaScope')],
      'a string instead of a struct in a list': [limitRange('l').asking({limits: ['x']}), cannot('string', 'LimitRangeSpec.spec.limits', 'v1.LimitRangeItem')],
      'a number instead of a named string in a list': [quota({}, {scopes: [1]}), cannot('number', 'ResourceQuotaSpec.spec.scopes', 'v1.ResourceQuotaScope')],
      'a list instead of a map': [podOf({resources: {limits: [1]}}), cannot('array', 'ResourceRequirements.spec.containers.resources.limits', 'v1.ResourceList')],
      'a number instead of a map': [item({max: 5}), cannot('number', 'LimitRangeItem.spec.limits.max', 'v1.ResourceList')],
      'a string instead of a map': [item({max: 'x'}), cannot('string', 'LimitRangeItem.spec.limits.max', 'v1.ResourceList')],
      'a string instead of a struct': [pod().having({spec: 'x'}), cannot('string', 'Pod.spec', 'v1.PodSpec')],
      'a list instead of a struct': [limitRange('l').having({spec: []}), cannot('array', 'LimitRange.spec', 'v1.LimitRangeSpec')],
      'a string instead of a struct in an embedded struct': [
        pod().asking({volumes: [{name: 'v', emptyDir: 'x'}]}), cannot('string', 'Volume.spec.volumes.VolumeSource.emptyDir', 'v1.EmptyDirVolumeSource'),
      ],
      'a wrong type below an embedded struct': [
        pod().asking({volumes: [{name: 'v', secret: {secretName: 1}}]}), cannot('number', 'SecretVolumeSource.spec.volumes.VolumeSource.secret.secretName', 'string'),
      ],
      'a wrong type in an embedded struct of a container': [
        podOf({livenessProbe: {httpGet: {path: 1}}}), cannot('number', 'HTTPGetAction.spec.containers.livenessProbe.ProbeHandler.httpGet.path', 'string'),
      ],
    }

    for (const [title, [body, message]] of Object.entries(table)) {
      it(`reports ${title}`, () => {
        expect(errorOf(body)).to.equal(message)
        expect(problemsOf(body).map(({type}) => type)).to.deep.equal(['wrong-type'])
      })
    }
  })

  describe('integers', () => {
    const port = (containerPort: unknown): Body => podOf({ports: [{containerPort}]})
    const deadline = (activeDeadlineSeconds: unknown): Body => pod().asking({activeDeadlineSeconds})
    const int32 = 'ContainerPort.spec.containers.ports.containerPort'
    const int64 = 'PodSpec.spec.activeDeadlineSeconds'

    const accept: [body: Body, path: string[], value: number | bigint][] = [
      ...[80, 0, -0, 2147483647, -2147483648, 80n, 1e3].map((value): [Body, string[], number | bigint] => [port(value), ['containers', '0', 'ports', '0', 'containerPort'], value]),
      ...[1, 2 ** 53, 2n ** 53n + 1n, int64End - 1n, -int64End].map((value): [Body, string[], number | bigint] => [deadline(value), ['activeDeadlineSeconds'], value]),
    ]

    for (const [body, path, value] of accept) {
      it(`accepts ${value} for ${path.at(-1) ?? ''}`, () => {
        const spec = objectOf(body)['spec']
        expect(errorOf(body)).to.equal(undefined)
        expect(path.reduce<unknown>((part, step) => (part as Body)[step], spec)).to.equal(value)
      })
    }

    const reject: [body: Body, message: string][] = [
      [port('80'), cannot('string', int32, 'int32')],
      [port(80.5), cannot('number 80.5', int32, 'int32')],
      [port(2147483648), cannot('number 2147483648', int32, 'int32')],
      [port(-2147483649), cannot('number -2147483649', int32, 'int32')],
      [port(int64End), cannot('number 9223372036854775808', int32, 'int32')],
      [port(true), cannot('bool', int32, 'int32')],
      [port({}), cannot('object', int32, 'int32')],
      [deadline('1'), cannot('string', int64, 'int64')],
      [deadline(0.5), cannot('number 0.5', int64, 'int64')],
      [deadline(int64End), cannot('number 9223372036854775808', int64, 'int64')],
      [deadline(-int64End - 1n), cannot('number -9223372036854775809', int64, 'int64')],
      [deadline(2 ** 63), cannot('number 9223372036854776000', int64, 'int64')],
      [deadline(1e30), cannot('number 1e+30', int64, 'int64')],
    ]

    for (const [body, message] of reject) {
      it(`reports: ${message}`, () => expect(errorOf(body)).to.equal(message))
    }
  })

  describe('integers or strings', () => {
    const surge = (maxSurge: unknown): Body => deployment({maxSurge})
    const field = 'RollingUpdateDeployment.spec.strategy.rollingUpdate.maxSurge'

    for (const value of [1, 0, -1, 1n, 2147483647, '25%', '']) {
      it(`accepts ${JSON.stringify(String(value))}`, () => expect(problemsOf(surge(value))).to.deep.equal([]))
    }

    const reject: [body: Body, message: string][] = [
      [surge(true), cannot('bool', field, 'int32')],
      [surge([]), cannot('array', field, 'int32')],
      [surge({}), cannot('object', field, 'int32')],
      [surge(2147483648), cannot('number 2147483648', field, 'int32')],
      [surge(-2147483649), cannot('number -2147483649', field, 'int32')],
      [surge(int64End), cannot('number 9223372036854775808', field, 'int32')],
      [service({targetPort: 80.5}), cannot('number 80.5', 'ServicePort.spec.ports.targetPort', 'int32')],
      [service({targetPort: [80]}), cannot('array', 'ServicePort.spec.ports.targetPort', 'int32')],
      [probed({port: {}}), cannot('object', 'HTTPGetAction.spec.containers.livenessProbe.ProbeHandler.httpGet.port', 'int32')],
    ]

    for (const [body, message] of reject) {
      it(`reports: ${message}`, () => {
        expect(errorOf(body)).to.equal(message)
        expect(problemsOf(body).map(({type}) => type)).to.deep.equal(['bad-value'])
      })
    }
  })

  describe('quantities', () => {
    const max = (cpu: unknown): Body => item({max: {cpu}})

    const accept: [given: unknown, read: string][] = [
      ['500m', '500m'], ['0.5', '500m'], [0.5, '500m'], [1, '1'], [1e3, '1k'], [10n ** 18n, '1E'], [-1, '-1'], [null, '0'],
      ['-', '0'], ['.', '0'], [' 100m ', '100m'], ['\u00a01\u3000', '1'], ['0.1Gi', '107374182400m'],
    ]

    for (const [given, read] of accept) {
      it(`parses ${JSON.stringify(given, (_key, value: unknown) => typeof value === 'bigint' ? String(value) : value)} as ${read}`, () => {
        const {object, problems} = decodeBody(max(given))
        const {limits: [first]} = object['spec'] as {limits: {max: {cpu: Quantity}}[]}
        expect(problems).to.deep.equal([])
        expect(first?.max.cpu).to.be.instanceOf(Quantity)
        expect(String(first?.max.cpu)).to.equal(read)
      })
    }

    const format = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"
    const suffix = "unable to parse quantity's suffix"

    const reject: [given: unknown, message: string][] = [
      ['', format], ['1.2.3', format], ['1 Gi', format], ['5g', format], ['1GB', format], ['1x', format], ['1\t', format], ['\\u0031', format],
      [true, format], [[], format], [{}, format], ['1K', suffix], ['1mm', suffix], ['1e', suffix], ['1E+', suffix],
    ]

    for (const [given, message] of reject) {
      it(`rejects ${JSON.stringify(given)}: ${message.slice(0, 40)}`, () => {
        const problems = problemsOf(max(given))
        expect(problems.map((problem) => [problem.type, problem.expected, problem.message])).to.deep.equal([['bad-value', 'quantity', message]])
      })
    }

    it('parses a number that is too large for a suffix', () => expect(String((objectOf(claim('c', '1e30'))['spec'] as {resources: {requests: Body}}).resources.requests['storage'])).to.equal('1e30'))

    it('reports a list as an invalid quantity', () => expect(errorOf(max([1]))).to.equal(format))
  })

  describe('times', () => {
    const created = (creationTimestamp: unknown): Body => pod().marked({creationTimestamp})

    for (const [time, utc] of [['2001-02-03T04:05:06Z', '2001-02-03T04:05:06Z'], ['2001-02-03T04:05:06.7-07:00', '2001-02-03T11:05:06Z']]) {
      it(`formats ${time} as the server does`, () => {
        expect(problemsOf(created(time))).to.deep.equal([])
        expect((objectOf(created(time))['metadata'] as Body)['creationTimestamp']).to.equal(utc)
      })
    }

    const layout = '2006-01-02T15:04:05Z07:00'
    const micro = '2006-01-02T15:04:05.000000Z07:00'

    const reject: [body: Body, message: string][] = [
      [created('yesterday'), `parsing time "yesterday" as "${layout}": cannot parse "yesterday" as "2006"`],
      [created(''), `parsing time "" as "${layout}": cannot parse "" as "2006"`],
      [created('2001-13-01T00:00:00Z'), 'parsing time "2001-13-01T00:00:00Z": month out of range'],
      [created(5), cannot('number', 'ObjectMeta.metadata.creationTimestamp', 'string')],
      [created({}), cannot('object', 'ObjectMeta.metadata.creationTimestamp', 'string')],
      [event({eventTime: '2001-02-03T04:05:06Z'}), `parsing time "2001-02-03T04:05:06Z" as "${micro}": cannot parse "Z" as ".000000"`],
      [event({eventTime: true}), cannot('bool', 'Event.eventTime', 'string')],
    ]

    for (const [body, message] of reject) {
      it(`reports: ${message}`, () => expect(problemsOf(body).map((problem) => [problem.type, problem.expected, problem.message])).to.deep.equal([['bad-value', 'time', message]]))
    }

    it('accepts a time with microseconds', () => expect(problemsOf(event({eventTime: '2001-02-03T04:05:06.123456Z'}))).to.deep.equal([]))
  })

  describe('bytes', () => {
    it('keeps base64 unchanged', () => {
      expect(objectOf(configMap('c', {binaryData: {a: 'YQ==', b: ''}}))['binaryData']).to.deep.equal({a: 'YQ==', b: ''})
      expect(problemsOf(secret({a: 'Y\nQ=='}))).to.deep.equal([])
    })

    it('encodes a list of numbers as bytes, and null in it as 0', () => {
      expect(objectOf(secret({a: [1, null, 255], b: []}))['data']).to.deep.equal({a: 'AQD/', b: ''})
    })

    const reject: [body: Body, message: string][] = [
      [configMap('c', {binaryData: {a: '!!!'}}), 'illegal base64 data at input byte 0'],
      [secret({a: 'YWJjZ'}), 'illegal base64 data at input byte 4'],
      [secret({a: 1}), cannot('number', 'Secret.data', '[]uint8')],
      [secret({a: {}}), cannot('object', 'Secret.data', '[]uint8')],
      [secret({a: [1, 'x', {}]}), cannot('string', 'Secret.data', 'uint8')],
      [secret({a: [{}]}), cannot('object', 'Secret.data', 'uint8')],
      [secret({a: [256]}), cannot('number 256', 'Secret.data', 'uint8')],
      [secret({a: [-1]}), cannot('number -1', 'Secret.data', 'uint8')],
      [secret({a: [1, 1.5]}), cannot('number 1.5', 'Secret.data', 'uint8')],
      [secret({a: [2n ** 64n]}), cannot('number 18446744073709551616', 'Secret.data', 'uint8')],
    ]

    for (const [body, message] of reject) {
      it(`reports: ${message}`, () => expect(problemsOf(body).map((problem) => [problem.type, problem.expected, problem.message])).to.deep.equal([['wrong-type', 'bytes', message]]))
    }
  })

  describe('null', () => {
    it('omits fields of any type', () => {
      const spec = {containers: null, nodeSelector: null, hostNetwork: null, restartPolicy: null, activeDeadlineSeconds: null, securityContext: null}
      expect(objectOf(pod().having({spec}))['spec']).to.deep.equal({})
      expect(objectOf(pod().marked({labels: null, creationTimestamp: null}))['metadata']).to.deep.equal({name: 'p'})
      expect(objectOf(deployment({maxSurge: null}))['spec']).to.deep.equal({strategy: {rollingUpdate: {}}})
    })

    it('omits fields with undefined, too', () => {
      expect(objectOf(pod().having({spec: {containers: undefined, overhead: {cpu: undefined}}}))['spec']).to.deep.equal({overhead: {cpu: Quantity.zero}})
    })

    it('becomes the zero value in lists and maps', () => {
      const decoded = objectOf(configMap('c', {data: {a: null}, binaryData: {b: null}}))
      expect([decoded['data'], decoded['binaryData']]).to.deep.equal([{a: ''}, {b: ''}])
      expect(objectOf(limitRange('l').asking({limits: [null, {max: {cpu: null}}]}))['spec']).to.deep.equal({limits: [{}, {max: {cpu: Quantity.zero}}]})
      expect(objectOf(pod().with({args: [null]}))['spec']).to.deep.equal({containers: [{args: ['']}]})
      expect(objectOf(pod().marked({finalizers: [null], ownerReferences: [null]}))['metadata']).to.deep.equal({name: 'p', finalizers: [''], ownerReferences: [{}]})
      expect(objectOf(pod().asking({securityContext: {supplementalGroups: [null, 1]}}))['spec']).to.have.property('securityContext').deep.equal({supplementalGroups: [0, 1]})
    })

    it('does not hide an unknown field', () => expect(errorOf(pod().having({bogus: null}))).to.equal(strict('"bogus"')))
  })

  describe('unknown fields', () => {
    const table: Record<string, [body: Body, ...paths: string[]]> = {
      'in the object': [pod().having({extra: 1}), '"extra"'],
      'in another case': [pod().having({Spec: {}}), '"Spec"'],
      'in a struct': [pod().asking({bogus: 1}), '"spec.bogus"'],
      'in the metadata': [pod().marked({Name: 'x'}), '"metadata.Name"'],
      'in list items': [limitRange('l', {type: 'Pod'}).asking({limits: [{defaultRequests: {}}, {maxx: 1}]}), '"spec.limits[0].defaultRequests"', '"spec.limits[1].maxx"'],
      'in list items beyond the tenth': [limitRange('l').asking({limits: Array.from({length: 11}, () => ({a: 1}))}), ...Array.from({length: 11}, (_, i) => `"spec.limits[${i}].a"`)],
      'with the name of an embedded struct': [pod().asking({volumes: [{name: 'v', VolumeSource: {}}]}), '"spec.volumes[0].VolumeSource"'],
      'without the fields below them': [pod().having({extra: {more: 1}}), '"extra"'],
      'with a quotation mark': [pod().having({'x"y': 1}), '"x\\"y"'],
      'with a non-breaking space': [pod().having({'a\u00a0': 1}), '"a\\u00a0"'],
      'with a dot': [pod().having({'a.b': 1}), '"a.b"'],
      'with an empty name': [pod().asking({'': 1}), '"spec."'],
      'with names from a design document': [item({maximum: {}, Default: {}}), '"spec.limits[0].Default"', '"spec.limits[0].maximum"'],
    }

    for (const [title, [body, ...paths]] of Object.entries(table)) {
      it(`are reported ${title}`, () => expect(errorOf(body)).to.equal(strict(...paths)))
    }

    it('are reported depth first, sorted by the bytes of their names', () => {
      const body = pod().having({z: 1, B: 1, metadata: {name: 'p', zz: 1, aa: 1}, spec: {x: 1, containers: [{b: 1}, {a: 1}]}, a: 1, 'é': 1, '😀': 1, '\uffff': 1})
      expect(errorOf(body)).to.equal(strict(
        '"B"', '"a"', '"metadata.aa"', '"metadata.zz"', '"spec.containers[0].b"', '"spec.containers[1].a"', '"spec.x"', '"z"', '"é"', '"\\uffff"', '"😀"',
      ))
    })

    it('are reported before fields below a longer name', () => {
      const body = pod().having({meta: 1, metadata: {x: 1}, metadatas: 1})
      expect(errorOf(body)).to.equal(strict('"meta"', '"metadata.x"', '"metadatas"'))
    })

    it('are reported once if their paths print the same', () => {
      expect(problemsOf(pod().having({'spec.bogus': 1, 'spec': {bogus: 1}}))).to.have.length(2)
      expect(errorOf(pod().having({'spec.bogus': 1, 'spec': {bogus: 1}}))).to.equal(strict('"spec.bogus"'))
    })

    it('are reported up to a limit of 100', () => {
      const names = Array.from({length: 101}, (_, i) => `f${String(i).padStart(3, '0')}`)
      const body = pod().having(Object.fromEntries(names.map((name) => [name, 1])))
      expect(problemsOf(body)).to.have.length(101)
      expect(errorOf(body)).to.equal(strict(...names.slice(0, 100).map((name) => `"${name}"`)))
    })

    it('are omitted from the object', () => {
      expect(objectOf(limitRange('l').asking({limits: [{type: 'Pod', bogus: 1}]}).having({extra: 1})))
        .to.deep.equal({apiVersion: 'v1', kind: 'LimitRange', metadata: {name: 'l'}, spec: {limits: [{type: 'Pod'}]}})
    })

    it('are reported with the known fields', () => {
      const [problem] = problemsOf(item({defaultRequests: {}}))
      expect(problem?.known).to.have.members(['type', 'max', 'min', 'default', 'defaultRequest', 'maxLimitRequestRatio'])
      expect([problem?.type, String(problem?.path)]).to.deep.equal(['unknown-field', 'spec.limits[0].defaultRequests'])
    })
  })

  describe('several problems', () => {
    const unknown = {AAA: 1}
    const wrong = {image: 1}
    const worse = {resources: {limits: {cpu: '1x'}}}

    it('are reported as the value that cannot be parsed, if there is one', () => {
      expect(errorOf(pod().with({...unknown, ...wrong, ...worse}))).to.match(/^quantities must match/)
      expect(problemsOf(pod().with({...unknown, ...wrong, ...worse})).map(({type}) => type)).to.deep.equal(['unknown-field', 'wrong-type', 'bad-value'])
    })

    it('are reported as a wrong type rather than as unknown fields', () => {
      expect(errorOf(pod().with({...unknown, ...wrong}))).to.equal(cannot('number', 'Container.spec.containers.image', 'string'))
    })

    it('of one kind are reported as the first by name', () => {
      expect(errorOf(pod().with({name: 1, image: true}))).to.equal(cannot('bool', 'Container.spec.containers.image', 'string'))
      expect(errorOf(item({min: {cpu: '1x'}, max: {memory: '1K', cpu: ''}}))).to.match(/^quantities must match/)
      expect(errorOf(item({min: {cpu: '1x'}, max: {memory: '1K', cpu: '1'}}))).to.equal("unable to parse quantity's suffix")
    })

    it('have their paths and are sorted by them', () => {
      const body = pod().with({name: 1, image: 2}, {image: 3, args: ['a', 4]}).labelled({b: 1, a: 2}).having({bogus: 1})
      expect(problemsOf(body).map(({path}) => String(path))).to.deep.equal([
        'bogus', 'metadata.labels.a', 'metadata.labels.b', 'spec.containers[0].image', 'spec.containers[0].name', 'spec.containers[1].args[1]', 'spec.containers[1].image',
      ])
    })

    it('have no error text if there are none', () => expect(decodeErrorText([])).to.equal(undefined))
  })

  describe('names of inherited properties', () => {
    const hostile = ['__proto__', 'constructor', 'toString', 'hasOwnProperty']

    it('are unknown as fields', () => {
      const body = JSON.parse('{"kind": "Pod", "__proto__": {}, "constructor": 1, "spec": {"__proto__": 1, "toString": 2}}') as Body
      expect(errorOf(body)).to.equal(strict('"__proto__"', '"constructor"', '"spec.__proto__"', '"spec.toString"'))
    })

    it('are ordinary keys in maps', () => {
      const labels = JSON.parse(`{${hostile.map((name) => `"${name}": "x"`).join()}}`) as Body
      const {labels: decoded} = objectOf(pod().labelled(labels))['metadata'] as {labels: Record<string, unknown>}
      expect(Object.entries(decoded)).to.deep.equal(hostile.map((name) => [name, 'x']))
      expect('valueOf' in decoded).to.equal(false)
    })

    it('have their values checked in maps', () => {
      const labels = JSON.parse('{"__proto__": 1}') as Body
      expect(errorOf(pod().labelled(labels))).to.equal(cannot('number', 'ObjectMeta.metadata.labels', 'string'))
    })
  })

  it('keeps values without a known type unchanged', () => {
    const fieldsV1 = {'f:metadata': {'f:labels': {'.': {}, 'f:a': [1, null]}}}
    expect(objectOf(pod().marked({managedFields: [{fieldsV1}]}))['metadata']).to.deep.equal({name: 'p', managedFields: [{fieldsV1}]})
  })

  it('reports the expected values', () => {
    const body = pod().asking({hostNetwork: 1, containers: {}, nodeSelector: 1, securityContext: 1, activeDeadlineSeconds: 'x', restartPolicy: 1})
    expect(problemsOf(body).map(({path, expected}) => [String(path.step), expected])).to.deep.equal([
      ['activeDeadlineSeconds', 'int64'], ['containers', 'list'], ['hostNetwork', 'bool'], ['nodeSelector', 'map'], ['restartPolicy', 'string'], ['securityContext', 'struct'],
    ])
  })

  it('throws without a table for the type', () => expect(() => decode({}, 'core/v1.Nothing')).to.throw('no table for type core/v1.Nothing'))
})

describe('decodePartial', () => {
  const widget = (fields: Body): Body => deepFreeze({apiVersion: 'example.com/v1', kind: 'Widget', ...fields})

  it('checks the metadata and keeps the rest unchanged', () => {
    const spec = {size: null, list: [{a: 1}]}
    const {object, problems} = decodePartial(widget({metadata: {name: 'w', labels: {a: null}}, spec, extra: 1}))
    expect(object).to.deep.equal({apiVersion: 'example.com/v1', kind: 'Widget', metadata: {name: 'w', labels: {a: ''}}, spec, extra: 1})
    expect(problems).to.deep.equal([])
  })

  it('reports errors of the metadata and the type in order', () => {
    const {problems} = decodePartial(widget({metadata: {name: 5, bogus: 1, labels: []}, apiVersion: 1}))
    expect(problems.map(({message}) => message)).to.deep.equal([
      cannot('number', 'PartialObjectMetadata.TypeMeta.apiVersion', 'string'),
      'unknown field "metadata.bogus"',
      cannot('array', 'ObjectMeta.metadata.labels', 'map[string]string'),
      cannot('number', 'ObjectMeta.metadata.name', 'string'),
    ])
  })

  it('requires the metadata to be an object', () => {
    expect(decodePartial(widget({metadata: 'x'})).problems.map(({message}) => message))
      .to.deep.equal([cannot('string', 'PartialObjectMetadata.metadata', 'v1.ObjectMeta')])
  })
})
