import type {PodSpec} from '../../../../machinery/api/core-v1.js'
import type {Check, Violation} from '../check.js'
import {namesOfVolumes, volumeOffence, volumesWhere} from './volumes.js'

/** Pods mount no directories of the host (policy `CheckHostPathVolumes`). */
export const hostPathVolumes: Check = {id: 'hostPathVolumes', level: 'baseline', versions: [{since: 0, check}]}

function check(spec: PodSpec): Violation | undefined {
  const bad = volumesWhere(spec, ({hostPath}) => hostPath !== undefined)
  if (bad.length === 0) return undefined
  return {
    reason: 'hostPath volumes',
    detail: namesOfVolumes(bad),
    offences: bad.map((one) => volumeOffence(one, 'hostPath', 'use another type of volume, such as emptyDir or persistentVolumeClaim')),
  }
}
