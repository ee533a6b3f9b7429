import {expect} from 'chai'
import {podWarnings} from '../../../src/kinds/pod/warnings.js'
import type {Pod} from '../../../src/machinery/api/core-v1.js'
import {app, type Body, container, pod} from '../../helpers/builders.js'
import {decoded} from '../../helpers/decoded.js'

const warningsOf = (body: Body): string[] => podWarnings(decoded(body))

describe('podWarnings', () => {
  const name = (errors: string): string =>
    `metadata.name: this is used in the Pod's hostname, which can result in surprising behavior; a DNS label is recommended: [${errors}]`

  it('returns no warnings for a plain pod', () => {
    expect(warningsOf(pod())).to.deep.equal([])
    expect(warningsOf(pod().with(app({limits: {'cpu': '100m', 'memory': '1Gi', 'ephemeral-storage': '1'}})))).to.deep.equal([])
  })

  it('warns about names that are not DNS labels', () => {
    expect(warningsOf(pod('a.b'))).to.deep.equal([name('must not contain dots')])
    expect(warningsOf(pod(`${'a'.repeat(62)}.b`))).to.deep.equal([name('must be no more than 63 characters must not contain dots')])
  })

  it('warns about fractional bytes in the order of the API server', () => {
    const fractions = {'limits': {'memory': '100m', 'ephemeral-storage': '200m', 'cpu': '1m'}, 'requests': {'memory': '50m', 'ephemeral-storage': '60m'}}
    const bytes = (place: string, amount: string): string => `${place}: fractional byte value "${amount}" is invalid, must be an integer`
    const ofContainer = (c: string): string[] => [
      bytes(`spec.${c}.resources.limits[memory]`, '100m'), bytes(`spec.${c}.resources.requests[memory]`, '50m'),
      bytes(`spec.${c}.resources.limits[ephemeral-storage]`, '200m'), bytes(`spec.${c}.resources.requests[ephemeral-storage]`, '60m'),
    ]
    const manifest = pod('a.b').with(app(), app(fractions)).after(container('i', fractions))
      .asking({overhead: {'memory': '1m', 'ephemeral-storage': '2m'}, ephemeralContainers: [container('e', fractions)]})
    expect(warningsOf(manifest)).to.deep.equal([
      name('must not contain dots'),
      bytes('spec.overhead[memory]', '1m'),
      bytes('spec.overhead[ephemeral-storage]', '2m'),
      ...ofContainer('initContainers[0]'),
      ...ofContainer('containers[1]'),
      ...ofContainer('ephemeralContainers[0]'),
    ])
  })

  it('returns warnings only on create', () => {
    const manifest = decoded(pod('a.b')) as Pod
    expect(podWarnings(manifest, manifest)).to.deep.equal([])
  })

  it('returns no warnings for a pod without a spec', () => expect(warningsOf(pod().having({spec: null}))).to.deep.equal([]))
})
