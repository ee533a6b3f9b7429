import {expect} from 'chai'
import {ephemeralContainersStrategy as strategy} from '../../../../src/kinds/pod/update/ephemeral-containers.js'
import type {Pod} from '../../../../src/machinery/api/core-v1.js'
import {type Body, container, pod} from '../../../helpers/builders.js'
import {decoded} from '../../../helpers/decoded.js'

const debugged = (...ephemeralContainers: Body[]): Pod => decoded(pod().asking({ephemeralContainers}).marked({generation: 1}))

const plain = decoded(pod().labelled({a: 'b'}).marked({generation: 1}).having({status: {phase: 'Running'}})) as Pod

const one = container('one')

describe('ephemeralcontainers endpoint of pods', () => {
  it('changes only the ephemeral containers', () => {
    const sent = decoded(pod().labelled({c: 'd'}).asking({hostNetwork: true, ephemeralContainers: [one]}).having({status: {phase: 'Failed'}})) as Pod
    const stored = strategy.prepareForUpdate?.(sent, plain)
    expect(stored).to.deep.equal({...plain, metadata: {...plain.metadata, generation: 2}, spec: {...plain.spec, ephemeralContainers: [one]}})
  })

  it('keeps sent generateName and deletionGracePeriodSeconds, as the API server does', () => {
    const named = decoded(pod().marked({generateName: 'p-', generation: 1})) as Pod
    const metadataOf = (sent: Pod, old: Pod): unknown => strategy.prepareForUpdate?.(sent, old).metadata
    expect(metadataOf(plain, named)).to.deep.equal({name: 'p', generation: 1})
    expect(metadataOf(decoded(pod().marked({generateName: 'q-', deletionGracePeriodSeconds: 5})), plain))
      .to.deep.equal({...plain.metadata, generateName: 'q-', deletionGracePeriodSeconds: 5})
  })

  it('increments the generation when ephemeral containers change', () => {
    const generation = (sent: Pod, old: Pod): unknown => strategy.prepareForUpdate?.(sent, old).metadata.generation
    expect(generation(debugged(one), debugged(one))).to.equal(1)
    expect(generation(debugged(one, container('two')), debugged(one))).to.equal(2)
    expect(generation(plain, plain)).to.equal(1)
  })

  it('accepts pods without specs', () => {
    const bare = decoded(pod().having({spec: null})) as Pod
    expect(strategy.prepareForUpdate?.(bare, bare).spec).to.deep.equal({ephemeralContainers: []})
    expect(strategy.validateUpdate?.(bare, bare)).to.deep.equal([])
  })

  it('rejects static pods', () => {
    const mirror = decoded(pod().annotated({'kubernetes.io/config.mirror': ''})) as Pod
    expect(strategy.precheckUpdate?.(plain, mirror).map(String)).to.deep.equal(['[]: Forbidden: static pods do not support ephemeral containers'])
    expect(strategy.precheckUpdate?.(mirror, plain)).to.deep.equal([])
  })

  const errorsOf = (sent: Pod, old: Pod): string[] | undefined => strategy.validateUpdate?.(sent, old).map(String)

  /** A message without its diff. */
  const shortened = (message: string): string => message.replace(/(?<=\n).*/s, '')

  it('accepts new containers', () => {
    expect(errorsOf(debugged(one), plain)).to.deep.equal([])
    expect(errorsOf(debugged(one, container('two')), debugged(one))).to.deep.equal([])
  })

  it('rejects the removal of a container', () => {
    expect(errorsOf(debugged(container('two')), debugged(one, container('two'))))
      .to.deep.equal(['spec.ephemeralContainers: Forbidden: existing ephemeral containers "one" may not be removed\n'])
  })

  it('rejects the change of a container', () => {
    const errors = errorsOf(debugged(container('one', undefined, {image: 'x'}), container('tw"o', undefined, {tty: true})), debugged(one, container('tw"o')))
    expect(errors?.map(shortened)).to.deep.equal([
      'spec.ephemeralContainers: Forbidden: existing ephemeral containers "one" may not be changed\n',
      'spec.ephemeralContainers: Forbidden: existing ephemeral containers "tw\\"o" may not be changed\n',
    ])
    expect(errors?.[1]).to.contain('\n- "TTY": false,\n+ "TTY": true,\n')
  })

  it('compares the last container with the same name', () => {
    expect(errorsOf(debugged(one, container('one', undefined, {image: 'x'})), debugged(one))?.map(shortened))
      .to.deep.equal(['spec.ephemeralContainers: Forbidden: existing ephemeral containers "one" may not be changed\n'])
  })
})
