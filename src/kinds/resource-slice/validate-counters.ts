import type {CounterSet, DeviceCounterConsumption} from '../../machinery/api/resource-v1.js'
import {allErrors, type FieldError, required, tooMany} from '../../machinery/field/error.js'
import type {FieldPath} from '../../machinery/field/path.js'
import {validateName, validateText} from '../../machinery/field/text-rules.js'
import {sortTexts} from '../../machinery/go/text.js'
import {dns1123Label} from '../../machinery/meta/names.js'

const origin = 'resource-slice/counters'

/** The maximum number of counters in a set. */
const maxCounters = 32

/** The rules for counters that devices share (resource validation `validateCounterSet`). */
export const validateCounterSet = ({name, counters}: CounterSet, path: FieldPath): FieldError[] =>
  allErrors(validateName(name, dns1123Label, path.child('name'), origin), validateCounters(counters, path.child('counters')))

/** The rules for counters that a device consumes (resource validation `validateDeviceCounterConsumption`). */
export const validateConsumption = ({counterSet, counters}: DeviceCounterConsumption, path: FieldPath): FieldError[] =>
  allErrors(validateName(counterSet, dns1123Label, path.child('counterSet'), origin), validateCounters(counters, path.child('counters')))

function validateCounters(counters: CounterSet['counters'] = {}, path: FieldPath): FieldError[] {
  const names = sortTexts(Object.keys(counters))
  if (names.length === 0) return [required(path, '', origin)]
  if (names.length > maxCounters) return [tooMany(path, names.length, maxCounters, origin)]
  return names.flatMap((name) => validateText(name, dns1123Label, path, origin))
}
