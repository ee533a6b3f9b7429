import type {Body} from '../../../helpers/builders.js'
import {check, podErrors} from '../../../helpers/pod-errors.js'

describe('topologySpreadConstraints', () => {
  const of = (...topologySpreadConstraints: Body[]): Body => ({topologySpreadConstraints})
  const constraint = {maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule', labelSelector: {}}
  const at = 'spec.topologySpreadConstraints[0]'

  check({
    'two different constraints': [of(constraint, {...constraint, whenUnsatisfiable: 'ScheduleAnyway', nodeTaintsPolicy: 'Honor'})],
    'an empty constraint': [
      of({}), `${at}.maxSkew: Invalid value: 0: must be greater than zero`, `${at}.topologyKey: Required value: can not be empty`,
      `${at}.whenUnsatisfiable: Unsupported value: "": supported values: "DoNotSchedule", "ScheduleAnyway"`,
    ],
    'a duplicate constraint, reported at index 0': [of(constraint, constraint), `${at}.{topologyKey, whenUnsatisfiable}: Duplicate value: "{zone, DoNotSchedule}"`],
    'minDomains 0 with ScheduleAnyway': [
      of({...constraint, minDomains: 0, whenUnsatisfiable: 'ScheduleAnyway'}), `${at}.minDomains: Invalid value: 0: must be greater than zero`,
      `${at}.minDomains: Invalid value: 0: can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ScheduleAnyway`,
    ],
    'unknown node policies': [
      of({...constraint, nodeAffinityPolicy: '', nodeTaintsPolicy: 'x'}), `${at}.nodeAffinityPolicy: Unsupported value: "": supported values: "Honor", "Ignore"`,
      `${at}.nodeTaintsPolicy: Unsupported value: "x": supported values: "Honor", "Ignore"`,
    ],
  }, podErrors)
})
