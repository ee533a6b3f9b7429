import type {Ending} from '../../lint/ending.js'
import type {AssessedNamespace, AssessedObject, Assessment, NeededChange, UnmetCheck} from '../../pod-security/types.js'
import {jsonText} from '../json-text.js'
import {locationOf} from '../location.js'

/** The result of `kadm pod-security` as JSON; the contract is schemas/pod-security.schema.json. */
export const podSecurityJson = ({version, level, namespaces, invalid}: Assessment, ending?: Ending): string => jsonText({
  version: 1, standardVersion: version, level: level ?? null, namespaces: namespaces.map(namespaceJson),
  invalid: invalid.map(({message, ...place}) => ({message, source: locationOf(place)})), ...ending,
})

const namespaceJson = ({objects, ...namespace}: AssessedNamespace): object => ({...namespace, objects: objects.map(objectJson)})

const objectJson = ({object, place, meets, isInsufficient, unmet: {baseline, restricted}}: AssessedObject): object =>
  ({object, source: locationOf(place), meets, isInsufficient, unmet: {baseline: baseline.map(checkJson), restricted: restricted.map(checkJson)}})

const checkJson = ({id, message, changes}: UnmetCheck): object => ({check: id, message, changes: changes.map(changeJson)})

const changeJson = ({field, hint, place}: NeededChange): object => ({field: String(field), hint, source: locationOf(place)})
