import {expect} from 'chai'

import {dns1123Subdomain} from '../../../src/machinery/meta/names.js'
import type {Body} from '../../helpers/builders.js'
import {given, verdict} from '../../helpers/test-cluster.js'
import {deployment} from '../../helpers/workload-manifests.js'

const container = {name: 'c', image: 'i'}

/** Returns the verdict on a Deployment whose template has this spec and these annotations. */
const answer = (spec: Body, annotations: Body = {}): string =>
  verdict(given().create(deployment('d', 1, undefined, {template: {metadata: {labels: {app: 'd'}, annotations}, spec: {containers: [container], ...spec}}})))

const rejected = (...errors: string[]): string =>
  `422 Deployment.apps "d" is invalid: ${errors.length === 1 ? errors[0] ?? '' : `[${errors.join(', ')}]`}`

const armor = 'container.apparmor.security.beta.kubernetes.io/c'

const seccomp = 'seccomp.security.alpha.kubernetes.io/pod'

describe('PodTemplate validation', () => {
  it('rejects invalid class names and preemption policies', () => {
    expect(answer({priorityClassName: 'none', runtimeClassName: 'none', preemptionPolicy: 'Never'})).to.equal('201')
    expect(answer({priorityClassName: 'A_b', runtimeClassName: '', preemptionPolicy: 'foo'})).to.equal(rejected(
      `spec.template.spec.priorityClassName: Invalid value: "A_b": ${dns1123Subdomain('A_b').join()}`,
      `spec.template.spec.runtimeClassName: Invalid value: "": ${dns1123Subdomain('').join()}`,
      'spec.template.spec.preemptionPolicy: Unsupported value: "foo": supported values: "PreemptLowerPriority", "Never"',
    ))
    expect(answer({preemptionPolicy: ''})).to.equal(rejected('spec.template.spec.preemptionPolicy: Required value'))
  })

  it('rejects profiles in annotations that differ from the fields', () => {
    const profile = {securityContext: {seccompProfile: {type: 'RuntimeDefault'}}}
    expect(answer(profile, {[seccomp]: 'runtime/default'})).to.equal('201')
    expect(answer(profile, {[seccomp]: 'unconfined'}))
      .to.equal(rejected('spec.template.spec.securityContext.seccompProfile.type: Forbidden: seccomp type in annotation and field must match'))
    expect(answer({securityContext: {appArmorProfile: {type: 'Unconfined'}}}, {[armor]: 'runtime/default'}))
      .to.equal(rejected('spec.template.spec.containers[0].securityContext.appArmorProfile.type: Forbidden: apparmor type in annotation and field must match'))
  })

  it('accepts an image volume without a reference', () => {
    expect(answer({volumes: [{name: 'v', image: {}}]})).to.equal('201')
    expect(answer({volumes: [{name: 'v', image: {pullPolicy: 'x'}}]})).to.equal(rejected(
      'spec.template.spec.volumes[0].image.pullPolicy: Unsupported value: "x": supported values: "Always", "IfNotPresent", "Never"',
    ))
  })
})
