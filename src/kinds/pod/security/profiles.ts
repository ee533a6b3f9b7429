import type {SeccompProfile} from '../../../machinery/api/core-v1.js'
import {allErrors, type FieldError, invalid, NamedText, notSupported, type Origin, required, tooLong} from '../../../machinery/field/error.js'
import type {FieldPath} from '../../../machinery/field/path.js'
import {byteLength, trimSpace} from '../../../machinery/go/text.js'
import {internalForm} from '../../shared/internal-form.js'
import {validateRelativePath} from '../volumes/file-paths.js'

// The rules for profiles of seccomp and AppArmor, of pods and of containers (spec pod 4.6).

const types = ['Localhost', 'RuntimeDefault', 'Unconfined']

const seccompOrigin = 'pod/seccomp-profile'

/** The rules for a seccomp profile (core validation `validateSeccompProfileField`). */
export function validateSeccompProfile(profile: SeccompProfile, path: FieldPath): FieldError[] {
  const {type = '', localhostProfile} = profile
  const place = path.child('localhostProfile')
  const errors = validateType(type, 'type is required when seccompProfile is set', path.child('type'), seccompOrigin)
  if (type !== 'Localhost') {
    const printed = internalForm('SeccompProfile', profile)
    return localhostProfile === undefined ? errors : [...errors, invalid(place, printed, 'can only be set when seccomp type is Localhost', seccompOrigin)]
  }
  return localhostProfile === undefined
    ? [required(place, 'must be set when seccomp type is Localhost', seccompOrigin)] : validateRelativePath(localhostProfile, place, seccompOrigin)
}

function validateType(type: string, detail: string, path: FieldPath, origin: Origin): FieldError[] {
  if (type === '') return [required(path, detail, origin)]
  return types.includes(type) ? [] : [notSupported(path, type, types, origin)]
}

const origin = 'pod/app-armor-profile'

/** The rules for an AppArmor profile (`ValidateAppArmorProfileField`). */
export function validateAppArmorProfile({type = '', localhostProfile}: SeccompProfile, path: FieldPath): FieldError[] {
  const place = path.child('localhostProfile')
  switch (type) {
    case 'Localhost': return validateLocalhostProfile(localhostProfile, place)
    case 'RuntimeDefault':
    case 'Unconfined':
      return localhostProfile === undefined ? [] : [invalid(place, new NamedText(localhostProfile), 'can only be set when AppArmor type is Localhost', origin)]
    default: return validateType(type, 'type is required when appArmorProfile is set', path.child('type'), origin)
  }
}

const longestProfile = 4095

function validateLocalhostProfile(profile: string | undefined, path: FieldPath): FieldError[] {
  const missing = required(path, 'must be set when AppArmor type is Localhost', origin)
  if (profile === undefined || profile === '') return [missing]
  return allErrors(
    profile === trimSpace(profile) ? [] : [invalid(path, profile, 'must not be padded with whitespace', origin)],
    byteLength(profile) > longestProfile ? [tooLong(path, longestProfile, origin)] : [],
  )
}
