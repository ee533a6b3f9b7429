import type {Device, DeviceAttribute} from '../../machinery/api/resource-v1.js'
import {allErrors, type FieldError, invalid, tooLong} from '../../machinery/field/error.js'
import type {FieldPath} from '../../machinery/field/path.js'
import {utf8Bytes, utf8Text} from '../../machinery/go/bytes.js'
import {byteLength, sortTexts} from '../../machinery/go/text.js'
import type {KubernetesVersion} from '../../machinery/version/kubernetes-version.js'
import {validateQualifiedName} from '../resource-claim/validate.js'
import {internalForm} from '../shared/internal-form.js'

const origin = 'resource-slice/attributes'

type Attributes = NonNullable<Device['attributes']>

/** The rules for the attributes of a device (resource validation `validateDeviceAttribute`). */
export const validateAttributes = (attributes: Attributes, path: FieldPath, version: KubernetesVersion): FieldError[] =>
  validateByName(attributes, path, (attribute, at) => validateAttribute(attribute, at, version))

/** The rules for a map with names of attributes or capacities (resource validation `validateMap`). */
export const validateByName = <T>(map: Readonly<Record<string, T>>, path: FieldPath, validate: (item: T, path: FieldPath) => FieldError[]): FieldError[] =>
  sortTexts(Object.keys(map)).flatMap((name) => allErrors(validateQualifiedName(name, path, origin), validate(map[name] as T, path.key(shortened(name)))))

/** The maximum length of a name in a path: of the domain, a slash and the identifier. */
const maxKey = 96

/** Returns a text without its middle if it is too long. */
function shortened(text: string): string {
  const bytes = utf8Bytes(text)
  return bytes.length <= maxKey ? text : `${utf8Text(bytes.subarray(0, (maxKey - 2) >> 1))}...${utf8Text(bytes.subarray(bytes.length - ((maxKey - 3) >> 1)))}`
}

/** The fields of features that are off by default are dropped before. */
const fields = ['bool', 'int', 'string', 'version'] as const

function validateAttribute(attribute: DeviceAttribute, path: FieldPath, version: KubernetesVersion): FieldError[] {
  const {string, version: numbers} = attribute
  const set = fields.filter((field) => attribute[field] !== undefined)
  return allErrors(
    string === undefined ? [] : validateLength(string, path.child('string')),
    numbers === undefined ? [] : allErrors(
      semanticVersion.test(numbers) ? [] : [invalid(path.child('version'), numbers, 'must be a string compatible with semver.org spec 2.0.0', origin)],
      validateLength(numbers, path.child('version')),
    ),
    set.length === 1 ? [] : [invalid(path, set.length === 0 ? '' : internalForm('DeviceAttribute', attribute, version), 'exactly one value must be specified', origin)],
  )
}

const maxText = 64

const semanticVersion = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-(0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(\.(0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?(\+[0-9a-zA-Z-]+(\.[0-9a-zA-Z-]+)*)?$/

const validateLength = (text: string, path: FieldPath): FieldError[] => byteLength(text) > maxText ? [tooLong(path, maxText, origin)] : []
