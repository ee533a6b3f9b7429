import {expect} from 'chai'
import {invalid, required} from '../../../src/machinery/field/error.js'
import {FieldPath} from '../../../src/machinery/field/path.js'
import {
  alreadyExists, badRequest, conflict, created, forbiddenRequest, invalidObject, isSuccess, notFoundRequest, ok, type Status,
} from '../../../src/machinery/meta/status.js'

const pods = {group: '', name: 'pods'}
const deployments = {group: 'apps', name: 'deployments'}

describe('Status', () => {
  const table: [status: Status, code: number, reason: string, message: string][] = [
    [badRequest('strict decoding error: …'), 400, 'BadRequest', 'strict decoding error: …'],
    [forbiddenRequest(pods, 'web', 'no'), 403, 'Forbidden', 'pods "web" is forbidden: no'],
    [forbiddenRequest(deployments, 'web', 'no'), 403, 'Forbidden', 'deployments.apps "web" is forbidden: no'],
    [forbiddenRequest(pods, '', 'no'), 403, 'Forbidden', 'pods is forbidden: no'],
    [forbiddenRequest(pods, 'a"b', 'no'), 403, 'Forbidden', 'pods "a\\"b" is forbidden: no'],
    [notFoundRequest(deployments, 'web'), 404, 'NotFound', 'deployments.apps "web" not found'],
    [alreadyExists(pods, 'web'), 409, 'AlreadyExists', 'pods "web" already exists'],
    [conflict(pods, 'web', 'again'), 409, 'Conflict', 'Operation cannot be fulfilled on pods "web": again'],
  ]

  for (const [status, code, reason, message] of table) {
    it(`returns ${code} ${message}`, () => {
      expect([status.code, status.reason, status.message]).to.deep.equal([code, reason, message])
      expect(isSuccess(status)).to.equal(false)
    })
  }

  it('names the resource in its details', () => {
    const rejections = [
      forbiddenRequest(deployments, 'web', 'no'), notFoundRequest(deployments, 'web'),
      alreadyExists(deployments, 'web'), conflict(deployments, 'web', ''),
    ]
    const details = {name: 'web', group: 'apps', kind: 'deployments'}
    expect(rejections.map((status) => status.details)).to.deep.equal(rejections.map(() => details))
  })

  it('is a success below 300', () => {
    expect([created, ok].map(isSuccess)).to.deep.equal([true, true])
    expect([created.code, ok.code]).to.deep.equal([201, 200])
  })
})

describe('invalidObject', () => {
  const spec = FieldPath.of('spec')
  const errors = [
    required(spec.child('a'), 'needed', 'metadata/name'), invalid(spec.child('b'), 'v', 'no', 'metadata/name'), required(spec.child('a'), 'needed', 'metadata/labels'),
  ]

  it('states one error without brackets', () => {
    const {message} = invalidObject({group: '', name: 'Pod'}, 'web', errors.slice(0, 1))
    expect(message).to.equal('Pod "web" is invalid: spec.a: Required value: needed')
  })

  it('states the first 10,000 errors and how many more there are', () => {
    const many = Array.from({length: 10_002}, (_, i) => required(spec.key(String(i)), '', 'metadata/name'))
    const {message, details} = invalidObject({group: '', name: 'Pod'}, 'web', many)
    expect(message).to.match(/^Pod "web" is invalid: \[spec\[0\]: Required value, .*, spec\[9999\]: Required value\] and 2 more errors, which kadm leaves out$/)
    expect(details?.causes).to.have.length(10_000)
    expect(invalidObject({group: '', name: 'Pod'}, 'web', many.slice(2)).message).to.match(/: Required value\]$/)
  })

  it('counts a long error as several, and states at least one', () => {
    const long = (characters: number, count: number): Status =>
      invalidObject({group: '', name: 'Pod'}, 'web', Array.from({length: count}, (_, i) => invalid(spec.key(String(i)), 'v', 'x'.repeat(characters), 'metadata/name')))
    expect(long(1500, 5002).message).to.match(/spec\[4999\]: Invalid value: "v": x+\] and 2 more errors, which kadm leaves out$/)
    expect(long(1500, 5001).message).to.match(/ and 1 more error, which kadm leaves out$/)
    expect(long(1500, 5002).details?.causes).to.have.length(5000)
    expect(long(10_100_000, 2).message).to.match(/^Pod "web" is invalid: spec\[0\]: Invalid value: "v": x+ and 1 more error, which kadm leaves out$/)
  })

  it('states an error that is there many times once, and counts it once', () => {
    const [often, other] = [invalid(spec.child('a'), 'v', 'x'.repeat(5000), 'metadata/name'), required(spec.child('b'), '', 'metadata/name')]
    const {message, details} = invalidObject({group: '', name: 'Pod'}, 'web', [...Array.from({length: 20_000}, () => often), other])
    expect(message).to.equal(`Pod "web" is invalid: [${String(often)}, spec.b: Required value]`)
    expect(details?.causes).to.have.length(1666)
  })

  it('states several errors in brackets, each once, and lists every cause', () => {
    expect(invalidObject({group: 'apps', name: 'Deployment'}, 'web', errors)).to.deep.equal({
      code: 422,
      reason: 'Invalid',
      message: 'Deployment.apps "web" is invalid: [spec.a: Required value: needed, spec.b: Invalid value: "v": no]',
      details: {
        name: 'web',
        group: 'apps',
        kind: 'Deployment',
        causes: [
          {reason: 'FieldValueRequired', message: 'Required value: needed', field: 'spec.a'},
          {reason: 'FieldValueInvalid', message: 'Invalid value: "v": no', field: 'spec.b'},
          {reason: 'FieldValueRequired', message: 'Required value: needed', field: 'spec.a'},
        ],
      },
    })
  })
})
