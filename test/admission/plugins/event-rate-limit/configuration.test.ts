import {expect} from 'chai'

import {type AdmissionConfiguration} from '../../../../src/configuration/read-configuration.js'
import {admissionConfiguration, embedded, eventRateLimit, readFiles} from '../../../helpers/configuration.js'

const invalid = 'failed to apply admission: couldn\'t init admission plugin "EventRateLimit": '
const supported = 'supported values: "Namespace", "Server", "SourceAndObject", "User"'

const read = (entries: string, files: Record<string, string> = {}): AdmissionConfiguration =>
  readFiles({'config.yaml': admissionConfiguration(entries), ...files}, ['EventRateLimit'])

/** Error with which the server exits on a configuration in its own file; `starts` without an error. */
const ofFile = (text: string): string => read('- {name: EventRateLimit, path: e.yaml}\n', {'e.yaml': text}).error?.message ?? 'starts'

const ofLimits = (limits: string): string => ofFile(eventRateLimit(limits))

/** The limits of a configuration. */
const limitsOf = ({configurations}: AdmissionConfiguration): unknown => (configurations['EventRateLimit'] as {limits?: unknown} | undefined)?.limits

const oneUser = eventRateLimit('- {type: User, qps: 1, burst: 2}\n')

// Case numbers of spec eventratelimit 11.
describe('EventRateLimit configuration, edge cases', () => {
  it('1, 2: rejects types with the wrong case or spelling', () => {
    for (const type of ['server', 'source+object', 'sourceAndObject']) {
      expect(ofLimits(`- {type: ${type}, qps: 1, burst: 1}\n`)).to.equal(`${invalid}limits[0].type: Unsupported value: "${type}": ${supported}`)
    }
  })

  it('3, 4, 5, 6: rejects a configuration without limits', () => {
    const missing = `${invalid}limits: Invalid value: null: must not be empty`
    expect(ofFile('apiVersion: eventratelimit.admission.k8s.io/v1alpha1\nkind: Configuration\n')).to.equal(missing)
    expect(ofLimits('  []\n')).to.equal(`${invalid}limits: Invalid value: []: must not be empty`)
    expect(ofFile('apiVersion: eventratelimit.admission.k8s.io/v1alpha1\nkind: Configuration\ninvalid-limits: []\n')).to.equal(missing)
    expect(read('- name: EventRateLimit\n').error?.message).to.equal(missing)
    expect(read('  []\n').error?.message).to.equal(missing)
  })

  it('7, 8: accepts a negative cacheSize only for type Server', () => {
    expect(ofLimits('- {type: Server, qps: 1, burst: 5, cacheSize: -1}\n')).to.equal('starts')
    expect(ofLimits('- {type: Namespace, qps: 2, burst: 10, cacheSize: -1}\n')).to.equal(`${invalid}limits[0].cacheSize: Invalid value: -1: must not be negative`)
  })

  it('9: reports all errors in a fixed order', () => {
    expect(ofLimits('- {type: "", burst: 0, qps: 0}\n')).to.equal(
      `${invalid}[limits[0].type: Unsupported value: "": ${supported}, limits[0].burst: Invalid value: 0: must be positive, limits[0].qps: Invalid value: 0: must be positive]`,
    )
  })

  it('10: accepts a type twice', () => {
    expect(ofLimits('- {type: Namespace, qps: 1, burst: 1}\n- {type: Namespace, qps: 1, burst: 5}\n')).to.equal('starts')
  })

  it('11: rejects an unknown version', () => {
    expect(ofFile('apiVersion: eventratelimit.admission.k8s.io/v1alpha2\nkind: Configuration\n')).to.equal(
      `${invalid}no kind "Configuration" is registered for version "eventratelimit.admission.k8s.io/v1alpha2" in scheme "pkg/runtime/scheme.go:111"`,
    )
  })

  it('12: rejects strings and fractions, but accepts 5.0 and 1e1', () => {
    expect(ofLimits('- {type: User, qps: "50", burst: 1}\n')).to.equal(`${invalid}json: cannot unmarshal string into Go struct field Limit.limits.qps of type int32`)
    expect(ofLimits('- {type: User, qps: 0.5, burst: 1}\n')).to.equal(`${invalid}json: cannot unmarshal number 0.5 into Go struct field Limit.limits.qps of type int32`)
    expect(limitsOf(read(embedded('EventRateLimit', eventRateLimit('- {type: User, qps: 5.0, burst: 1e1}\n'))))).to.deep.equal([{type: 'User', qps: 5, burst: 10}])
  })

  it('13: uses the first entry with the exact name', () => {
    const other = embedded('EventRateLimit', eventRateLimit('- {type: Server, qps: 9, burst: 9}\n'))
    expect(limitsOf(read(embedded('EventRateLimit', oneUser) + other))).to.deep.equal([{type: 'User', qps: 1, burst: 2}])
    expect(read(embedded('eventratelimit', oneUser)).error?.message).to.equal(`${invalid}limits: Invalid value: null: must not be empty`)
  })

  it('14: ignores the path of an embedded configuration', () => {
    expect(limitsOf(read(`${embedded('EventRateLimit', oneUser)}  path: missing.yaml\n`))).to.deep.equal([{type: 'User', qps: 1, burst: 2}])
  })

  it('15: resolves paths against the folder of the outer file', () => {
    expect(limitsOf(read('- {name: EventRateLimit, path: sub/../e.yaml}\n', {'e.yaml': oneUser}))).to.deep.equal([{type: 'User', qps: 1, burst: 2}])
  })
})
