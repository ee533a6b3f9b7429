import {allErrors, type FieldError, invalid, NamedText} from '../../machinery/field/error.js'
import type {FieldPath} from '../../machinery/field/path.js'
import {locationError} from '../../machinery/go/time-zones.js'

const origin = 'cron-job/time-zone'

/** The rules for the time zone of a schedule (batch validation `validateTimeZone`; spec kinds 10). */
export function validateTimeZone(zone: string | undefined, path: FieldPath): FieldError[] {
  if (zone === undefined) return []
  const printed = new NamedText(zone)
  if (zone === '') return [invalid(path, printed, 'timeZone must be nil or non-empty string', origin)]
  if (!zone.split('/').every(isNamePart)) return [invalid(path, printed, `unknown time zone ${zone}`, origin)]
  const error = locationError(zone)
  return allErrors(
    zone.toLowerCase() === 'local'
      ? [invalid(path, printed, 'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones', origin)] : [],
    error === undefined ? [] : [invalid(path, printed, error, origin)],
  )
}

const isNamePart = (part: string): boolean => part !== '.' && part !== '..' && !part.startsWith('-') && /^[A-Za-z._0-9+-]{1,14}$/.test(part)
