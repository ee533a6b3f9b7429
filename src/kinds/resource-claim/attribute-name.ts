import {allErrors, type FieldError, invalid, NamedText, tooLong} from '../../machinery/field/error.js'
import type {FieldPath} from '../../machinery/field/path.js'
import {validateText} from '../../machinery/field/text-rules.js'
import {byteLength} from '../../machinery/go/text.js'
import {cIdentifier} from '../../machinery/meta/names.js'
import {validateDriverName} from './driver-name.js'

const origin = 'resource-claim/constraint'

const maxIdentifier = 32

/** The rules for the name of an attribute with its domain (resource validation `validateFullyQualifiedName`, which lets more than one slash pass). */
export function validateAttributeName(name: string, path: FieldPath): FieldError[] {
  const [domain = '', identifier, ...more] = name.split('/')
  if (more.length > 0) return []
  if (identifier === undefined) {
    return [...validateIdentifier(domain, path), invalid(path, new NamedText(name), 'a fully qualified name must be a domain and a name separated by a slash', origin)]
  }
  return allErrors(
    domain === '' ? [invalid(path, '', 'the domain must not be empty', origin)] : validateDriverName(domain, path, origin),
    identifier === '' ? [invalid(path, '', 'the name must not be empty', origin)] : validateIdentifier(identifier, path),
  )
}

const validateIdentifier = (text: string, path: FieldPath): FieldError[] => allErrors(
  byteLength(text) > maxIdentifier ? [tooLong(path, maxIdentifier, origin)] : [],
  validateText(text, cIdentifier, path, origin),
)
