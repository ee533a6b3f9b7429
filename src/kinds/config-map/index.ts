import type {ConfigMap} from '../../machinery/api/core-v1.js'
import {assign} from '../../machinery/collections/immutable.js'
import {allErrors, type FieldError, invalid, tooLong} from '../../machinery/field/error.js'
import {FieldPath} from '../../machinery/field/path.js'
import type {KindDefinition} from '../kind.js'
import {canonicalBase64, type DataMap, dataSize, maxDataSize, sortedKeys, validateClosed, validateConfigKey} from '../shared/config-key.js'

const dataPath = FieldPath.of('data')

const binaryPath = FieldPath.of('binaryData')

const keyOrigin = 'config-map/key'

/** ConfigMap (core validation `ValidateConfigMap`, `ValidateConfigMapUpdate`; spec kinds 4). */
export const configMap: KindDefinition<ConfigMap> = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {namesOnUpdate: true},

  setDefaults: (object) => object.binaryData === undefined
    ? object : assign<ConfigMap>(object, {binaryData: canonicalBase64(object.binaryData)}),

  validate: ({data, binaryData}) => allErrors(
    sortedKeys(data).flatMap((key) => allErrors(validateConfigKey(key, dataPath, keyOrigin), validateUnique(key, binaryData))),
    sortedKeys(binaryData).flatMap((key) => validateConfigKey(key, binaryPath, keyOrigin)),
    dataSize(data, 'utf8') + dataSize(binaryData, 'base64') > maxDataSize
      ? [tooLong(FieldPath.ofKey(''), maxDataSize, 'config-map/size')] : [],
  ),

  validateChange: (object, old) => validateClosed(object, old, ['data', 'binaryData'], 'config-map/immutable'),
}

const validateUnique = (key: string, binaryData: DataMap = {}): FieldError[] =>
  Object.hasOwn(binaryData, key) ? [invalid(dataPath.key(key), key, 'duplicate of key present in binaryData', keyOrigin)] : []
