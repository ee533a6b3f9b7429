import {expect} from 'chai'

import {setPodDefaults} from '../../../../src/kinds/pod/defaults.js'
import {appArmorWarnings} from '../../../../src/kinds/pod/security/profile-annotations.js'
import {validatePodUpdate} from '../../../../src/kinds/pod/update/update.js'
import type {Pod} from '../../../../src/machinery/api/core-v1.js'
import {type Body, container, pod} from '../../../helpers/builders.js'
import {decoded} from '../../../helpers/decoded.js'
import {check, newPod, podErrors} from '../../../helpers/pod-errors.js'

const A = 'metadata.annotations'

const armor = (name: string): string => `container.apparmor.security.beta.kubernetes.io/${name}`

const seccomp = 'seccomp.security.alpha.kubernetes.io/pod'

const ofContainer = (name: string): string => `container.seccomp.security.alpha.kubernetes.io/${name}`

/** Returns the errors of a pod with a container `c` and these annotations; the key `spec` holds fields of the spec. */
const errorsOf = ({spec = {}, ...annotations}: Body): string[] => podErrors({containers: [{name: 'c', image: 'i'}], ...spec as Body}, {annotations})

describe('validation of Pod annotations', () => {
  const tolerations = 'scheduler.alpha.kubernetes.io/tolerations'
  const cost = 'controller.kubernetes.io/pod-deletion-cost'
  const notInteger = (value: string): string => `${A}[${cost}]: Invalid value: "${value}": must be a 32bit integer`

  check({
    'a mirror pod with nodeName': [{'kubernetes.io/config.mirror': 'x', 'spec': {nodeName: 'n'}}],
    'a mirror pod without nodeName': [{'kubernetes.io/config.mirror': 'x'}, `${A}[kubernetes.io/config.mirror]: Invalid value: "x": must set spec.nodeName if mirror pod annotation is set`],
    'tolerations': [{[tolerations]: '[{"Key": "a", "operator": "Exists", "tolerationSeconds": 5, "effect": "NoExecute"}]'}],
    'an invalid toleration': [
      {[tolerations]: '[{"value": "a"}]'}, `${A}.${tolerations}[0].operator: Invalid value: "": operator must be Exists when \`key\` is empty, which means "match all values and all keys"`,
    ],
    'tolerations that are null': [
      {[tolerations]: '[null]'}, `${A}.${tolerations}[0].operator: Invalid value: "": operator must be Exists when \`key\` is empty, which means "match all values and all keys"`,
    ],
    'tolerations of another type': [
      {[tolerations]: '[{"tolerationseconds": "5"}]'},
      `${A}: Invalid value: "${tolerations}": json: cannot unmarshal string into Go struct field Toleration.TolerationSeconds of type int64`,
    ],
    'tolerations that are not JSON': [{[tolerations]: 'x'}, `${A}: Invalid value: "${tolerations}": invalid character 'x' looking for beginning of value`],
    'tolerations that are not a JSON array': [{[tolerations]: '{}'}, `${A}: Invalid value: "${tolerations}": json: cannot unmarshal object into Go value of type []core.Toleration`],
    'a negative deletion cost': [{[cost]: '-05'}],
    'a positive deletion cost with a leading zero': [{[cost]: '05'}, notInteger('05')],
    'a deletion cost beyond 32 bits': [{[cost]: '2147483648'}, notInteger('2147483648')],
    'seccomp profiles': [{[seccomp]: 'localhost/a', [ofContainer('c')]: 'docker/default', [ofContainer('d')]: 'unconfined'}],
    'invalid seccomp profiles': [
      {[seccomp]: 'localhost//a', [ofContainer('x')]: 'y'}, `${A}.${seccomp}: Invalid value: "/a": must be a relative path`, `${A}.${ofContainer('x')}: Invalid value: "y": must be a valid seccomp profile`,
    ],
    'an empty AppArmor profile': [{[armor('c')]: ''}],
    'an invalid AppArmor profile, and one for a missing container': [
      {[armor('x')]: 'unconfined', [armor('c')]: 'y'}, `${A}[${armor('c')}]: Invalid value: "y": invalid AppArmor profile name: "y"`, `${A}[${armor('x')}]: Invalid value: "x": container not found`,
    ],
  }, errorsOf)
})

