import {isVersion, latest, levelLabel, levels, modes} from '../../admission/plugins/pod-security/index.js'
import {FieldPath} from '../../machinery/field/path.js'
import type {JsonObject} from '../../source/json-value.js'
import {listOf, objectAt, scalarText} from './body.js'
import {type ItemDraft, removal, replacement} from './policy-item.js'

/** The first version of the standards, and the newest one. */
const versions = ['v1.0', latest] as const

/**
 * Returns an item for each level of Pod Security in a map, and for its version: others are their mutations. None for privileged, which
 * rejects no pod.
 *
 * @param names The names of the modes in the map: each is that of a level, and with `-version` that of its version
 */
const levelItems = (values: JsonObject, names: readonly string[], placeOf: (name: string) => FieldPath): ItemDraft[] => modes.flatMap((mode, i) => {
  const {[i]: name = mode} = names
  const value = scalarText(values[name])
  if (value === 'privileged' || !levels.some((level) => level === value)) return []
  const field = placeOf(name)
  const version = scalarText(values[`${name}-version`])
  const place = placeOf(`${name}-version`)
  return [
    {field, name: mode, value, mutations: levels.filter((level) => level !== value).map((level) => [replacement(field, value, level)])},
    ...isVersion(version) ? [{field: place, name: `${mode}-version`, value: version, mutations: [versions.filter((other) => other !== version).map((other) => replacement(place, version, other))]}] : [],
  ]
})

/** Returns the items of the labels of a Namespace. */
export const namespaceItems = ({metadata}: JsonObject): ItemDraft[] =>
  levelItems(objectAt(metadata, 'labels'), modes.map(levelLabel), (label) => FieldPath.of('metadata', 'labels').key(label))

const exemptionLists = ['usernames', 'namespaces', 'runtimeClasses'] as const

/** Returns the items of the configuration of PodSecurity: the levels of namespaces without labels, and each exemption. */
export const podSecurityConfigurationItems = ({defaults, exemptions}: JsonObject): ItemDraft[] => [
  ...levelItems(objectAt(defaults), modes, (name) => FieldPath.of('defaults', name)),
  ...exemptionLists.flatMap((list) => listOf(objectAt(exemptions)[list]).map((name, i): ItemDraft => {
    const field = FieldPath.of('exemptions', list).index(i)
    return {field, name: `exemptions.${list}`, value: scalarText(name), mutations: [[removal(field)]]}
  })),
]
