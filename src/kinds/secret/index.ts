import type {Secret} from '../../machinery/api/core-v1.js'
import {assign} from '../../machinery/collections/immutable.js'
import {semanticEqual} from '../../machinery/collections/semantic-equal.js'
import {allErrors, type FieldError, invalid, NamedText, required, tooLong} from '../../machinery/field/error.js'
import {FieldPath} from '../../machinery/field/path.js'
import {decodeBase64, encodeBase64} from '../../machinery/go/base64.js'
import {latin1Text, utf8Bytes} from '../../machinery/go/bytes.js'
import {jsonObjectError} from '../../machinery/go/json-syntax.js'
import {pemTypes} from '../../machinery/go/pem.js'
import type {KindDefinition} from '../kind.js'
import {canonicalBase64, type DataMap, dataSize, mapOf, maxDataSize, sortedKeys, validateClosed, validateConfigKey} from '../shared/config-key.js'
import {withZeroFilled} from '../shared/fill.js'

const dataPath = FieldPath.of('data')

const accountName = 'kubernetes.io/service-account.name'

/** Secret (core validation `ValidateSecret`, `ValidateSecretUpdate`; spec kinds 4). */
export const secret: KindDefinition<Secret> = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {namesOnUpdate: true},

  setDefaults: (object) => withZeroFilled(withData(object), {type: 'Opaque'}),

  defaultedFrom: ([field, ...rest]) => field === 'data' ? [['stringData', ...rest]] : [],

  validate: (object) => allErrors(
    sortedKeys(object.data).flatMap((key) => validateConfigKey(key, dataPath, 'secret/key')),
    dataSize(object.data, 'base64') > maxDataSize ? [tooLong(dataPath, maxDataSize, 'secret/size')] : [],
    typeRules.get(object.type ?? '')?.(object) ?? [],
  ),

  validateChange: (object, old) => allErrors(
    semanticEqual(object.type, old.type) ? [] : [invalid(FieldPath.of('type'), new NamedText(object.type ?? ''), 'field is immutable', 'secret/immutable')],
    validateClosed(object, old, ['data'], 'secret/immutable'),
  ),

  warnings: ({type, data}) => type === 'kubernetes.io/tls' ? pairErrors(textOf(data, 'tls.crt'), textOf(data, 'tls.key')) : [],
}

/** The secret with everything in `data` (core/v1 `Convert_v1_Secret_To_core_Secret`). */
function withData(object: Secret): Secret {
  const {stringData, ...rest} = object
  const data = object.data && canonicalBase64(object.data)
  if (stringData === undefined) return data === undefined ? object : assign<Secret>(object, {data})
  const texts = Object.entries(stringData).map(([key, text]) => [key, encodeBase64(utf8Bytes(text))] as const)
  return {...rest, ...(data !== undefined || texts.length > 0) && {data: mapOf([...Object.entries(data ?? {}), ...texts])}}
}

/** The rules for the data of a secret, by type. */
const typeRules: ReadonlyMap<string, (object: Secret) => FieldError[]> = new Map<string, (object: Secret) => FieldError[]>([
  ['kubernetes.io/service-account-token', ({metadata}) => metadata.annotations?.[accountName]
    ? [] : [required(FieldPath.of('metadata', 'annotations').key(accountName), '', 'secret/service-account')]],
  ['kubernetes.io/dockercfg', ({data}) => validateDockerConfig(data, '.dockercfg')],
  ['kubernetes.io/dockerconfigjson', ({data}) => validateDockerConfig(data, '.dockerconfigjson')],
  ['kubernetes.io/basic-auth', ({data}) => has(data, 'username') || has(data, 'password') ? [] : [missing('username'), missing('password')]],
  ['kubernetes.io/ssh-auth', ({data}) => data?.['ssh-privatekey'] ? [] : [missing('ssh-privatekey')]],
  ['kubernetes.io/tls', ({data}) => ['tls.crt', 'tls.key'].filter((key) => !has(data, key)).map(missing)],
])

const has = (data: DataMap = {}, key: string): boolean => Object.hasOwn(data, key)

const missing = (key: string): FieldError => required(dataPath.key(key), '', 'secret/data')

function validateDockerConfig(data: DataMap = {}, key: string): FieldError[] {
  if (!has(data, key)) return [missing(key)]
  const error = jsonObjectError(decodeBase64(data[key] ?? ''))
  return error === undefined ? [] : [invalid(dataPath.key(key), '<secret contents redacted>', error, 'secret/docker-config')]
}

const textOf = (data: DataMap = {}, key: string): string => latin1Text(decodeBase64(data[key] ?? ''))

const isKey = (type: string): boolean => type === 'PRIVATE KEY' || type.endsWith(' PRIVATE KEY')

/** The errors that keep a certificate and its key from being parsed, without decoding the PEM blocks (crypto/tls `X509KeyPair`). */
function pairErrors(certificate: string, key: string): string[] {
  const types = pemTypes(certificate)
  if (!types.includes('CERTIFICATE')) return [`tls: failed to find ${certificateError(types)}`]
  const keyTypes = pemTypes(key)
  if (keyTypes.some(isKey)) return []
  if (keyTypes.length === 0) return ['tls: failed to find any PEM data in key input']
  if (keyTypes.length === 1 && keyTypes[0] === 'CERTIFICATE') return ['tls: found a certificate rather than a key in the PEM for the private key']
  return [`tls: failed to find PEM block with type ending in "PRIVATE KEY" in key input after skipping PEM blocks of the following types: [${keyTypes.join(' ')}]`]
}

function certificateError(types: readonly string[]): string {
  if (types.length === 0) return 'any PEM data in certificate input'
  if (types.length === 1 && types[0]?.endsWith('PRIVATE KEY')) {
    return 'certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched'
  }
  return `"CERTIFICATE" PEM block in certificate input after skipping PEM blocks of the following types: [${types.join(' ')}]`
}