describe('profiles in both annotations and fields of a Pod', () => {
  const context = (securityContext: Body): Body => ({spec: {containers: [{name: 'c', image: 'i', securityContext}]}})
  const at = 'spec.containers[0].securityContext'

  check({
    'equal profiles': [
      {[seccomp]: 'docker/default', [ofContainer('c')]: 'localhost/a', 'spec': {securityContext: {seccompProfile: {type: 'RuntimeDefault'}},
        containers: [{name: 'c', image: 'i', securityContext: {seccompProfile: {type: 'Localhost', localhostProfile: 'a'}}}]}},
    ],
    'different seccomp types': [
      {[seccomp]: 'unconfined', 'spec': {securityContext: {seccompProfile: {type: 'RuntimeDefault'}}}}, 'spec.securityContext.seccompProfile.type: Forbidden: seccomp type in annotation and field must match',
    ],
    'different seccomp files': [
      {[ofContainer('c')]: 'localhost/b', ...context({seccompProfile: {type: 'Localhost', localhostProfile: 'a'}})},
      `${at}.seccompProfile.localhostProfile: Forbidden: seccomp profile in annotation and field must match`,
    ],
    'different AppArmor types': [
      {[armor('c')]: 'unconfined', ...context({appArmorProfile: {type: 'RuntimeDefault'}})}, `${at}.appArmorProfile.type: Forbidden: apparmor type in annotation and field must match`,
    ],
    'different AppArmor profiles of the node': [
      {[armor('c')]: 'localhost/b', ...context({appArmorProfile: {type: 'Localhost', localhostProfile: 'a'}})},
      `${at}.appArmorProfile.localhostProfile: Forbidden: apparmor profile in annotation and field must match`,
    ],
    'an AppArmor annotation on Windows': [{[armor('c')]: 'unconfined', 'spec': {os: {name: 'windows'}}}],
  }, errorsOf)
})

describe('AppArmor annotations', () => {
  const manifest = (annotation: string, spec: Body = {}): Pod => setPodDefaults(decoded(pod().with(container('c')).asking(spec).annotated({[armor('c')]: annotation})))
  const profileOf = (annotation: string, spec: Body = {}): unknown =>
    newPod({containers: [container('c')], initContainers: [container('i')], ...spec}, {annotations: {[armor('c')]: annotation}}).spec?.containers?.[0]?.securityContext?.appArmorProfile
  const warning = `${A}[${armor('c')}]: deprecated since v1.30; use the "appArmorProfile" field instead`
  const unconfined = {securityContext: {appArmorProfile: {type: 'Unconfined'}}}

  it('set the field for three types of profile', () => {
    expect(['unconfined', 'runtime/default', 'localhost/a'].map((annotation) => profileOf(annotation)))
      .to.deep.equal([{type: 'Unconfined'}, {type: 'RuntimeDefault'}, {type: 'Localhost', localhostProfile: 'a'}])
  })

  it('do not set the field if invalid, already set for the pod, or on Windows', () => {
    expect(['', 'localhost/', 'localhost/ a'].map((annotation) => profileOf(annotation))).to.deep.equal([undefined, undefined, undefined])
    expect(profileOf('unconfined', unconfined)).to.equal(undefined)
    expect(profileOf('unconfined', {os: {name: 'windows'}})).to.equal(undefined)
  })

  it('cause a deprecation warning unless a field sets the profile', () => {
    expect(appArmorWarnings(manifest('unconfined'))).to.deep.equal([warning])
    expect(appArmorWarnings(manifest('x'))).to.deep.equal([warning])
    expect(appArmorWarnings(manifest('unconfined', unconfined))).to.deep.equal([])
    expect(appArmorWarnings(manifest('unconfined', {containers: [{...container('c'), ...unconfined}]}))).to.deep.equal([])
    expect(appArmorWarnings(newPod({}))).to.deep.equal([])
  })

  it('cannot be added, changed or removed in an update', () => {
    const annotated = (annotations: Body): Pod => decoded(pod().annotated(annotations))
    const mirror = 'kubernetes.io/config.mirror'
    expect(validatePodUpdate(annotated({[armor('b')]: 'x', [mirror]: '1', 'a': 'b'}), annotated({[armor('c')]: 'x', 'd': 'e'})).map(String)).to.deep.equal([
      `${A}[${armor('c')}]: Forbidden: may not remove or update AppArmor annotations`, `${A}[${armor('b')}]: Forbidden: may not add AppArmor annotations`,
      `${A}[${mirror}]: Forbidden: may not add mirror pod annotation`,
    ])
  })
})
