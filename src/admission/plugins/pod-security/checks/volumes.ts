import type {PodSpec, Volume} from '../../../../machinery/api/core-v1.js'
import type {FieldPath} from '../../../../machinery/field/path.js'
import type {Offence} from '../check.js'
import {joinQuoted, pluralize, specPath} from './shared.js'

/** A volume of a pod, and its path. */
export interface PlacedVolume {
  readonly volume: Volume
  readonly path: FieldPath
}

/** Returns the volumes of a pod for which a condition holds. */
export const volumesWhere = ({volumes}: PodSpec, holds: (volume: Volume) => boolean): readonly PlacedVolume[] => volumes?.some(holds) === true
  ? volumes.flatMap((volume, i) => holds(volume) ? [{volume, path: specPath.child('volumes').index(i)}] : []) : none

const none: readonly PlacedVolume[] = []

/** Names volumes: `volumes "a", "b"`. */
export const namesOfVolumes = (volumes: readonly PlacedVolume[]): string =>
  `${pluralize('volume', 'volumes', volumes.length)} ${joinQuoted(volumes.map(({volume}) => volume.name ?? ''))}`

/** A volume of a forbidden type. Only an empty volume in its place is certain to be allowed. */
export const volumeOffence = ({volume: {name = ''}, path}: PlacedVolume, type: string, hint: string): Offence =>
  ({field: path.child(type), hint, repair: {field: path, to: {name, emptyDir: {}}, caution: 'The volume is then empty at first. For data to keep, use a PersistentVolumeClaim.'}})
