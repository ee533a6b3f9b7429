import type {Body} from '../../../helpers/builders.js'
import {check, podErrors} from '../../../helpers/pod-errors.js'

/** Returns the errors of the security context of a pod, without its path. */
const ofPod = (securityContext: Body): string[] => podErrors({securityContext}).map((error) => error.replace(/^spec\.securityContext\./, ''))

describe('seccomp and AppArmor profiles', () => {
  const seccomp = (seccompProfile: Body): Body => ({seccompProfile})
  const appArmor = (appArmorProfile: Body): Body => ({appArmorProfile})
  const types = 'supported values: "Localhost", "RuntimeDefault", "Unconfined"'

  check({
    'profiles of type Localhost': [{...seccomp({type: 'Localhost', localhostProfile: ''}), ...appArmor({type: 'Localhost', localhostProfile: 'a'})}],
    'profiles without a type': [
      {...seccomp({}), ...appArmor({})}, 'seccompProfile.type: Required value: type is required when seccompProfile is set', 'appArmorProfile.type: Required value: type is required when appArmorProfile is set',
    ],
    'unknown types': [{...seccomp({type: 'x'}), ...appArmor({type: 'y'})}, `seccompProfile.type: Unsupported value: "x": ${types}`, `appArmorProfile.type: Unsupported value: "y": ${types}`],
    'type Localhost without localhostProfile': [
      {...seccomp({type: 'Localhost'}), ...appArmor({type: 'Localhost'})}, 'seccompProfile.localhostProfile: Required value: must be set when seccomp type is Localhost',
      'appArmorProfile.localhostProfile: Required value: must be set when AppArmor type is Localhost',
    ],
    'localhostProfile with another type': [
      {...seccomp({type: 'Unconfined', localhostProfile: 'p'}), ...appArmor({type: 'RuntimeDefault', localhostProfile: 'p'})},
      'seccompProfile.localhostProfile: Invalid value: {"Type":"Unconfined","LocalhostProfile":"p"}: can only be set when seccomp type is Localhost',
      'appArmorProfile.localhostProfile: Invalid value: "p": can only be set when AppArmor type is Localhost',
    ],
    'an AppArmor localhostProfile with another type, quoting it as JSON': [
      appArmor({type: 'Unconfined', localhostProfile: '<'}), 'appArmorProfile.localhostProfile: Invalid value: "\\u003c": can only be set when AppArmor type is Localhost',
    ],
    'absolute, padded and too long names': [
      {...seccomp({type: 'Localhost', localhostProfile: '/a'}), ...appArmor({type: 'Localhost', localhostProfile: ` ${'a'.repeat(4095)}`})},
      'seccompProfile.localhostProfile: Invalid value: "/a": must be a relative path',
      `appArmorProfile.localhostProfile: Invalid value: " ${'a'.repeat(4095)}": must not be padded with whitespace`, 'appArmorProfile.localhostProfile: Too long: may not be more than 4095 bytes',
    ],
    'an empty AppArmor localhostProfile': [appArmor({type: 'Localhost', localhostProfile: ''}), 'appArmorProfile.localhostProfile: Required value: must be set when AppArmor type is Localhost'],
  }, ofPod)
})
